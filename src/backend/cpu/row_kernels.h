// The kernels of the cpu backend: what happens to one row, in SIMD.
//
// Three tables of functions per instruction set, one for each kernel file; sweepKernels() and the
// like return those of the set in use. Every kernel gives the same bits on every set: no fused
// multiply-add, sums in 16 lanes.
#pragma once

#include "backend/backend.h"
#include "backend/cpu/split_rows.h"

namespace tarn
{

// How a half-sweep treats the value that is there.
enum class Relaxation
{
    fromZero, // neighbours and cell count as 0
    plain,
    measured, // plain, and the residual that was there is summed up
    over,     // over- or under-relaxed by omega
    overZero  // the same, where the cell counts as 0 and its neighbours do not
};

struct HalfSweep
{
    Relaxation how = Relaxation::plain;
    float omega = 1.0f; // where it is over-relaxed
};

enum class RowHalves
{
    even,
    odd,
    both
};

// Halves of rows that will be needed soon, up to the first null. A half-sweep asks for them vector
// by vector while it works: asked for all at once, they would stand in the way of what is needed
// now.
struct Ahead
{
    static constexpr int32_t kMost = 4;
    const float* cells[kMost] = {};
    const float* faces[kMost] = {};
};

// Red-black and Jacobi sweeps. Where there is an a, rows of x and r may share places.
struct SweepKernels
{
    // Half a sweep over row j: the cells of one colour (0 red, 1 black). Returns their squared
    // residual before, if measured.
    double (*relax)(const LevelView& v, int32_t j, int32_t colour, HalfSweep half,
                    const Ahead& ahead);

    // The same, and then half a sweep of the other colour over row j - 1, which is uniform in the
    // same span: in one go, since what it needs of row j is at hand. Not on odd rings.
    double (*relaxTwo)(const LevelView& v, int32_t j, int32_t colour, HalfSweep here,
                       HalfSweep below, const Ahead& ahead);

    void (*jacobi)(const LevelView& v, const SplitField& next, int32_t j, float omega);
};

// Between levels, and between split rows and plain order.
struct TransferKernels
{
    // Coarse row J of r: the residual of fine rows 2J and 2J + 1, children summed. Of red cells
    // only, unless `all`.
    void (*restrictResidual)(const LevelView& fine, const LevelView& coarse, int32_t J, bool all);

    // The same of the fine r itself.
    void (*restrictRight)(const LevelView& fine, const LevelView& coarse, int32_t J);

    // Coarse row J of x in plain order, and at out[-1] and out[nx] what lies beyond its ends: 0, or
    // on a ring the other end. Beyond an edge rows are 0.
    void (*joinCoarse)(const LevelView& coarse, int32_t J, float* out);

    // Adds the coarse x to fine row j, or to half of it: that of its own coarse row, `near`, and of
    // the one on its outer side, `far`, as joinCoarse makes them. From zero, what the fine row
    // holds does not count; its other half is left alone all the same.
    void (*prolongLinear)(const LevelView& fine, int32_t j, InterpolationShape alongY,
                          RowHalves halves, Start start, const float* near, const float* far);
    void (*prolongConstant)(const LevelView& coarse, const LevelView& fine, int32_t j,
                            RowHalves halves);

    // out = factor (first + second), `count` floats rounded up to whole vectors: for the coarser
    // grid's coefficients, whose plain order is that of one half.
    void (*addRows)(const float* first, const float* second, int32_t count, float factor,
                    float* out);

    // coarseConductance for `count` faces of one shape, rounded up to whole vectors but not
    // aligned; in place of `across`.
    void (*coarsenFaces)(float* across, const float* low, const float* high, int32_t count,
                         const CoarseFace& face);

    UniformSpan (*findUniform)(const LevelView& v, int32_t j);

    // Between plain order (`columns` floats, readable and writable up to the next multiple of
    // 32, and 0 there) and a split row.
    void (*split)(const float* plain, int32_t columns, float* row, int32_t half);
    void (*join)(const float* row, int32_t half, int32_t columns, float* plain);
    // plain = scale * row - shift
    void (*joinScaled)(const float* row, int32_t half, int32_t columns, float scale, float shift,
                       float* plain);
};

// Residuals, scalar products and combinations of fields.
struct SumKernels
{
    // The residual of row j, in plain order.
    void (*residual)(const LevelView& v, int32_t j, float* out);

    // Sums over row j.
    double (*residualNorm2)(const LevelView& v, int32_t j);
    // r -= A (factor f + g), g null for none; |r|^2
    double (*subtractApplied)(const LevelView& v, const SplitField& f, const SplitField* g,
                              int32_t j, double factor);
    double (*dotApplied)(const LevelView& v, const SplitField& f, const SplitField& g, int32_t j);
    double (*dot)(const LevelView& v, const SplitField& f, const SplitField& g, int32_t j);

    Moments (*moments)(const SplitField& f, int32_t j);

    // f = alpha g + beta f
    void (*combine)(const LevelView& v, const SplitField& f, float alpha, const SplitField& g,
                    float beta, int32_t j);
};

const SweepKernels& sweepKernels();
const TransferKernels& transferKernels();
const SumKernels& sumKernels();

} // namespace tarn
