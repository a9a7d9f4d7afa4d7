#include "backend/flow/near_row.h"

#include "backend/flow/advect_node.h"

namespace tarn
{

namespace
{

// Faces and cells inside solids are not carried along.
bool isCarried(const AdvectJob& job, int32_t column, int32_t row)
{
    constexpr uint8_t kSolid = kLinkBlocked;
    const LinkGrid& cells = job.grid.links;
    switch (job.at)
    {
    case AdvectJob::At::cells:
        return (job.cellLinks.at(column, row) & kSolid) == 0;
    case AdvectJob::At::facesX:
        return (cells.at(column - 1, row) & kSolid) == 0 || (cells.at(column, row) & kSolid) == 0;
    case AdvectJob::At::facesY:
        return (cells.at(column, row - 1) & kSolid) == 0 || (cells.at(column, row) & kSolid) == 0;
    }
    return true;
}

uint32_t countedNodes(const AdvectJob& job, const Stencil& s)
{
    switch (job.at)
    {
    case AdvectJob::At::cells:
        return joinedCells(job.cellLinks, s);
    case AdvectJob::At::facesX:
        return validFacesX(job.grid.links, s);
    case AdvectJob::At::facesY:
        return validFacesY(job.grid.links, s);
    }
    return 15u;
}

NearWay wayOf(const AdvectJob& job, const Node& n, float rate)
{
    const bool cells = job.at == AdvectJob::At::cells;
    return nearWay(job.grid, cells ? job.cellLinks : job.grid.links, cells ? job.scale : 1, n.baseX,
                   n.phaseX, n.baseY, n.phaseY, rate);
}

} // namespace

void advectNear(const AdvectJob& job, int32_t row, int32_t begin, int32_t end)
{
    for (int32_t column = begin; column < end; ++column)
    {
        const bool carried = isCarried(job, column, row);
        const Node n = nodeAt(job, column, row);
        const Way way = carried ? wayOf(job, n, -job.rate).way : Way{};
        const Stencil s = stencilOf(job, column, row, way);
        const uint32_t mask = carried ? countedNodes(job, s) : 15u;
        for (int32_t f = 0; f < job.count; ++f)
        {
            job.to[f].row(row)[column] = lookMasked(job.from[f], s, mask).value;
        }
    }
}

void correctNear(const AdvectJob& job, int32_t row, int32_t begin, int32_t end)
{
    for (int32_t column = begin; column < end; ++column)
    {
        const Node n = nodeAt(job, column, row);
        NearWay back, ahead;
        bool good = isCarried(job, column, row);
        if (good)
        {
            back = wayOf(job, n, -job.rate);
            ahead = wayOf(job, n, job.rate);
            good = !back.clipped && !ahead.clipped && trusted(job, n, back.way) &&
                   trusted(job, n, ahead.way);
        }
        const Stencil behind = stencilOf(job, column, row, back.way);
        const Stencil before = stencilOf(job, column, row, ahead.way);
        good = good && countedNodes(job, behind) == 15u && countedNodes(job, before) == 15u;
        correctNode(job, column, row, behind, before, good);
    }
}

} // namespace tarn
