// The public symbols of flow.h that make a flow, step it, and set what it is like.
#include "tarn/flow.h"

#include "api/arguments.h"
#include "api/flow_checks.h"
#include "api/gl_devices.h"
#include "core/fpu.h"
#include "core/handle_table.h"
#include "flow/defaults.h"
#include "flow/flow.h"

#include <cmath>

using namespace tarn;

namespace
{

constinit HandleTable<Flow, tnFlow> gFlows;

void logNoMemory(const char* caller, const char* what)
{
    logMessage(tn_logError, tn_logOutOfMemory,
               "%s: no memory for %s; use a smaller grid, fewer "
               "dyes or a smaller dyeScale",
               caller, what);
}

// The result of something that may have found no memory.
tnResult reported(tnResult result, const char* caller, const char* what)
{
    if (result == tn_errorOutOfMemory)
    {
        logNoMemory(caller, what);
    }
    return result;
}

} // namespace

Flow* tarn::findFlow(tnFlow handle, const char* caller)
{
    Flow* flow = gFlows.find(handle);
    if (flow == nullptr)
    {
        logMessage(tn_logError, tn_logInvalidHandle,
                   "%s: flow {%u, %u} is null or was destroyed; create it first", caller,
                   handle.index, handle.generation);
    }
    return flow;
}

// ---- Defaults

tnFlowSettings tnDefaultFlowSettings(void)
{
    tnFlowSettings s = {};
    s.density = defaults::kDensity;
    s.gravity = {0.0f, defaults::kGravity};
    s.thermalExpansion = defaults::kThermalExpansion;
    s.tolerance = defaults::kFlowTolerance;
    s.maxIterations = defaults::kFlowIterations;
    s.texturePeriod = defaults::kTexturePeriod;
    return s;
}

tnFlowEdge tnDefaultFlowEdge(void)
{
    return {};
}

tnFlowDef tnDefaultFlowDef(void)
{
    tnFlowDef def = {};
    def.nx = defaults::kFlowCells;
    def.ny = defaults::kFlowCells;
    def.cellSize = defaults::kFlowCellSize;
    def.dyeChannels = defaults::kDyeChannels;
    def.dyeScale = 1;
    def.solidCapacity = defaults::kSolids;
    def.emitterCapacity = defaults::kEmitters;
    def.brushCapacity = defaults::kBrushes;
    def.settings = tnDefaultFlowSettings();
    return def;
}

tnFlowBrush tnDefaultFlowBrush(void)
{
    tnFlowBrush brush = {};
    brush.radius = defaults::kBrushRadius;
    brush.holdRate = defaults::kHoldRate;
    brush.holdVelocity = true;
    brush.holdDye = true;
    brush.holdTemperature = true;
    return brush;
}

// ---- Creation

tnResult tnCreateFlow(const tnFlowDef* def, tnFlow* out)
{
    constexpr const char* kCaller = "tnCreateFlow";
    if (out == nullptr)
    {
        return refuseNull(kCaller, "out");
    }
    *out = tnFlow{};
    if (def == nullptr)
    {
        return refuseNull(kCaller, "def");
    }
    tnResult result = checkFlowDef(*def, kCaller);
    if (result != tn_success)
    {
        return result;
    }
    GlDevice* gl = nullptr;
    result = findGlDevice(def->backend, def->gl, kCaller, &gl);
    if (result != tn_success)
    {
        return result;
    }
    Flow* flow = nullptr;
    result = reported(Flow::create(*def, gl, &flow), kCaller, "the flow");
    if (result != tn_success)
    {
        return result;
    }
    result = gFlows.add(flow, out);
    if (result != tn_success)
    {
        logMessage(tn_logError, tn_logHandleTableFull,
                   "%s: all 4096 flows are in use; destroy some", kCaller);
        flow->destroy();
    }
    return result;
}

tnResult tnDestroyFlow(tnFlow handle)
{
    if (findFlow(handle, "tnDestroyFlow") == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    Flow* flow = gFlows.remove(handle);
    if (flow == nullptr) // another thread destroyed it in between
    {
        return tn_errorInvalidHandle;
    }
    flow->destroy();
    return tn_success;
}

bool tnFlow_IsValid(tnFlow handle)
{
    return gFlows.find(handle) != nullptr;
}

tnResult tnFlow_GetDef(tnFlow handle, tnFlowDef* out)
{
    return answer(handle, out, "tnFlow_GetDef", [](const Flow& flow, tnFlowDef& def) {
        def = flow.def();
        return tn_success;
    });
}

// ---- Step

uint32_t tnFlow_Step(tnFlow handle, float dt)
{
    constexpr const char* kCaller = "tnFlow_Step";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_stepBadInput;
    }
    if (!std::isfinite(dt) || !(dt > 0.0f))
    {
        refuse(tn_errorInvalidArgument, tn_logFlowStep, kCaller, "dt", static_cast<double>(dt),
               "give seconds above 0");
        return tn_stepBadInput;
    }
    const FpuScope fpu;
    return flow->step(dt);
}

// ---- Settings and edges

tnResult tnFlow_SetSettings(tnFlow handle, const tnFlowSettings* settings)
{
    constexpr const char* kCaller = "tnFlow_SetSettings";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (settings == nullptr)
    {
        return refuseNull(kCaller, "settings");
    }
    const tnResult result = checkSettings(*settings, kCaller);
    const FpuScope fpu;
    return result == tn_success ? reported(flow->setSettings(*settings), kCaller, "the solvers")
                                : result;
}

tnResult tnFlow_GetSettings(tnFlow handle, tnFlowSettings* out)
{
    return answer(handle, out, "tnFlow_GetSettings",
                  [](const Flow& flow, tnFlowSettings& settings) {
                      settings = flow.def().settings;
                      return tn_success;
                  });
}

tnResult tnFlow_SetEdge(tnFlow handle, tnSide side, const tnFlowEdge* edge)
{
    constexpr const char* kCaller = "tnFlow_SetEdge";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (edge == nullptr)
    {
        return refuseNull(kCaller, "edge");
    }
    tnResult result = checkSide(side, kCaller);
    result = result == tn_success ? checkEdge(*edge, "edge", kCaller) : result;
    const FpuScope fpu;
    return result == tn_success ? reported(flow->setEdge(side, *edge), kCaller, "the new edge")
                                : result;
}

tnResult tnFlow_GetEdge(tnFlow handle, tnSide side, tnFlowEdge* out)
{
    constexpr const char* kCaller = "tnFlow_GetEdge";
    return answer(handle, out, kCaller, [side](const Flow& flow, tnFlowEdge& edge) {
        const tnResult result = checkSide(side, kCaller);
        if (result == tn_success)
        {
            edge = edgeOf(flow.def(), side);
        }
        return result;
    });
}

tnResult tnFlow_SetEdgeProfile(tnFlow handle, tnSide side, tnEdgeQuantity quantity,
                               const float* values, int32_t count)
{
    constexpr const char* kCaller = "tnFlow_SetEdgeProfile";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    ArgumentCheck check(kCaller, tn_logFlowEdge);
    check.also(checkSide(side, kCaller))
        .within("quantity", int64_t{quantity}, 0, tn_edgeDye0 + TN_MAX_DYES - 1,
                "use one of the values of tnEdgeQuantity");
    if (!check.isGood())
    {
        return check.result();
    }
    if (values != nullptr)
    {
        const int32_t cells = flow->cellsAlong(side);
        check.within("count", int64_t{count}, cells, cells,
                     "give a value for each cell along the edge", tn_errorSize);
        const bool isSpeed = quantity < tn_edgeTemperature;
        const float most = isSpeed ? kMostSpeed : kMostAmount;
        for (int32_t k = 0; k < cells && check.isGood(); ++k)
        {
            check.within("values", values[k], -most, most, "give numbers within reach");
        }
    }
    if (check.isGood())
    {
        flow->setEdgeProfile(side, quantity, values);
    }
    return check.result();
}

// ---- Brushes and emitters

tnResult tnFlow_Brush(tnFlow handle, const tnFlowBrush* brush)
{
    constexpr const char* kCaller = "tnFlow_Brush";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (brush == nullptr)
    {
        return refuseNull(kCaller, "brush");
    }
    const tnResult result = checkBrush(*brush, kCaller);
    if (result != tn_success)
    {
        return result;
    }
    if (!flow->brush(*brush))
    {
        return refuse(tn_errorCapacity, tn_logCapacity, kCaller, "the number of waiting strokes",
                      flow->def().brushCapacity, "step more often, or raise brushCapacity");
    }
    return tn_success;
}

namespace
{

tnResult checkEmitterBrush(const tnFlowBrush* brush, const char* caller)
{
    if (brush == nullptr)
    {
        return refuseNull(caller, "brush");
    }
    const tnResult result = checkBrush(*brush, caller);
    if (result == tn_success && brush->mode == tn_brushImpulse)
    {
        return refuse(tn_errorInvalidArgument, tn_logFlowBrush, caller, "brush.mode", brush->mode,
                      "an emitter's is tn_brushRate or tn_brushHold");
    }
    return result;
}

tnResult refuseEmitter(tnEmitter emitter, const char* caller)
{
    logMessage(tn_logError, tn_logInvalidHandle,
               "%s: emitter {%u, %u} is null or was removed; add it first", caller, emitter.index,
               emitter.generation);
    return tn_errorInvalidHandle;
}

} // namespace

tnResult tnFlow_AddEmitter(tnFlow handle, const tnFlowBrush* brush, tnEmitter* out)
{
    constexpr const char* kCaller = "tnFlow_AddEmitter";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (out == nullptr)
    {
        return refuseNull(kCaller, "out");
    }
    *out = tnEmitter{};
    tnResult result = checkEmitterBrush(brush, kCaller);
    if (result != tn_success)
    {
        return result;
    }
    result = flow->addEmitter(*brush, out);
    if (result == tn_errorCapacity)
    {
        refuse(result, tn_logCapacity, kCaller, "the number of emitters",
               flow->def().emitterCapacity, "remove some, or raise emitterCapacity");
    }
    return result;
}

tnResult tnFlow_SetEmitter(tnFlow handle, tnEmitter emitter, const tnFlowBrush* brush)
{
    constexpr const char* kCaller = "tnFlow_SetEmitter";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    tnFlowBrush* found = flow->findEmitter(emitter);
    if (found == nullptr)
    {
        return refuseEmitter(emitter, kCaller);
    }
    const tnResult result = checkEmitterBrush(brush, kCaller);
    if (result == tn_success)
    {
        *found = *brush;
    }
    return result;
}

tnResult tnFlow_RemoveEmitter(tnFlow handle, tnEmitter emitter)
{
    constexpr const char* kCaller = "tnFlow_RemoveEmitter";
    Flow* flow = findFlow(handle, kCaller);
    if (flow == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    return flow->removeEmitter(emitter) ? tn_success : refuseEmitter(emitter, kCaller);
}
