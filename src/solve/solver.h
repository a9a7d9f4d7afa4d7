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
#include "solve/host_rows.h"
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

    // The caller's arrays as they were found to be.
    struct Examined
    {
        const char* array = nullptr; // the one with a number that is not acceptable; null: none
        int64_t index = 0;           // where that is
        float value = 0.0f;
        Extremes a, bx, by; // of all numbers; 0 where a is not given, 1 where b is not
        Extremes between;   // of b between two cells
        Extremes r, x;      // x only where it is the start
    };

    // Look at every number and change nothing.
    Examined examineCoefficients(const float* a, const float* bx, const float* by);
    Examined examineRightHandSide(const float* r, const float* start);

    // The arrays have been examined, and are acceptable.
    void setCoefficients(const float* a, const float* bx, const float* by,
                         const Examined& examined);
    tnResult solve(const float* r, float* x, float* remainder, const tnSolveParams& params,
                   const Examined& examined, tnSolveResult* result);

    int32_t nx() const { return shape_.x.cells; }
    int32_t ny() const { return shape_.y.cells; }
    tnSolverInfo info() const;

    Solver() = default;
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

  private:
    struct Run; // one solve under way

    // Rows of the caller's arrays that one task handles; a matter of speed only.
    static constexpr int32_t kBandRows = 32;

    template <class Body>
    void forBands(Body&& body);
    auto rowsOf(const float* values) const;
    Extremes scan(const float* values, int32_t columns, int32_t rows, int32_t skip);

    void loadRightHandSide(Run& run);
    void startFrom(Run& run, const float* x, const float* remainder);
    void deliver(Run& run, FieldId field, double factor);
    void makeCompatible();
    void refine(Run& run);
    void removeMeans(Run& run);
    void measureAnew(Run& run);

    void warnOfMemory();
    tnResult runMethod(Run& run);
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
    double* rowSums_ = nullptr; // one a row
    float scale_ = 1.0f;        // of the coefficients
    bool stalls_ = false;       // V-cycles did, with these coefficients
    bool warned_ = false;       // of too little memory for graphs, likewise
    int64_t memoryBytes_ = 0;
};

} // namespace tarn
