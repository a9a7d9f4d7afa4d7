// Advection of one row in plain scalar code: what the vector kernels must agree with, bit by bit.
#include "backend/flow/near_row.h"
#include "backend/flow/open_row.h"

namespace tarn
{

namespace
{

void traceRow(const AdvectJob& job, int32_t row, bool ahead)
{
    const bool solids = job.grid.solids.first != nullptr;
    (solids ? traceNear : traceOpen)(job, row, 0, job.columns.count, ahead);
}

void advectRow(const AdvectJob& job, int32_t row)
{
    const bool solids = job.grid.solids.first != nullptr;
    (solids ? advectNear : advectOpen)(job, row, 0, job.columns.count);
}

void correctRow(const AdvectJob& job, int32_t row)
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
