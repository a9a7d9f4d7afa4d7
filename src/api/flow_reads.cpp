// The public symbols of flow.h that look at a flow without waiting: views on a GPU, reads.
#include "api/flow_checks.h"
#include "api/read_reports.h"
#include "core/fpu.h"

#include "tarn/flow.h"

#include <cstddef>

using namespace tarn;

tnResult tnFlow_GetGlView(tnFlow handle, tnFlowField field, tnGlFieldView* out)
{
    constexpr const char* kCaller = "tnFlow_GetGlView";
    return answer(handle, out, kCaller, [field](Flow& flow, tnGlFieldView& view) {
        view = {};
        const tnResult result = checkField(flow, field, kCaller);
        if (result != tn_success)
        {
            return result;
        }
        const FpuScope fpu;
        const char* why = "";
        const tnResult looked = flow.glView(field, &view, &why);
        return reportGlView(looked, why, kCaller);
    });
}

tnResult tnFlow_RequestField(tnFlow handle, tnFlowField field, tnRead* out)
{
    constexpr const char* kCaller = "tnFlow_RequestField";
    return answer(handle, out, kCaller, [field](Flow& flow, tnRead& read) {
        read = {};
        const tnResult result = checkField(flow, field, kCaller);
        const FpuScope fpu;
        return result == tn_success ? reportRequest(flow.requestField(field, &read), kCaller)
                                    : result;
    });
}

tnResult tnFlow_RequestSamples(tnFlow handle, const tnVec2* points, int32_t count, tnRead* out)
{
    constexpr const char* kCaller = "tnFlow_RequestSamples";
    return answer(handle, out, kCaller, [=](Flow& flow, tnRead& read) {
        read = {};
        if (count <= 0)
        {
            return refuse(tn_errorInvalidArgument, tn_logFlowField, kCaller, "count", count,
                          "give 1 point or more");
        }
        if (points == nullptr)
        {
            return refuseNull(kCaller, "points");
        }
        const FpuScope fpu;
        return reportRequest(flow.requestSamples({points, static_cast<size_t>(count)}, &read),
                             kCaller);
    });
}

tnResult tnFlow_GetReadField(tnFlow handle, tnRead read, bool waits, tnFieldView* out)
{
    constexpr const char* kCaller = "tnFlow_GetReadField";
    return answer(handle, out, kCaller, [=](Flow& flow, tnFieldView& view) {
        return reportRead(flow.readField(read, waits, &view), read, "a field", kCaller);
    });
}

tnResult tnFlow_GetReadSamples(tnFlow handle, tnRead read, bool waits, const tnFlowSample** samples,
                               int32_t* count)
{
    constexpr const char* kCaller = "tnFlow_GetReadSamples";
    return answer(handle, samples, kCaller, [=](Flow& flow, const tnFlowSample*& seen) {
        if (count == nullptr)
        {
            return refuseNull(kCaller, "count");
        }
        return reportRead(flow.readSamples(read, waits, &seen, count), read, "samples", kCaller);
    });
}

tnResult tnFlow_EndRead(tnFlow handle, tnRead read)
{
    constexpr const char* kCaller = "tnFlow_EndRead";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    return flow->endRead(read) ? tn_success : refuseRead(read, kCaller);
}
