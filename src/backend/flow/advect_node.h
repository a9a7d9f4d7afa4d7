// Nodes of an advection, and what is done at each of them; shared by the scalar kernels.
#pragma once

#include "backend/flow/flow_grid.h"
#include "backend/flow/sample.h"

namespace tarn
{

inline Node nodeAt(const AdvectJob& job, int32_t column, int32_t row)
{
    return {job.columns.base[column], job.rowBase[row], job.columns.phase[column],
            job.rowPhase[row]};
}

// Where a way from a node ends, among the nodes themselves.
inline Stencil stencilOf(const AdvectJob& job, int32_t column, int32_t row, Way way)
{
    const float fine = static_cast<float>(job.scale);
    Stencil s = stencilAt(column, fine * way.x, row, fine * way.y);
    wrapStencil(s, job.grid.wrapX, job.grid.nx * job.scale, job.grid.wrapY,
                job.grid.ny * job.scale);
    return s;
}

enum Direction : int32_t
{
    kBack,
    kAhead
};

// The way given for a cell.
inline Way cellWay(const AdvectJob& job, int32_t i, int32_t j, Direction direction)
{
    const auto at = [i, j](Rows rows) {
        return rows.first[static_cast<ptrdiff_t>(j) * static_cast<ptrdiff_t>(rows.stride) + i];
    };
    return {at(job.wayX[direction]), at(job.wayY[direction])};
}

inline void setCellWay(const AdvectJob& job, int32_t i, int32_t j, Direction direction, Way way)
{
    job.wayX[direction].row(j)[i] = way.x;
    job.wayY[direction].row(j)[i] = way.y;
}

// The way of a node between two cells, or of a cell.
inline Way meanWay(Way a, Way b)
{
    return {0.5f * (a.x + b.x), 0.5f * (a.y + b.y)};
}

inline Way givenWay(const AdvectJob& job, int32_t i, int32_t j, Direction direction)
{
    const Way own = cellWay(job, i, j, direction);
    switch (job.at)
    {
    case AdvectJob::At::facesX:
        return meanWay(cellWay(job, i - 1, j, direction), own);
    case AdvectJob::At::facesY:
        return meanWay(cellWay(job, i, j - 1, direction), own);
    case AdvectJob::At::cells:
        break;
    }
    return own;
}

// Whether MacCormack's correction may look there.
inline bool trusted(const AdvectJob& job, const Node& node, Way way)
{
    const float x = node.placeX() + way.x;
    const float y = node.placeY() + way.y;
    return (job.grid.wrapX || (x >= job.trustLowX && x <= job.trustHighX)) &&
           (job.grid.wrapY || (y >= job.trustLowY && y <= job.trustHighY));
}

// MacCormack's result at a node, held within the nodes it came from (Selle et al. 2008).
inline void correctNode(const AdvectJob& job, int32_t column, int32_t row, const Stencil& behind,
                        const Stencil& before, bool good)
{
    for (int32_t f = 0; f < job.count; ++f)
    {
        const float hat = job.hat[f].row(row)[column];
        const Looked source = lookOpen(job.from[f], behind);
        const float again = lookOpen(job.hat[f], before).value;
        const float better = hat + 0.5f * (job.from[f].row(row)[column] - again);
        const float limited = std::min(std::max(better, source.low), source.high);
        job.to[f].row(row)[column] = good ? limited : hat;
    }
}

} // namespace tarn
