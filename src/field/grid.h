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

// The distance that the coefficient of a fine face spans, over the one that the coarse face at
// the same place spans: what the fine conductance is multiplied by. `coarseFace` runs from 0 to
// coarsened(fine).cells. 0 for an edge that is shut.
float conductanceRatio(const AxisShape& fine, int32_t coarseFace);

// Weight of the outer neighbour's coarse value when a fine cell's value is interpolated between
// its own coarse cell and the neighbour on its side (left for the first child, right for the
// second): 1/4 on a uniform grid. At a Dirichlet edge the neighbour's value is minus the cell's.
float interpolationWeight(const AxisShape& fine, int32_t fineCell);

} // namespace tarn
