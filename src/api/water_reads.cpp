// The public symbols of water.h that look at a water without waiting: views on a GPU, reads.
#include "api/read_reports.h"
#include "api/water_checks.h"
#include "core/fpu.h"

#include "tarn/water.h"

#include <cstddef>

using namespace tarn;

tnResult tnWater_GetGlView(tnWater handle, tnWaterField field, tnGlFieldView* out)
{
    constexpr const char* kCaller = "tnWater_GetGlView";
    return answer(handle, out, kCaller, [field](Water& water, tnGlFieldView& view) {
        view = {};
        const tnResult result = checkField(water, field, kCaller);
        if (result != tn_success)
        {
            return result;
        }
        const FpuScope fpu;
        const char* why = "";
        const tnResult looked = water.glView(field, &view, &why);
        return reportGlView(looked, why, kCaller);
    });
}

tnResult tnWater_RequestField(tnWater handle, tnWaterField field, tnRead* out)
{
    constexpr const char* kCaller = "tnWater_RequestField";
    return answer(handle, out, kCaller, [field](Water& water, tnRead& read) {
        read = {};
        const tnResult result = checkField(water, field, kCaller);
        const FpuScope fpu;
        return result == tn_success ? reportRequest(water.requestField(field, &read), kCaller)
                                    : result;
    });
}

tnResult tnWater_RequestSamples(tnWater handle, const tnVec2* points, int32_t count, tnRead* out)
{
    constexpr const char* kCaller = "tnWater_RequestSamples";
    return answer(handle, out, kCaller, [=](Water& water, tnRead& read) {
        read = {};
        if (count <= 0)
        {
            return refuse(tn_errorSize, tn_logWaterField, kCaller, "count", count,
                          "give 1 point or more");
        }
        if (points == nullptr)
        {
            return refuseNull(kCaller, "points");
        }
        const tnResult result = checkPoints(points, count, kCaller);
        if (result != tn_success)
        {
            return result;
        }
        const FpuScope fpu;
        return reportRequest(water.requestSamples({points, static_cast<size_t>(count)}, &read),
                             kCaller);
    });
}

tnResult tnWater_GetReadField(tnWater handle, tnRead read, bool waits, tnFieldView* out)
{
    constexpr const char* kCaller = "tnWater_GetReadField";
    return answer(handle, out, kCaller, [=](Water& water, tnFieldView& view) {
        return reportRead(water.readField(read, waits, &view), read, "a field", kCaller);
    });
}

tnResult tnWater_GetReadSamples(tnWater handle, tnRead read, bool waits,
                                const tnWaterSample** samples, int32_t* count)
{
    constexpr const char* kCaller = "tnWater_GetReadSamples";
    return answer(handle, samples, kCaller, [=](Water& water, const tnWaterSample*& seen) {
        if (count == nullptr)
        {
            return refuseNull(kCaller, "count");
        }
        return reportRead(water.readSamples(read, waits, &seen, count), read, "samples", kCaller);
    });
}

tnResult tnWater_EndRead(tnWater handle, tnRead read)
{
    constexpr const char* kCaller = "tnWater_EndRead";
    Water* water = findWater(handle, kCaller);
    if (water == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    return water->endRead(read) ? tn_success : refuseRead(read, kCaller);
}
