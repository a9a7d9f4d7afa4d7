#include "backend/flow/open_row.h"

#include "backend/flow/advect_node.h"

namespace tarn
{

namespace
{

Way followed(const AdvectJob& job, const Node& n, Direction direction)
{
    return openWay(job.grid, n.baseX, n.phaseX, n.baseY, n.phaseY, signedRate(job, direction));
}

Way wayOf(const AdvectJob& job, int32_t column, int32_t row, Direction direction)
{
    return job.hasWays ? givenWay(job, column, row, direction)
                       : followed(job, nodeAt(job, column, row), direction);
}

} // namespace

void traceOpen(const AdvectJob& job, int32_t row, int32_t begin, int32_t end, bool ahead)
{
    for (int32_t column = begin; column < end; ++column)
    {
        for (const Direction direction : {kBack, kAhead})
        {
            if (direction == kBack || ahead)
            {
                const Way way = followed(job, nodeAt(job, column, row), direction);
                job.wayX[direction].row(row)[column] = way.x;
                job.wayY[direction].row(row)[column] = way.y;
            }
        }
    }
}

void advectOpen(const AdvectJob& job, int32_t row, int32_t begin, int32_t end)
{
    for (int32_t column = begin; column < end; ++column)
    {
        const Stencil s = stencilOf(job, column, row, wayOf(job, column, row, kBack));
        for (int32_t f = 0; f < job.count; ++f)
        {
            job.to[f].row(row)[column] = lookOpen(job.from[f], s).value;
        }
    }
}

void correctOpen(const AdvectJob& job, int32_t row, int32_t begin, int32_t end)
{
    for (int32_t column = begin; column < end; ++column)
    {
        const Node n = nodeAt(job, column, row);
        const Way back = wayOf(job, column, row, kBack);
        const Way ahead = wayOf(job, column, row, kAhead);
        const bool good = trusted(job, n, back) && trusted(job, n, ahead);
        const Stencil behind = stencilOf(job, column, row, back);
        const Stencil before = stencilOf(job, column, row, ahead);
        correctNode(job, column, row, behind, before, good);
    }
}

} // namespace tarn
