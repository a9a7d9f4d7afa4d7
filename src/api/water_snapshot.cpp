// The public symbols of water.h that make another water of one: resizing, saving, restoring,
// hashing.
#include "api/arguments.h"
#include "api/water_checks.h"
#include "core/fpu.h"
#include "water/defaults.h"

#include "tarn/water.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

using namespace tarn;

tnResult tnWater_Resize(tnWater handle, int32_t nx, int32_t ny, const float* terrain)
{
    constexpr const char* kCaller = "tnWater_Resize";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    const tnWaterDef& now = water->def();
    tnWaterDef def = now;
    def.nx = nx;
    def.ny = ny;
    def.cellSize =
        nx > 0 ? now.cellSize * static_cast<float>(now.nx) / static_cast<float>(nx) : now.cellSize;
    if (const tnResult result = checkWaterDef(def, kCaller); result != tn_success)
    {
        return result;
    }
    const tnResult fits = checkProportions(kCaller, tn_logWaterSize, now, nx, ny);
    if (fits != tn_success)
    {
        return fits;
    }
    if (terrain != nullptr)
    {
        const std::span<const float> heights(terrain,
                                             static_cast<size_t>(nx) * static_cast<size_t>(ny));
        const auto bad = std::find_if(heights.begin(), heights.end(), [](float height) {
            return !std::isfinite(height) || std::fabs(height) > defaults::kMostDepth;
        });
        if (bad != heights.end())
        {
            return refuse(std::isfinite(*bad) ? tn_errorInvalidArgument : tn_errorNotFinite,
                          tn_logWaterField, kCaller, "terrain", static_cast<double>(*bad),
                          "give heights of at most 1e6 metres either way");
        }
    }
    const FpuScope fpu;
    const tnResult result = water->resize(nx, ny, terrain);
    if (result == tn_errorOutOfMemory)
    {
        logMessage(tn_logError, tn_logOutOfMemory,
                   "%s: no memory for the old and the new water at once; it stays as it was",
                   kCaller);
    }
    return result;
}

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
