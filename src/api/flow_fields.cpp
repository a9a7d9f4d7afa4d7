// The public symbols of flow.h about fields, points, tracers, statistics and saved states.
#include "api/arguments.h"
#include "api/flow_checks.h"
#include "core/fpu.h"

#include "tarn/flow.h"

#include <cstddef>

using namespace tarn;

namespace
{

bool exists(const tnFlowDef& def, tnFlowField field)
{
    switch (field)
    {
    case tn_flowVelocityX:
    case tn_flowVelocityY:
    case tn_flowPressure:
    case tn_flowDivergence:
    case tn_flowVorticity:
    case tn_flowSolidCells:
    case tn_flowOpenX:
    case tn_flowOpenY:
        return true;
    case tn_flowTemperature:
        return def.temperature;
    case tn_flowTextureX0:
    case tn_flowTextureY0:
    case tn_flowTextureX1:
    case tn_flowTextureY1:
        return def.texture;
    case tn_flowSolidDyes:
        return def.dyeChannels > 0;
    default:
        return field >= tn_flowDye0 && field < tn_flowDye0 + def.dyeChannels;
    }
}

bool canBeSet(tnFlowField field)
{
    return field == tn_flowVelocityX || field == tn_flowVelocityY || field == tn_flowTemperature ||
           field >= tn_flowDye0;
}

} // namespace

tnResult tarn::checkField(const Flow& flow, tnFlowField field, const char* caller)
{
    if (!exists(flow.def(), field))
    {
        return refuse(tn_errorInvalidArgument, tn_logFlowField, caller, "field", field,
                      "this flow has no such field; see dyeChannels, temperature and texture of "
                      "its def");
    }
    return tn_success;
}

tnResult tnFlow_GetView(tnFlow handle, tnFlowField field, tnFieldView* out)
{
    constexpr const char* kCaller = "tnFlow_GetView";
    return answer(handle, out, kCaller, [field](Flow& flow, tnFieldView& view) {
        const tnResult result = checkField(flow, field, kCaller);
        if (result == tn_success)
        {
            const FpuScope fpu;
            view = flow.view(field);
        }
        return result;
    });
}

tnResult tnFlow_SetField(tnFlow handle, tnFlowField field, const float* values, int64_t count)
{
    constexpr const char* kCaller = "tnFlow_SetField";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (values == nullptr)
    {
        return refuseNull(kCaller, "values");
    }
    ArgumentCheck check(kCaller, tn_logFlowField);
    check.also(checkField(*flow, field, kCaller));
    if (check.isGood() && !canBeSet(field))
    {
        check.also(refuse(tn_errorInvalidArgument, tn_logFlowField, kCaller, "field", field,
                          "only velocity, temperature and dye can be set"));
    }
    if (!check.isGood())
    {
        return check.result();
    }
    const FpuScope fpu;
    const tnFieldView shape = flow->view(field);
    const int64_t wanted = int64_t{shape.columns} * shape.rows;
    check.within("count", count, wanted, wanted, "give columns * rows of the field's view",
                 tn_errorSize);
    const bool isSpeed = field == tn_flowVelocityX || field == tn_flowVelocityY;
    const float most = isSpeed ? kMostSpeed : kMostAmount;
    for (int64_t k = 0; k < wanted && check.isGood(); ++k)
    {
        if (!(values[k] >= -most && values[k] <= most))
        {
            logMessage(tn_logError, tn_logNotFinite,
                       "%s: values[%lld] (column %lld, row %lld) is %g; give finite numbers within "
                       "%g",
                       kCaller, static_cast<long long>(k),
                       static_cast<long long>(k % shape.columns),
                       static_cast<long long>(k / shape.columns), static_cast<double>(values[k]),
                       static_cast<double>(most));
            check.also(std::isfinite(values[k]) ? tn_errorInvalidArgument : tn_errorNotFinite);
        }
    }
    if (check.isGood())
    {
        flow->setField(field, values);
    }
    return check.result();
}

tnResult tnFlow_GetTextureWeights(tnFlow handle, float* first, float* second)
{
    constexpr const char* kCaller = "tnFlow_GetTextureWeights";
    const Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (first == nullptr || second == nullptr)
    {
        return refuseNull(kCaller, first == nullptr ? "first" : "second");
    }
    const FpuScope fpu;
    flow->textureWeights(first, second);
    return tn_success;
}

tnResult tnFlow_Sample(tnFlow handle, const tnVec2* points, int32_t count, tnFlowSample* out)
{
    constexpr const char* kCaller = "tnFlow_Sample";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (count < 0)
    {
        return refuse(tn_errorInvalidArgument, tn_logFlowField, kCaller, "count", count,
                      "give 0 or more points");
    }
    if (count == 0)
    {
        return tn_success;
    }
    if (points == nullptr || out == nullptr)
    {
        return refuseNull(kCaller, points == nullptr ? "points" : "out");
    }
    const FpuScope fpu;
    flow->sample({points, static_cast<size_t>(count)}, out);
    return tn_success;
}

// ---- Tracers

tnResult tnFlow_AddTracers(tnFlow handle, const tnVec2* points, int32_t count)
{
    constexpr const char* kCaller = "tnFlow_AddTracers";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (count < 0)
    {
        return refuse(tn_errorInvalidArgument, tn_logFlowField, kCaller, "count", count,
                      "give 0 or more points");
    }
    if (points == nullptr && count > 0)
    {
        return refuseNull(kCaller, "points");
    }
    const FpuScope fpu;
    const int32_t left = flow->addTracers({points, static_cast<size_t>(count)});
    if (left > 0)
    {
        return refuse(tn_errorCapacity, tn_logCapacity, kCaller, "the number that found no room",
                      left, "raise tracerCapacity, or clear them");
    }
    return tn_success;
}

tnResult tnFlow_ClearTracers(tnFlow handle)
{
    Flow* flow = findFlow(handle, "tnFlow_ClearTracers");
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    flow->clearTracers();
    return tn_success;
}

tnResult tnFlow_GetTracers(tnFlow handle, const tnVec2** points, int32_t* count)
{
    constexpr const char* kCaller = "tnFlow_GetTracers";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (points == nullptr || count == nullptr)
    {
        return refuseNull(kCaller, points == nullptr ? "points" : "count");
    }
    *points = flow->tracers().data();
    *count = static_cast<int32_t>(flow->tracers().size());
    return tn_success;
}

// ---- Statistics

tnResult tnFlow_GetStats(tnFlow handle, tnFlowStats* out)
{
    return answer(handle, out, "tnFlow_GetStats", [](const Flow& flow, tnFlowStats& stats) {
        stats = flow.stats();
        return tn_success;
    });
}

tnResult tnFlow_GetTotals(tnFlow handle, tnFlowTotals* out)
{
    return answer(handle, out, "tnFlow_GetTotals", [](Flow& flow, tnFlowTotals& totals) {
        const FpuScope fpu;
        totals = flow.totals();
        return tn_success;
    });
}

const char* tnFlowStage_ToString(tnFlowStage stage)
{
    switch (stage)
    {
    case tn_stageSolids:
        return "solids";
    case tn_stageAdvectVelocity:
        return "advect velocity";
    case tn_stageAdvectScalars:
        return "advect scalars";
    case tn_stageForces:
        return "forces";
    case tn_stageDiffusion:
        return "diffusion";
    case tn_stageProjection:
        return "projection";
    case tn_stageTracers:
        return "tracers";
    case tn_stageCount:
        break;
    }
    return "unknown";
}
