// Advection of one row in plain scalar code: what the vector kernels must agree with, bit by bit.
#include "backend/flow/advect_node.h"
#include "backend/flow/near_row.h"

namespace tarn
{

namespace
{

void advectRow(const AdvectJob& job, int32_t row)
{
    if (job.grid.solids.first != nullptr)
    {
        advectNear(job, row, 0, job.columns.count);
        return;
    }
    for (int32_t column = 0; column < job.columns.count; ++column)
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

void correctRow(const AdvectJob& job, int32_t row)
{
    if (job.grid.solids.first != nullptr)
    {
        correctNear(job, row, 0, job.columns.count);
        return;
    }
    for (int32_t column = 0; column < job.columns.count; ++column)
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

} // namespace

const AdvectKernels& plainAdvectKernels()
{
    static constexpr AdvectKernels kKernels = {advectRow, correctRow};
    return kKernels;
}

} // namespace tarn
