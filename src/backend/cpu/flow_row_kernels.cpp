// The row loops of Flow, compiled once per instruction set: Highway chooses which, the compiler
// makes vectors of them.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/flow_row_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/highway.h>

#include "backend/flow/flow_grid.h"
#include "backend/flow/row_kernels.h"

#include <algorithm>
#include <cmath>

#ifndef TN_RESTRICT
#define TN_RESTRICT HWY_RESTRICT
#endif

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

#include "backend/flow/row_loops-inl.h"

const FlowRowKernels* table()
{
    return &kFlowRowKernels;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tarn
{

HWY_EXPORT(table);

const FlowRowKernels& vectorFlowRowKernels()
{
    return *HWY_DYNAMIC_DISPATCH(table)();
}

} // namespace tarn
#endif
