// Advection of one row in plain scalar code: what the vector kernels must agree with, bit by bit.
// It keeps no bounds, and looks them up where they are needed.
#include "backend/flow/advect_node.h"
#include "backend/flow/near_row.h"
#include "backend/flow/open_row.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

float traceRow(const AdvectJob& job, int32_t row, bool ahead)
{
    const bool solids = job.grid.solids.first != nullptr;
    (solids ? traceNear : traceOpen)(job, row, 0, job.columns.count, ahead);
    float farthest = 0.0f;
    for (int32_t column = 0; ahead && column < job.columns.count; ++column)
    {
        farthest = std::max(farthest, std::abs(job.wayY[kAhead].row(row)[column]));
    }
    return farthest;
}

void advectRow(const AdvectJob& job, int32_t row, const BoundRing& /*bounds*/)
{
    const bool solids = job.grid.solids.first != nullptr;
    (solids ? advectNear : advectOpen)(job, row, 0, job.columns.count);
}

void correctRow(const AdvectJob& job, int32_t row, const BoundRing& /*bounds*/)
{
    const bool solids = job.grid.solids.first != nullptr;
    (solids ? correctNear : correctOpen)(job, row, 0, job.columns.count);
}

} // namespace

const AdvectKernels& plainAdvectKernels()
{
    static constexpr AdvectKernels kKernels = {traceRow, advectRow, correctRow};
    return kKernels;
}

} // namespace tarn
