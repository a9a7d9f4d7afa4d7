// Loops over one row that a step of Flow spends its time in, next to advection.
//
// The loops are written once, in row_loops-inl.h, and compiled twice: plainly, for the reference,
// and once for each instruction set (backend/cpu/flow_row_kernels.cpp). They have the same bits:
// every element is computed by itself, and sums are made in a fixed number of lanes.
#pragma once

#include "backend/flow/confinement.h"

#include <cstdint>

namespace tarn
{

// Open parts and wall velocities of the faces around a row of cells.
struct CoveredRow
{
    const float* openX;
    const float* wallX;
    const float* openLow;
    const float* openHigh;
    const float* wallLow;
    const float* wallHigh;
    const uint8_t* links;
};

// Velocities around a row of cells: x on the left faces, y on the faces below and above.
struct VelocityRow
{
    const float* u;
    const float* low;
    const float* high;
};

// What is pressed in a row of cells, one cell beyond either end included, and in those beside it.
struct GuessedRow
{
    float factor;
    const float* below;
    const float* here;
    const float* above;
};

struct RowMeasure
{
    double divergence2; // the sum of its squares, per cell
    float speed2;       // the largest square of the speed in the middle of a cell
};

struct FlowRowKernels
{
    // out = factor * divergence. `covered` null: no solids.
    void (*divergence)(const VelocityRow& row, const CoveredRow* covered, float factor, float* out,
                       int32_t count);

    // out = scale * divergence of the velocity less the gradient of what was guessed (null:
    // nothing); returns the sum of the squares of the velocity's own.
    double (*rightHandSide)(const VelocityRow& row, const GuessedRow* guessed,
                            const CoveredRow* covered, float scale, float* out, int32_t count);

    RowMeasure (*measure)(const VelocityRow& row, const CoveredRow* covered, int32_t count);

    // to = from - factor * (high - low); `to` may be `from`
    void (*lessSlope)(float* to, const float* from, const float* high, const float* low,
                      float factor, int32_t count);

    // row -= factor * (highP - lowP) + (highX - lowX); highP null: no P
    void (*subtractSlopes)(float* row, float factor, const float* highP, const float* lowP,
                           const float* highX, const float* lowX, int32_t count);

    // to = factor * to + added; `added` may be null
    void (*addTo)(float* to, float factor, const float* added, int32_t count);

    // to += added, times a factor for even and one for odd i
    void (*addScaled)(float* to, const float* added, float even, float odd, int32_t count);

    // out = factor * the sum of what the four neighbours of a node have more than it; at both ends
    // of the row, one node beyond is read.
    void (*bend)(const float* below, const float* here, const float* above, float factor,
                 float* out, int32_t count);

    // Vorticity in the middle of cells: the mean of their corners. `below` and `above` are velocity
    // x in the rows beside, `row` as above.
    void (*whirl)(const VelocityRow& row, const float* below, const float* above, float factor,
                  float* out, int32_t count);

    // pull = the push of confinement, given vorticity in three rows.
    void (*confine)(const float* below, const float* here, const float* above,
                    const Confinement& confinement, float* pullX, float* pullY, int32_t count);

    // pull += factor * (values - base)
    void (*pull)(float* pull, float factor, const float* values, float base, int32_t count);

    // row += factor * (a + b), held within most either way; returns whether any had to be.
    bool (*accelerate)(float* row, float factor, const float* a, const float* b, float most,
                       int32_t count);

    // row += amount, likewise
    bool (*addEqual)(float* row, float amount, float most, int32_t count);

    // row = base + keep * (row - base)
    void (*decay)(float* row, float keep, float base, int32_t count);

    // out = exp(-distance^2) of nodes 0 .. count - 1 of a row, 0 beyond kBrushReach, from a
    // segment: x and y are those of node 0 from its start, along its direction; all over the
    // radius.
    void (*brushWeights)(float x, float y, float perNode, float alongX, float alongY,
                         float perLength2, float* out, int32_t count);

    // out = the same for a segment of no length, given the weights of a row at y = 0.
    void (*roundWeights)(const float* profile, float y, float* out, int32_t count);

    // weights = 1 - exp(-rate * weights): how far a held thing has come.
    void (*holdWeights)(float* weights, float rate, int32_t count);

    // row += weight * amount, or for a thing that is held: row += weight * (amount - row); kept
    // within most either way; returns whether any had to be.
    bool (*stroke)(float* row, const float* weights, float amount, bool holds, float most,
                   int32_t count);
};

// Beyond this many radii a brush weighs less than 1e-6.
inline constexpr float kBrushReach = 3.75f;

// Sums of a row are made in so many lanes, whatever the vector length, then lane by lane.
inline constexpr int32_t kRowLanes = 16;

const FlowRowKernels& plainFlowRowKernels();
const FlowRowKernels& vectorFlowRowKernels();

} // namespace tarn
