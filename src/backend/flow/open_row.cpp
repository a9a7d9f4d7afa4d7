#include "backend/flow/open_row.h"

#include "backend/flow/advect_node.h"

namespace tarn
{

namespace
{

BothWays followed(const AdvectJob& job, int32_t column, int32_t row)
{
    return openWays(job.grid, nodeAt(job, column, row), job.rate);
}

Way wayBack(const AdvectJob& job, int32_t column, int32_t row)
{
    return job.hasWays ? givenWay(job, column, row, kBack)
                       : openWay(job.grid, nodeAt(job, column, row), -job.rate);
}

BothWays waysOf(const AdvectJob& job, int32_t column, int32_t row)
{
    return job.hasWays
               ? BothWays{givenWay(job, column, row, kBack), givenWay(job, column, row, kAhead)}
               : followed(job, column, row);
}

} // namespace

void traceOpen(const AdvectJob& job, int32_t row, int32_t begin, int32_t end, bool ahead)
{
    for (int32_t column = begin; column < end; ++column)
    {
        const BothWays ways = followed(job, column, row);
        setCellWay(job, column, row, kBack, ways.back);
        if (ahead)
        {
            setCellWay(job, column, row, kAhead, ways.ahead);
        }
    }
}

void advectOpen(const AdvectJob& job, int32_t row, int32_t begin, int32_t end)
{
    for (int32_t column = begin; column < end; ++column)
    {
        const Stencil s = stencilOf(job, column, row, wayBack(job, column, row));
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
        const auto [back, ahead] = waysOf(job, column, row);
        const bool good = trusted(job, n, back) && trusted(job, n, ahead);
        const Stencil behind = stencilOf(job, column, row, back);
        const Stencil before = stencilOf(job, column, row, ahead);
        correctNode(job, column, row, behind, before, good);
    }
}

} // namespace tarn
