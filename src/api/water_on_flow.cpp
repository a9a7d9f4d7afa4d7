// The public symbols of water_on_flow.h: a water and a flow, stepped together.
#include "tarn/water_on_flow.h"

#include "api/arguments.h"
#include "api/flow_checks.h"
#include "api/water_checks.h"
#include "core/exponential.h"
#include "core/fpu.h"
#include "core/wide.h"
#include "water/defaults.h"

#include <algorithm>
#include <cmath>

using namespace tarn;

namespace
{

bool isDye(tnFlowField field)
{
    return field >= tn_flowDye0;
}

tnResult checkSurface(const tnFlowSurface& s, const Flow& flow, const Water& water,
                      const char* caller)
{
    constexpr float kMost = 1.0e12f;
    const int32_t dyes = flow.def().dyeChannels;
    ArgumentCheck check(caller, tn_logFlowSurface);
    if (s.field != tn_flowPressure)
    {
        check.within("surface.field", int64_t{s.field}, tn_flowDye0,
                     int64_t{tn_flowDye0} + dyes - 1,
                     "give tn_flowPressure, or tn_flowDye0 + a channel that the flow has");
    }
    check
        .within("surface.level", s.level, -defaults::kMostDepth, defaults::kMostDepth,
                "give at most 1e6 metres either way")
        .within("surface.scale", s.scale, -kMost, kMost, "give metres per unit of the field, or 0")
        .within("surface.most", s.most, 1.0e-6f, defaults::kMostDepth, "give 1e-6 to 1e6 metres")
        .within("surface.lag", s.lag, 0.0f, 1.0e6f, "give 0 to 1e6 seconds, as 0.1")
        .within("surface.push", s.push, 0.0f, 10.0f, "give 0 to 10, as 1");
    const float gravity = water.def().settings.gravity;
    if (check.isGood() && s.scale == 0.0f && !isDye(s.field) && !(gravity > 0.0f))
    {
        check.also(refuse(tn_errorInvalidArgument, tn_logFlowSurface, caller, "gravity",
                          wide(gravity), "without it pressure has no height: give surface.scale"));
    }
    return check.result();
}

// Both grids cover the same, to within a cell of the flow.
tnResult checkAreas(const tnFlowDef& flow, const tnWaterDef& water, const char* caller)
{
    const double within = wide(flow.cellSize);
    const double flowX = wide(flow.origin.x), flowY = wide(flow.origin.y);
    const double waterX = wide(water.origin.x), waterY = wide(water.origin.y);
    const double flowWidth = wide(flow.cellSize) * flow.nx;
    const double flowHeight = wide(flow.cellSize) * flow.ny;
    const double width = wide(water.cellSize) * water.nx;
    const double height = wide(water.cellSize) * water.ny;
    const auto isNear = [within](double a, double b) { return std::fabs(a - b) <= within; };
    if (isNear(flowX, waterX) && isNear(flowY, waterY) &&
        isNear(flowX + flowWidth, waterX + width) && isNear(flowY + flowHeight, waterY + height))
    {
        return tn_success;
    }
    logMessage(tn_logError, tn_logFlowSurface,
               "%s: the flow covers %g x %g m from (%g, %g), the water %g x %g m from (%g, %g); "
               "make them cover the same",
               caller, flowWidth, flowHeight, flowX, flowY, width, height, waterX, waterY);
    return tn_errorSize;
}

bool isClosed(const tnFlowDef& def)
{
    const auto isShut = [](const tnFlowEdge& edge) {
        return edge.type == tn_flowWall || edge.type == tn_flowPeriodic;
    };
    return isShut(def.left) && isShut(def.right) && isShut(def.bottom) && isShut(def.top);
}

float scaleOf(const tnFlowSurface& s, const tnFlowDef& flow, const tnWaterDef& water)
{
    if (s.scale != 0.0f)
    {
        return s.scale;
    }
    return isDye(s.field) ? 1.0f : 1.0f / (flow.settings.density * water.settings.gravity);
}

} // namespace

tnFlowSurface tnDefaultFlowSurface(void)
{
    tnFlowSurface surface = {};
    surface.field = tn_flowPressure;
    surface.level = defaults::kWaterLevel;
    surface.most = defaults::kMostGivenHeight;
    surface.lag = defaults::kGivenLag;
    surface.push = 1.0f;
    return surface;
}

uint32_t tnWater_StepOnFlow(tnWater waterHandle, tnFlow flowHandle, const tnFlowSurface* surface,
                            float dt)
{
    constexpr const char* kCaller = "tnWater_StepOnFlow";
    Water* water = findWater(waterHandle, kCaller);
    Flow* flow = findFlow(flowHandle, kCaller);
    if (water == nullptr || flow == nullptr)
    {
        return tn_stepBadInput;
    }
    if (surface == nullptr)
    {
        refuseNull(kCaller, "surface");
        return tn_stepBadInput;
    }
    if (!std::isfinite(dt) || !(dt > 0.0f))
    {
        refuse(tn_errorInvalidArgument, tn_logWaterStep, kCaller, "dt", wide(dt),
               "give seconds above 0");
        return tn_stepBadInput;
    }
    if (checkSurface(*surface, *flow, *water, kCaller) != tn_success ||
        checkAreas(flow->def(), water->def(), kCaller) != tn_success)
    {
        return tn_stepBadInput;
    }
    const FpuScope fpu;
    const tnFlowDef& grid = flow->def();
    const double span =
        wide(std::clamp(dt, defaults::kShortestWaterStep, defaults::kLongestWaterStep));
    const double h = wide(grid.cellSize);
    const double gravity = wide(water->def().settings.gravity);
    const double push = wide(surface->push);

    GivenSurface given;
    given.wrapX = grid.left.type == tn_flowPeriodic;
    given.wrapY = grid.bottom.type == tn_flowPeriodic;
    given.closed = isClosed(grid) && !isDye(surface->field);
    given.level = surface->level;
    given.scale = scaleOf(*surface, grid, water->def());
    given.most = surface->most;
    given.keep =
        surface->lag > 0.0f ? static_cast<float>(keptAfter(1.0 / wide(surface->lag), span)) : 0.0f;

    // What a cell of the flow gets of a push. A head presses by density * gravity * head, which
    // drives the fluid in through each face by dt * gravity * head / h.
    const auto pushFlow = [&](FlowBackend& backend) {
        water->visitPushes(given, [&](const WaterPush& from) {
            const double per = push / (h * h);
            FlowImpulse to;
            to.x = (from.x - wide(grid.origin.x)) / h;
            to.y = (from.y - wide(grid.origin.y)) / h;
            to.velocity = {static_cast<float>(per * wide(from.flow.x)),
                           static_cast<float>(per * wide(from.flow.y))};
            to.inward = static_cast<float>(per * span * gravity * wide(from.head) / h);
            backend.addImpulse(to);
        });
    };
    uint32_t flowFlags = 0;
    const uint32_t flags = water->stepGiven(dt, [&] {
        const Flow::Pushes pushes(pushFlow);
        flowFlags = flow->step(dt, push > 0.0 ? &pushes : nullptr);
        given.field = flow->view(surface->field);
        given.velocityX = flow->view(tn_flowVelocityX);
        given.velocityY = flow->view(tn_flowVelocityY);
        return given;
    });
    return flags | flowFlags;
}
