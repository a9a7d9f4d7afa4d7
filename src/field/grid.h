// The shape of one grid of the hierarchy, and how it relates to the next coarser one.
//
// Cells have width 1 in the grid's own unit, except the last of each axis, which may be
// narrower: an axis of n cells coarsens to ceil(n / 2), and when n is odd the last coarse cell
// covers one fine cell only. Distances between centres follow from that, so that coefficients
// and interpolation stay consistent for every size. An axis of one cell is not coarsened.
//
//     fine    |  0  |  1  |  2  |  3  | 4 |        5 cells, the last of width w
//     coarse  |     0     |     1     |2|.|        3 cells, the last of width w / 2
#pragma once

#include <cstdint>

#include "tarn/solver.h"

namespace tarn
{

struct AxisShape
{
    int32_t cells = 1;
    float last = 1.0f; // width of the last cell, in widths of the others; 0 < last <= 1
    tnEdge low = tn_edgeNeumann;
    tnEdge high = tn_edgeNeumann;

    bool periodic() const { return low == tn_edgePeriodic && cells > 1; }
};

struct GridShape
{
    AxisShape x;
    AxisShape y;

    // One cell wide along an axis: solved directly, and the end of the hierarchy.
    bool isStrip() const { return x.cells == 1 || y.cells == 1; }
};

AxisShape coarsened(const AxisShape& fine);
GridShape coarsened(const GridShape& fine);

// Number of grids from this one down to the first strip.
int32_t levelCount(GridShape shape);

// Where the centre of a coarse cell lies between the centres of its two children: the part of the
// way from the first child that it is from it (towardsHigh = false), or from the second
// (towardsHigh = true). Half either way on a uniform grid; 0 when there is only one child.
float innerShare(const AxisShape& fine, int32_t coarseCell, bool towardsHigh);

// The coarse cells on either side of a coarse face (-1: none), and their shares of the way.
struct CoarseFace
{
    bool open = true; // else it joins a cell to itself
    int32_t low = -1;
    int32_t high = -1;
    float lowShare = 0.0f;
    float highShare = 0.0f;
    float leastInner = 0.0f; // see coarseConductance
};
CoarseFace coarseFace(const AxisShape& fine, int32_t face);
inline constexpr float kLeastInner = 0.125f; // between two coarse cells

// The conductance of a coarse face: three resistances in series. `across` is the conductance of
// the fine faces on it, `low` and `high` of the fine faces inside the coarse cells on either side
// (0 beyond an edge), all summed over the fine rows that the coarse face spans; the shares say how
// much of the way through those is on the path between the coarse centres.
//
// Between two coarse cells, one that is all but shut inside is taken to be an eighth as open as its
// face (leastInner), since water may find another way around in it; coarse conductances that are
// too low make a cycle overshoot, and such that are too high only slow it down.
inline float coarseConductance(float across, float low, float lowShare, float high, float highShare,
                               float leastInner)
{
    if (!(across > 0.0f))
    {
        return 0.0f;
    }
    const float least = leastInner * across;
    const float openLow = low > 0.0f ? (low > least ? low : least) : across;
    const float openHigh = high > 0.0f ? (high > least ? high : least) : across;
    return 1.0f / ((lowShare / openLow + 1.0f / across) + highShare / openHigh);
}

// Interpolation between a fine cell's own coarse cell and the coarse cell on its outer side (left
// of the first child, right of the second), 0 beyond a Dirichlet edge. Flux is continuous, so the
// weight of the outer one is the resistance from the own centre to the fine cell, over that from
// centre to centre: with the conductances of the outer and the inner face of the fine cell,
//
//     own.outer * outer / (own.outer * outer + own.inner * inner)
//
// which is 1/4 on a uniform grid, 0 through a shut face, and 1 if only the outer face is open. The
// weights wx and wy along the axes make four of a cell: (1 - wx)(1 - wy) of the own coarse cell,
// wx (1 - wy) and wy (1 - wx) of the outer ones, wx wy of the one that lies diagonally; or, where
// that one is cut off by solids, 1 - wx - wy, wx and wy of the other three.
struct InterpolationShape
{
    float outer = 0.0f;
    float inner = 1.0f;
};
InterpolationShape interpolationShape(const AxisShape& fine, int32_t fineCell);

} // namespace tarn
