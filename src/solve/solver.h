// The implicit solver: coefficients in, right-hand sides in, solutions out.
//
// Inside, numbers are scaled by powers of two (exactly) so that the largest coefficient and the
// largest right-hand side are near 1. Methods work on the residual of what was found so far: x on
// the finest level is always a correction to the caller's x, which receives it at the end, or
// earlier when the rounding of 32-bit numbers stops progress. Then the residual is taken again
// in 64 bits and becomes the new right-hand side (iterative refinement).
#pragma once

#include "backend/backend.h"
#include "core/function_ref.h"
#include "core/tasks.h"
#include "core/wide.h"
#include "field/rows.h"
#include "solve/domain.h"
#include "solve/host_rows.h"
#include "solve/multigrid.h"
#include "solve/regions.h"

#include "tarn/solver.h"

#include <cstdint>
#include <span>

namespace tarn
{

class GlDevice;

class Solver
{
  public:
    // The def has been checked. `gl` is where tn_backendGL computes, else null. On failure *out is
    // null; what only the device knows of it is in the log then.
    static tnResult create(const tnSolverDef& def, Solver** out, GlDevice* gl = nullptr);
    ~Solver();
    void destroy() noexcept;

    // A number of the caller's that is not acceptable.
    struct Refusal
    {
        const char* array = nullptr; // "a", "bx", "by", "r" or "x"; null: there is none
        int32_t column = 0;
        int32_t row = 0;
        float value = 0.0f;
    };

    // Looks for the first negative or non-finite number; changes nothing.
    Refusal examine(const Coefficients& coefficients);

    // All numbers are finite and >= 0: examined, or known to be so.
    void setCoefficients(const Coefficients& coefficients);

    // Takes memory for graphs, where these coefficients ask for more than there is and nobody said
    // how much there may be. Never while solving.
    void provideGraphMemory();

    // Makes a the same in all cells, above 0, and leaves b as it is: a tenth of the cost. For
    // viscosity with another time step, as a = 1 / dt.
    void setEqualA(float a);

    // Solves for x. With `remainder` null there is none. Numbers that are not finite are found on
    // the way: tn_errorNotFinite then, and if `refusal` is not null, it says which. See
    // tnSolver_Solve for the rest.
    tnResult solve(ConstRows r, Rows x, Rows remainder, const tnSolveParams& params,
                   tnSolveResult* result, Refusal* refusal = nullptr);

    // Row j of r times a factor, made when asked for. A row may be asked for more than once, and by
    // any thread.
    using RowSource = FunctionRef<void(int32_t j, float factor, float* row)>;

    // Memory for what cannot stay inside: as wide and high as the grid.
    struct Room
    {
        Rows r, x;
    };

    // The same from x = 0 without arrays: r comes row by row, and x stays inside, to be had from
    // solutionRow, until the next call. params.tolerance is what `toleranceFor` makes of |r|,
    // all of it. Where it says that x `isJudged` by the caller, the residual of the last cycle is
    // not measured, if those before it tell what it will be.
    tnResult solveRows(RowSource r, Room room, tnSolveParams params,
                       FunctionRef<float(double norm)> toleranceFor, bool isJudged,
                       tnSolveResult* result);

    // Row j of the x that solveRows found in one iteration or more; `buffer` has room for nx floats
    // and 32 more. From any thread.
    const float* solutionRow(int32_t j, float* buffer) const;

    // Half-sweeps from x = 0 and nothing else, each over-relaxed by one of `omegas`, the first of
    // them 1: where a is above 0 in all cells and so large that a few are known to be enough. In
    // one pass: row j of x is handed over once those beside it of r, but not all others, were asked
    // for. From any thread.
    void relaxRows(RowSource r, std::span<const float> omegas, Backend::RowVisit x);

    // V-cycles on whatever lies in the finest level's r, from x = 0, and nothing else: no sums come
    // back, so that nobody waits for a device. For parts that compute where the solver does. `more`
    // sweeps of the finest level follow each interpolation, beyond the usual ones.
    void cycleFields(int32_t cycles, int32_t more = 0);

    // The same by sweeps alone, over-relaxed by omega. And r -= A p before either, p being
    // what lies in that field: what is left to find is then a change of it.
    void relaxFields(int32_t sweeps, float omega);
    void subtractFields();

    // The finest level's cx, cy and a (unless !hasA) were written where they lie, as conductances
    // times coefficientScale (Domain says how); coarser levels follow. For cycleFields only: closed
    // regions are not looked for, so setCoefficients comes before the next solve.
    void coarsenFields(bool hasA);
    float coefficientScale() const { return scale_; }

    // For them: where the fields are, which ones, and what the finest level's r is, in terms of the
    // caller's r; its x is then the caller's x. In closed domains r should sum to 0.
    Backend& backend() const { return *backend_; }
    const Level& finest() const { return multigrid_.finest(); }
    double rightScale() const { return wide(scale_) * cellArea_; }

    int32_t nx() const { return shape_.x.cells; }
    int32_t ny() const { return shape_.y.cells; }
    tnSolverInfo info() const;

    // Whether V-cycles stalled with these coefficients, so that tn_methodAuto no longer tries them.
    // With it, and the same coefficients, another solver gives the same bits.
    bool stalls() const { return stalls_; }
    void setStalls(bool stalls) { stalls_ = stalls; }

    Solver() = default;
    Solver(const Solver&) = delete;
    Solver& operator=(const Solver&) = delete;

  private:
    struct Run; // one solve under way

    // Rows of the caller's arrays that one task handles; a matter of speed only.
    static constexpr int32_t kBandRows = 32;

    template <class Body>
    void forBands(Body&& body);
    static tnResult makeBackend(const tnSolverDef& def, Tasks& tasks, GlDevice* gl, Backend** out);
    Extremes scan(ConstRows values, int32_t columns, int32_t rows, int32_t skip);
    struct FaceExtremes
    {
        Extremes all;
        Extremes inner;                           // of faces between two cells
        Extremes between = Extremes::ofOne(1.0f); // and of 1
    };
    FaceExtremes scanFaces(const Coefficients& given);
    tnResult refuse(ConstRows values, const char* array, Refusal* refusal) const;

    void clear(Rows values);
    bool mayBeginLoading(const Run& run) const;
    bool isDirect(const tnSolveParams& params) const;
    bool isWithinReach(const Run& run) const;
    PreSweeps preSweeps(const Run& run) const;
    void loadRightHandSide(Run& run);
    void writeDown(Run& run);
    tnResult loadScaled(Run& run, Refusal* refusal);
    tnResult solveLoaded(Run& run, tnSolveResult* result);
    tnResult startWarm(Run& run, Refusal* refusal);
    void startFrom(Run& run, ConstRows x, ConstRows remainder);
    void deliver(Run& run, FieldId field, double factor, double mean = 0.0);
    void deliverLast(Run& run, const Moments& x);
    void makeCompatible();
    void refine(Run& run);
    void smoothRest(Run& run);
    void removeMeans(Run& run);
    void measureAnew(Run& run);

    void forgetFindings();
    void warnOfMemory();
    void warnOfDivergence(int32_t cycles);
    tnResult runMethod(Run& run);
    tnResult runVCycles(Run& run);
    tnResult runDirect(Run& run);
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
    double mostFaces_ = 0.0;    // no cell's conductances are more together, scaled
    // What solveRows found: the finest level's x times a scale, less a shift, or an array.
    struct Kept
    {
        bool inside = false;
        double scale = 1.0;
        double shift = 0.0;
        Rows x;
    };
    Kept kept_;
    int rightStep_ = 0;         // of the last right-hand side's scale; see kScaleStepBits
    bool isBox_ = false;        // the domain is one that needs no iteration
    bool stalls_ = false;       // V-cycles did, with these coefficients
    bool lastIterated_ = false; // the last solve had anything to do
    bool warned_ = false;       // of too little memory for graphs, likewise
    bool warnedOfDivergence_ = false;
    int64_t memoryBytes_ = 0; // at creation
    bool graphsGrow_ = false; // see provideGraphMemory
};

} // namespace tarn
