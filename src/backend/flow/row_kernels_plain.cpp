#include "backend/flow/flow_grid.h"
#include "backend/flow/row_kernels.h"

#include <algorithm>
#include <cmath>

#define TN_RESTRICT

namespace tarn
{
namespace
{

#include "backend/flow/row_loops-inl.h"

} // namespace

const FlowRowKernels& plainFlowRowKernels()
{
    return kFlowRowKernels;
}

} // namespace tarn
