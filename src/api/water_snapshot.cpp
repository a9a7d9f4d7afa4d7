// The public symbols of water.h that save, restore and hash a water.
#include "api/arguments.h"
#include "api/water_checks.h"
#include "core/fpu.h"

#include "tarn/water.h"

#include <cstddef>

using namespace tarn;

size_t tnWater_GetSaveSize(tnWater handle)
{
    Water* water = findWater(handle, "tnWater_GetSaveSize");
    const FpuScope fpu;
    return water != nullptr ? water->saveSize() : 0;
}

tnResult tnWater_Save(tnWater handle, void* bytes, size_t capacity, size_t* written)
{
    constexpr const char* kCaller = "tnWater_Save";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (bytes == nullptr || written == nullptr)
    {
        return refuseNull(kCaller, bytes == nullptr ? "bytes" : "written");
    }
    const FpuScope fpu;
    *written = water->save({static_cast<std::byte*>(bytes), capacity});
    return *written != 0
               ? tn_success
               : refuse(tn_errorCapacity, tn_logCapacity, kCaller, "capacity",
                        static_cast<double>(capacity), "give as much as tnWater_GetSaveSize says");
}

tnResult tnWater_Restore(tnWater handle, const void* bytes, size_t size)
{
    constexpr const char* kCaller = "tnWater_Restore";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (bytes == nullptr)
    {
        return refuseNull(kCaller, "bytes");
    }
    const FpuScope fpu;
    const WaterChecks checks = {
        [](const tnWaterDef& def) { return checkWaterDef(def, kCaller) == tn_success; },
        [](const tnWaterBrush& brush) { return checkWaterBrush(brush, kCaller) == tn_success; },
        [](const tnSpringDef& spring) { return checkSpring(spring, kCaller) == tn_success; },
        [](const tnBodyDef& body) { return checkBody(body, kCaller); }};
    const char* problem = nullptr;
    const tnResult result =
        water->restore({static_cast<const std::byte*>(bytes), size}, checks, &problem);
    if (result == tn_errorOutOfMemory)
    {
        logMessage(tn_logError, tn_logOutOfMemory,
                   "%s: no memory for the water as it is and as it was saved at once; it stays as "
                   "it is",
                   kCaller);
    }
    else if (result != tn_success)
    {
        logMessage(tn_logError, tn_logSnapshot,
                   "%s: these %zu bytes cannot be restored: %s; give what tnWater_Save wrote",
                   kCaller, size, problem);
    }
    return result;
}

uint64_t tnWater_Hash(tnWater handle)
{
    Water* water = findWater(handle, "tnWater_Hash");
    const FpuScope fpu;
    return water != nullptr ? water->hash() : 0;
}
