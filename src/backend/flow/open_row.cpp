#include "backend/flow/open_row.h"

#include "backend/flow/advect_node.h"

namespace tarn
{

void advectOpen(const AdvectJob& job, int32_t row, int32_t begin, int32_t end)
{
    for (int32_t column = begin; column < end; ++column)
    {
        const Node n = nodeAt(job, column, row);
        const Way way = openWay(job.grid, n.baseX, n.phaseX, n.baseY, n.phaseY, -job.rate);
        const Stencil s = stencilOf(job, column, row, way);
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
        const Way back = openWay(job.grid, n.baseX, n.phaseX, n.baseY, n.phaseY, -job.rate);
        const Way ahead = openWay(job.grid, n.baseX, n.phaseX, n.baseY, n.phaseY, job.rate);
        const bool good = trusted(job, n, back) && trusted(job, n, ahead);
        const Stencil behind = stencilOf(job, column, row, back);
        const Stencil before = stencilOf(job, column, row, ahead);
        correctNode(job, column, row, behind, before, good);
    }
}

} // namespace tarn
