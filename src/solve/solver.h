// The implicit solver: coefficients in, right-hand sides in, solutions out.
//
// Inside, numbers are scaled by powers of two (exactly) so that the largest coefficient and the
// largest right-hand side are near 1. Methods work on the residual of what was found so far: x on
// the finest level is always a correction to the caller's x, which receives it at the end, or
// earlier when the rounding of 32-bit numbers stops progress. Then the residual is taken again
// in 64 bits and becomes the new right-hand side (iterative refinement).
#pragma once

#include "backend/backend.h"
#include "core/tasks.h"
#include "solve/domain.h"
#include "solve/multigrid.h"
#include "solve/regions.h"

#include "tarn/solver.h"

#include <cstdint>

namespace tarn
{

class Solver
{
  public:
    // The def has been checked. On failure *out is null.
    static tnResult create(const tnSolverDef& def, Solver** out);
    ~Solver();
    void destroy() noexcept;

    // Where a coefficient or right-hand side is not acceptable.
    struct BadValue
    {
        const char* array = nullptr; // null: none is
        int64_t index = 0;
        float value = 0.0f;
    };

    // Looks at every number; changes nothing.
    BadValue findBadCoefficient(const float* a, const float* bx, const float* by);
    BadValue findNotFinite(const float* values, const char* array);

    // The numbers have been checked.
    void setCoefficients(const float* a, const float* bx, const float* by);
    tnResult solve(const float* r, float* x, float* remainder, const tnSolveParams& params,
                   tnSolveResult* result);

    int32_t nx() const { return shape_.x.cells; }
    int32_t ny() const { return shape_.y.cells; }
    tnSolverInfo info() const;

    Solver() = default;
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

  private:
    struct Run; // one solve under way
    struct Bits;

    template <class Body>
    void forBands(Body&& body);
    Bits scan(const float* values, int32_t columns, int32_t rows, int32_t skip);

    void loadRightHandSide(Run& run, bool measure);
    void startFrom(Run& run, const float* x);
    void deliver(Run& run, FieldId field, double factor);
    void refine(Run& run);
    void removeMeans(Run& run);
    double trueResidual(Run& run);

    tnResult runVCycles(Run& run);
    tnResult runConjugateGradient(Run& run);
    tnResult runSweeps(Run& run);

    GridShape shape_;
    double cellArea_ = 1.0;
    Tasks tasks_;
    Backend* backend_ = nullptr;
    Multigrid multigrid_;
    Regions regions_;
    Arena arena_;
    double* rowSums_ = nullptr; // two a row
    float scale_ = 1.0f;        // of the coefficients
    bool stalls_ = false;       // V-cycles did, with these coefficients
    int64_t memoryBytes_ = 0;
};

} // namespace tarn
