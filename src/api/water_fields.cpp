// The public symbols of water.h that look at the water: fields, points, statistics.
#include "api/arguments.h"
#include "api/water_checks.h"
#include "core/fpu.h"
#include "water/defaults.h"
#include "water/water.h"

#include "tarn/water.h"

#include <cmath>

using namespace tarn;

namespace
{

// How far a number of a field may go either way.
float mostOf(tnWaterField field)
{
    switch (field)
    {
    case tn_waterVelocityX:
    case tn_waterVelocityY:
        return defaults::kMostWaterSpeed;
    case tn_waterFoam:
        return 1.0f;
    default:
        return defaults::kMostDepth;
    }
}

} // namespace

tnResult tarn::checkField(const Water& water, tnWaterField field, const char* caller)
{
    const bool isDye = field >= tn_waterDye0 && field < tn_waterDye0 + water.def().dyeChannels;
    if ((field >= tn_waterDepth && field <= tn_waterFoam) || isDye)
    {
        return tn_success;
    }
    return refuse(tn_errorInvalidArgument, tn_logWaterField, caller, "field",
                  static_cast<double>(field),
                  "use one of the values of tnWaterField; a dye must be below dyeChannels");
}

tnResult tarn::checkPoints(const tnVec2* points, int32_t count, const char* caller)
{
    for (int32_t k = 0; k < count; ++k)
    {
        if (!std::isfinite(points[k].x) || !std::isfinite(points[k].y))
        {
            return refuse(
                tn_errorNotFinite, tn_logNotFinite, caller, Indexed("points", k).text,
                static_cast<double>(std::isfinite(points[k].x) ? points[k].y : points[k].x),
                "give finite coordinates");
        }
    }
    return tn_success;
}

tnResult tnWater_GetView(tnWater handle, tnWaterField field, tnFieldView* out)
{
    constexpr const char* kCaller = "tnWater_GetView";
    return answer(handle, out, kCaller, [field](Water& water, tnFieldView& view) {
        const tnResult result = checkField(water, field, kCaller);
        const FpuScope fpu;
        view = result == tn_success ? water.view(field) : tnFieldView{};
        return result;
    });
}

tnResult tnWater_SetField(tnWater handle, tnWaterField field, const float* values, int64_t count)
{
    constexpr const char* kCaller = "tnWater_SetField";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    const tnResult result = checkField(*water, field, kCaller);
    if (result != tn_success)
    {
        return result;
    }
    if (field == tn_waterDisplaced)
    {
        return refuse(tn_errorInvalidArgument, tn_logWaterField, kCaller, "field",
                      static_cast<double>(field), "bodies make it; add or move them instead");
    }
    if (values == nullptr)
    {
        return refuseNull(kCaller, "values");
    }
    const int64_t cells = int64_t{water->def().nx} * water->def().ny;
    if (count != cells)
    {
        return refuse(tn_errorSize, tn_logWaterField, kCaller, "count", static_cast<double>(count),
                      "give nx * ny numbers");
    }
    const float most = mostOf(field);
    for (int64_t k = 0; k < count; ++k)
    {
        if (!std::isfinite(values[k]) || std::fabs(values[k]) > most)
        {
            logMessage(tn_logError, std::isfinite(values[k]) ? tn_logWaterField : tn_logNotFinite,
                       "%s: number %lld (column %lld, row %lld) is %g; give numbers within %g",
                       kCaller, static_cast<long long>(k),
                       static_cast<long long>(k % water->def().nx),
                       static_cast<long long>(k / water->def().nx), static_cast<double>(values[k]),
                       static_cast<double>(most));
            return std::isfinite(values[k]) ? tn_errorInvalidArgument : tn_errorNotFinite;
        }
    }
    const FpuScope fpu;
    water->setField(field, values);
    return tn_success;
}

tnResult tnWater_Sample(tnWater handle, const tnVec2* points, int32_t count, tnWaterSample* out)
{
    constexpr const char* kCaller = "tnWater_Sample";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (count < 0)
    {
        return refuse(tn_errorSize, tn_logWaterField, kCaller, "count", count, "give 0 or more");
    }
    if (count > 0 && (points == nullptr || out == nullptr))
    {
        return refuseNull(kCaller, points == nullptr ? "points" : "out");
    }
    const tnResult result = checkPoints(points, count, kCaller);
    if (result == tn_success)
    {
        const FpuScope fpu;
        water->sample({points, static_cast<size_t>(count)}, out);
    }
    return result;
}

tnResult tnWater_GetParticles(tnWater handle, const tnWaterParticle** particles, int32_t* count)
{
    constexpr const char* kCaller = "tnWater_GetParticles";
    const Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (particles == nullptr || count == nullptr)
    {
        return refuseNull(kCaller, particles == nullptr ? "particles" : "count");
    }
    *particles = water->particles().data();
    *count = static_cast<int32_t>(water->particles().size());
    return tn_success;
}

tnResult tnWater_AddSpray(tnWater handle, tnVec3 position, tnVec3 velocity, float volume,
                          bool taken)
{
    constexpr const char* kCaller = "tnWater_AddSpray";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    ArgumentCheck check(kCaller, tn_logSpray);
    checkVector(check, "position", position, defaults::kFarthestPlace,
                "give coordinates within 1e9 metres");
    checkVector(check, "velocity", velocity, defaults::kMostWaterSpeed,
                "give at most 1e6 m/s either way")
        .within("volume", volume, 1.0e-15f, 1.0e6f, "give 1e-15 to 1e6 m^3");
    if (!check.isGood())
    {
        return check.result();
    }
    const FpuScope fpu;
    return water->addSpray(position, velocity, volume, taken) > 0.0f
               ? tn_success
               : refuse(tn_errorCapacity, tn_logCapacity, kCaller, "the number of particles",
                        water->def().particleCapacity,
                        "raise particleCapacity, or throw from where there is water");
}

tnResult tnWater_GetStats(tnWater handle, tnWaterStats* out)
{
    return answer(handle, out, "tnWater_GetStats", [](Water& water, tnWaterStats& stats) {
        const FpuScope fpu;
        stats = water.stats();
        return tn_success;
    });
}

tnResult tnWater_GetTotals(tnWater handle, tnWaterTotals* out)
{
    return answer(handle, out, "tnWater_GetTotals", [](Water& water, tnWaterTotals& totals) {
        const FpuScope fpu;
        totals = water.totals();
        return tn_success;
    });
}
