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
        return validFaces(job.grid.links, s, true);
    case AdvectJob::At::facesY:
        return validFaces(job.grid.links, s, false);
    }
    return 15u;
}

const LinkGrid& wallsOf(const AdvectJob& job)
{
    return job.at == AdvectJob::At::cells ? job.cellLinks : job.grid.links;
}

NearWay followedBack(const AdvectJob& job, int32_t column, int32_t row)
{
    return nearWay(job.grid, wallsOf(job), job.scale, nodeAt(job, column, row), -job.rate);
}

BothNearWays followed(const AdvectJob& job, int32_t column, int32_t row)
{
    return nearWays(job.grid, wallsOf(job), job.scale, nodeAt(job, column, row), job.rate);
}

// The way given for a node, up to the first wall. A face takes the way of its open cell alone where
// the other is solid.
NearWay givenUpToWall(const AdvectJob& job, int32_t i, int32_t j, Direction direction)
{
    const LinkGrid& cells = job.grid.links;
    const auto isSolid = [&cells](int32_t column, int32_t row) {
        return (cells.at(column, row) & kLinkBlocked) != 0;
    };
    Way way = givenWay(job, i, j, direction);
    if (job.at != AdvectJob::At::cells)
    {
        const int32_t before = job.at == AdvectJob::At::facesX ? i - 1 : i;
        const int32_t below = job.at == AdvectJob::At::facesY ? j - 1 : j;
        way = isSolid(i, j) ? cellWay(job, before, below, direction) : way;
        way = isSolid(before, below) ? cellWay(job, i, j, direction) : way;
    }
    const Node n = nodeAt(job, i, j);
    NearWay result;
    result.way = clippedWay(cells, static_cast<double>(n.baseX) + static_cast<double>(n.phaseX),
                            static_cast<double>(n.baseY) + static_cast<double>(n.phaseY), way,
                            &result.clipped);
    return result;
}

NearWay wayBack(const AdvectJob& job, int32_t column, int32_t row)
{
    return job.hasWays ? givenUpToWall(job, column, row, kBack) : followedBack(job, column, row);
}

BothNearWays waysOf(const AdvectJob& job, int32_t column, int32_t row)
{
    return job.hasWays ? BothNearWays{givenUpToWall(job, column, row, kBack),
                                      givenUpToWall(job, column, row, kAhead)}
                       : followed(job, column, row);
}

} // namespace

void traceNear(const AdvectJob& job, int32_t row, int32_t begin, int32_t end, bool ahead)
{
    for (int32_t column = begin; column < end; ++column)
    {
        BothNearWays ways;
        if (isCarried(job, column, row))
        {
            ways = ahead ? followed(job, column, row)
                         : BothNearWays{followedBack(job, column, row), {}};
        }
        setCellWay(job, column, row, kBack, ways.back.way);
        if (ahead)
        {
            setCellWay(job, column, row, kAhead, ways.ahead.way);
        }
    }
}

void advectNear(const AdvectJob& job, int32_t row, int32_t begin, int32_t end)
{
    for (int32_t column = begin; column < end; ++column)
    {
        if (!isCarried(job, column, row))
        {
            for (int32_t f = 0; f < job.count; ++f)
            {
                job.to[f].row(row)[column] = job.from[f].row(row)[column];
            }
            continue;
        }
        const Stencil s = stencilOf(job, column, row, wayBack(job, column, row).way);
        const uint32_t mask = countedNodes(job, s);
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
        const auto keepHat = [&] {
            for (int32_t f = 0; f < job.count; ++f)
            {
                job.to[f].row(row)[column] = job.hat[f].row(row)[column];
            }
        };
        if (!isCarried(job, column, row))
        {
            keepHat();
            continue;
        }
        const Node n = nodeAt(job, column, row);
        const auto [back, ahead] = waysOf(job, column, row);
        if (back.clipped || ahead.clipped || !trusted(job, n, back.way) ||
            !trusted(job, n, ahead.way))
        {
            keepHat();
            continue;
        }
        const Stencil behind = stencilOf(job, column, row, back.way);
        const Stencil before = stencilOf(job, column, row, ahead.way);
        const bool good = countedNodes(job, behind) == 15u && countedNodes(job, before) == 15u;
        correctNode(job, column, row, behind, before, good);
    }
}

} // namespace tarn
