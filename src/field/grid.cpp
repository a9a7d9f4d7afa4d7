// Coarsening of a grid's shape. All lengths are in widths of a fine cell.
#include "field/grid.h"

namespace tarn
{

namespace
{

// Width of the second child of a coarse cell; 0 when there is none. The first one's is 1, but for
// an only child, whose width does not matter here.
float secondWidth(const AxisShape& fine, int32_t coarseCell)
{
    const int32_t second = 2 * coarseCell + 1;
    return second >= fine.cells ? 0.0f : second == fine.cells - 1 ? fine.last : 1.0f;
}

} // namespace

AxisShape coarsened(const AxisShape& fine)
{
    AxisShape coarse = fine;
    if (fine.cells > 1)
    {
        coarse.cells = (fine.cells + 1) / 2;
        coarse.last = fine.cells % 2 == 0 ? 0.5f * (1.0f + fine.last) : 0.5f * fine.last;
    }
    return coarse;
}

GridShape coarsened(const GridShape& fine)
{
    return {coarsened(fine.x), coarsened(fine.y)};
}

int32_t levelCount(GridShape shape)
{
    int32_t levels = 1;
    for (; !shape.isStrip(); shape = coarsened(shape))
    {
        ++levels;
    }
    return levels;
}

float innerShare(const AxisShape& fine, int32_t coarseCell, bool towardsHigh)
{
    const float second = secondWidth(fine, coarseCell);
    if (second == 0.0f)
    {
        return 0.0f;
    }
    return towardsHigh ? 1.0f / (1.0f + second) : second / (1.0f + second);
}

CoarseFace coarseFace(const AxisShape& fine, int32_t face)
{
    const int32_t cells = coarsened(fine).cells;
    const bool ring = fine.low == tn_edgePeriodic;
    CoarseFace out;
    out.open = !(ring && cells == 1);
    out.low = ring ? (face - 1 + cells) % cells : face - 1;
    out.high = ring ? face % cells : face < cells ? face : -1;
    out.lowShare = out.low >= 0 ? innerShare(fine, out.low, true) : 0.0f;
    out.highShare = out.high >= 0 ? innerShare(fine, out.high, false) : 0.0f;
    out.leastInner = out.low >= 0 && out.high >= 0 ? kLeastInner : 0.0f;
    return out;
}

InterpolationShape interpolationShape(const AxisShape& fine, int32_t fineCell)
{
    const int32_t coarseCells = coarsened(fine).cells;
    const int32_t coarseCell = fineCell / 2;
    const bool second = fineCell % 2 == 1;
    int32_t outerCell = second ? coarseCell + 1 : coarseCell - 1;
    const bool beyond = outerCell < 0 || outerCell >= coarseCells;
    if (beyond && fine.low == tn_edgePeriodic)
    {
        outerCell = (outerCell + coarseCells) % coarseCells;
        if (outerCell == coarseCell)
        {
            return {}; // the cell itself
        }
    }
    else if (beyond)
    {
        return {innerShare(fine, coarseCell, second), 1.0f};
    }
    return {innerShare(fine, coarseCell, second), 1.0f + innerShare(fine, outerCell, !second)};
}

} // namespace tarn
