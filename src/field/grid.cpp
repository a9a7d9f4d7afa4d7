// Coarsening of a grid's shape: widths, distances between centres, interpolation weights.
// All lengths below are in widths of a fine cell.
#include "field/grid.h"

namespace tarn
{

namespace
{

// Width of a coarse cell.
float coarseWidth(const AxisShape& fine, int32_t coarseCell)
{
    const AxisShape coarse = coarsened(fine);
    return coarseCell == coarse.cells - 1 ? 2.0f * coarse.last : 2.0f;
}

float fineWidth(const AxisShape& fine, int32_t cell)
{
    return cell == fine.cells - 1 ? fine.last : 1.0f;
}

// Distance from the centre of a cell of width `a` to that of its neighbour of width `b`.
float between(float a, float b)
{
    return 0.5f * (a + b);
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

float conductanceRatio(const AxisShape& fine, int32_t coarseFace)
{
    const int32_t coarseCells = coarsened(fine).cells;
    const int32_t lastCoarse = coarseCells - 1;
    const int32_t lastFine = fine.cells - 1;
    if (fine.cells == 1)
    {
        return 1.0f;
    }
    if (coarseFace > 0 && coarseFace < coarseCells)
    {
        const int32_t right = 2 * coarseFace; // the fine cell right of the face
        return between(fineWidth(fine, right - 1), fineWidth(fine, right)) /
               between(coarseWidth(fine, coarseFace - 1), coarseWidth(fine, coarseFace));
    }
    if (fine.low == tn_edgePeriodic)
    {
        return coarseCells == 1 ? 0.0f
                                : between(fineWidth(fine, lastFine), fineWidth(fine, 0)) /
                                      between(coarseWidth(fine, lastCoarse), coarseWidth(fine, 0));
    }
    if (coarseFace == 0)
    {
        return fine.low == tn_edgeDirichlet ? fineWidth(fine, 0) / coarseWidth(fine, 0) : 0.0f;
    }
    return fine.high == tn_edgeDirichlet ? fineWidth(fine, lastFine) / coarseWidth(fine, lastCoarse)
                                         : 0.0f;
}

float interpolationWeight(const AxisShape& fine, int32_t fineCell)
{
    const int32_t coarseCells = coarsened(fine).cells;
    const int32_t lastCoarse = coarseCells - 1;
    const int32_t coarseCell = fineCell / 2;
    const bool first = fineCell % 2 == 0;
    if (fine.cells == 1 || (first && fineCell == fine.cells - 1))
    {
        return 0.0f; // the only child: its centre is the coarse cell's
    }
    const float width = coarseWidth(fine, coarseCell);
    const float offset = 0.5f * (width - fineWidth(fine, fineCell)); // centre to centre
    const bool atEdge = first ? coarseCell == 0 : coarseCell == lastCoarse;
    if (!atEdge)
    {
        return offset / between(width, coarseWidth(fine, first ? coarseCell - 1 : coarseCell + 1));
    }
    if (fine.low == tn_edgePeriodic)
    {
        return offset / between(width, coarseWidth(fine, first ? lastCoarse : 0));
    }
    return (first ? fine.low : fine.high) == tn_edgeDirichlet ? offset / width : 0.0f;
}

} // namespace tarn
