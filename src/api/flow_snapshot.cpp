// The public symbols of flow.h that make another flow of one: resizing, saving, restoring, hashing.
#include "api/arguments.h"
#include "api/flow_checks.h"
#include "core/fpu.h"
#include "flow/defaults.h"

#include "tarn/flow.h"

#include <cstddef>

using namespace tarn;

tnResult tnFlow_Resize(tnFlow handle, int32_t nx, int32_t ny, int32_t dyeScale)
{
    constexpr const char* kCaller = "tnFlow_Resize";
    const FpuScope fpu;
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    constexpr const char* kCells = "a grid has 1 to 16384 cells along an axis";
    ArgumentCheck check(kCaller, tn_logFlowResize);
    check.within("nx", int64_t{nx}, 1, defaults::kMaxFlowCells, kCells, tn_errorSize)
        .within("ny", int64_t{ny}, 1, defaults::kMaxFlowCells, kCells, tn_errorSize)
        .within("dyeScale", int64_t{dyeScale}, 1, defaults::kMaxDyeScale, "give 1 to 8");
    if (!check.isGood())
    {
        return check.result();
    }
    const tnFlowDef& def = flow->def();
    const tnResult fits = checkProportions(kCaller, tn_logFlowResize, def, nx, ny);
    if (fits != tn_success)
    {
        return fits;
    }
    const float cellSize = def.cellSize * static_cast<float>(def.nx) / static_cast<float>(nx);
    check.within("the new cellSize", cellSize, kLeastCellSize, kMostCellSize,
                 "give cells of 1e-6 to 1e6 metres");
    if (!check.isGood())
    {
        return check.result();
    }
    const tnResult result = flow->resize(nx, ny, dyeScale);
    if (result == tn_errorOutOfMemory)
    {
        logMessage(tn_logError, tn_logOutOfMemory,
                   "%s: no memory for the old and the new flow at once; it stays as it was",
                   kCaller);
    }
    return result;
}

size_t tnFlow_GetSaveSize(tnFlow handle)
{
    Flow* flow = findFlow(handle, "tnFlow_GetSaveSize");
    const FpuScope fpu;
    return flow != nullptr ? flow->saveSize() : 0;
}

tnResult tnFlow_Save(tnFlow handle, void* bytes, size_t capacity, size_t* written)
{
    constexpr const char* kCaller = "tnFlow_Save";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (bytes == nullptr || written == nullptr)
    {
        return refuseNull(kCaller, bytes == nullptr ? "bytes" : "written");
    }
    const FpuScope fpu;
    *written = flow->save({static_cast<std::byte*>(bytes), capacity});
    if (*written == 0)
    {
        return refuse(tn_errorCapacity, tn_logCapacity, kCaller, "capacity",
                      static_cast<double>(capacity), "give as much as tnFlow_GetSaveSize says");
    }
    return tn_success;
}

tnResult tnFlow_Restore(tnFlow handle, const void* bytes, size_t size)
{
    constexpr const char* kCaller = "tnFlow_Restore";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (bytes == nullptr)
    {
        return refuseNull(kCaller, "bytes");
    }
    const FpuScope fpu;
    const RestoreChecks checks = {
        [](const tnFlowDef& def) { return checkFlowDef(def, kCaller) == tn_success; },
        [](const tnFlowBrush& brush) { return checkBrush(brush, kCaller) == tn_success; }};
    const char* problem = nullptr;
    const tnResult result =
        flow->restore({static_cast<const std::byte*>(bytes), size}, checks, &problem);
    if (result == tn_errorOutOfMemory)
    {
        logMessage(tn_logError, tn_logOutOfMemory,
                   "%s: no memory for the flow as it is and as it was saved at once; it stays as "
                   "it is",
                   kCaller);
    }
    else if (result != tn_success)
    {
        logMessage(tn_logError, tn_logSnapshot,
                   "%s: these %zu bytes cannot be restored: %s; give what tnFlow_Save wrote",
                   kCaller, size, problem);
    }
    return result;
}

uint64_t tnFlow_Hash(tnFlow handle)
{
    Flow* flow = findFlow(handle, "tnFlow_Hash");
    const FpuScope fpu;
    return flow != nullptr ? flow->hash() : 0;
}
