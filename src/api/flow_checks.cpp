#include "api/flow_checks.h"

#include "api/arguments.h"
#include "flow/defaults.h"

namespace tarn
{

namespace
{

constexpr const char* kNotNegative = "give a number >= 0";
constexpr const char* kTooLarge = "give a number of at most 1e30 either way";
constexpr const char* kTooFast = "give a speed of at most 1e12 either way";

} // namespace

tnResult checkPoint(const char* what, tnVec2 point, const char* caller, tnLogId id)
{
    constexpr const char* kRemedy = "give coordinates within 1e9 metres";
    return ArgumentCheck(caller, id)
        .within(Member(what, "x").text, point.x, -kFarthest, kFarthest, kRemedy)
        .within(Member(what, "y").text, point.y, -kFarthest, kFarthest, kRemedy)
        .result();
}

tnResult checkSide(tnSide side, const char* caller)
{
    return ArgumentCheck(caller, tn_logFlowEdge)
        .within("side", int64_t{side}, tn_sideLeft, tn_sideTop, "use one of the values of tnSide")
        .result();
}

tnResult checkSettings(const tnFlowSettings& s, const char* caller)
{
    constexpr float kMost = 1.0e12f;
    constexpr const char* kAcceleration = "give at most 1e12 m/s^2 either way";
    ArgumentCheck check(caller, tn_logFlowSettings);
    check.within("settings.density", s.density, 1.0e-9f, kMost, "give kg/m^3 above 0, as 1")
        .within("settings.viscosity", s.viscosity, 0.0f, kMost, kNotNegative)
        .within("settings.acceleration.x", s.acceleration.x, -kMost, kMost, kAcceleration)
        .within("settings.acceleration.y", s.acceleration.y, -kMost, kMost, kAcceleration)
        .within("settings.gravity.x", s.gravity.x, -kMost, kMost, kAcceleration)
        .within("settings.gravity.y", s.gravity.y, -kMost, kMost, kAcceleration)
        .within("settings.thermalExpansion", s.thermalExpansion, -1.0e6f, 1.0e6f,
                "give at most 1e6 either way")
        .within("settings.ambientTemperature", s.ambientTemperature, -kMostAmount, kMostAmount,
                kTooLarge)
        .within("settings.thermalDiffusivity", s.thermalDiffusivity, 0.0f, kMost, kNotNegative)
        .within("settings.cooling", s.cooling, 0.0f, kMost, kNotNegative)
        .within("settings.velocityDissipation", s.velocityDissipation, 0.0f, kMost, kNotNegative)
        .within("settings.confinement", s.confinement, 0.0f, kMost, kNotNegative);
    for (int32_t c = 0; c < TN_MAX_DYES; ++c)
    {
        check
            .within(Indexed("settings.dyeWeight", c).text, s.dyeWeight[c], -1.0e6f, 1.0e6f,
                    "give at most 1e6 either way")
            .within(Indexed("settings.dyeDiffusivity", c).text, s.dyeDiffusivity[c], 0.0f, kMost,
                    kNotNegative)
            .within(Indexed("settings.dyeDissipation", c).text, s.dyeDissipation[c], 0.0f, kMost,
                    kNotNegative);
    }
    constexpr const char* kAdvection = "use one of the values of tnAdvection";
    check
        .within("settings.velocityAdvection", int64_t{s.velocityAdvection}, tn_advectionMacCormack,
                tn_advectionSemiLagrangian,
                "velocity moves by tn_advectionMacCormack or tn_advectionSemiLagrangian")
        .within("settings.dyeAdvection", int64_t{s.dyeAdvection}, tn_advectionMacCormack,
                tn_advectionConserving, kAdvection)
        .within("settings.temperatureAdvection", int64_t{s.temperatureAdvection},
                tn_advectionMacCormack, tn_advectionConserving, kAdvection)
        .within("settings.tolerance", s.tolerance, 1.0e-6f, 1.0f, "give 1e-6 to 1, as 1e-4")
        .within("settings.maxIterations", int64_t{s.maxIterations}, 1, 10000, "give 1 to 10000")
        .within("settings.texturePeriod", s.texturePeriod, 1.0e-3f, 1.0e6f,
                "give 0.001 to 1e6 seconds");
    return check.result();
}

tnResult checkEdge(const tnFlowEdge& edge, const char* name, const char* caller)
{
    ArgumentCheck check(caller, tn_logFlowEdge);
    check
        .within(Member(name, "type").text, int64_t{edge.type}, tn_flowWall, tn_flowOutflow,
                "use one of the values of tnFlowEdgeType")
        .within(Member(name, "normalSpeed").text, edge.normalSpeed, -kMostSpeed, kMostSpeed,
                kTooFast)
        .within(Member(name, "tangentialSpeed").text, edge.tangentialSpeed, -kMostSpeed, kMostSpeed,
                kTooFast)
        .within(Member(name, "temperature").text, edge.temperature, -kMostAmount, kMostAmount,
                kTooLarge);
    for (int32_t c = 0; c < TN_MAX_DYES; ++c)
    {
        check.within(Indexed(Member(name, "dye").text, c).text, edge.dye[c], -kMostAmount,
                     kMostAmount, kTooLarge);
    }
    return check.result();
}

tnResult checkFlowDef(const tnFlowDef& def, const char* caller)
{
    constexpr const char* kCells = "a grid has 1 to 16384 cells along an axis";
    ArgumentCheck sizes(caller, tn_logFlowSize);
    sizes.within("nx", int64_t{def.nx}, 1, defaults::kMaxFlowCells, kCells, tn_errorSize)
        .within("ny", int64_t{def.ny}, 1, defaults::kMaxFlowCells, kCells, tn_errorSize);
    ArgumentCheck check(caller, tn_logFlowDef);
    check.also(sizes.result())
        .within("cellSize", def.cellSize, kLeastCellSize, kMostCellSize, "give 1e-6 to 1e6 metres")
        .also(check.isGood() ? checkPoint("origin", def.origin, caller, tn_logFlowDef) : tn_success)
        .within("dyeChannels", int64_t{def.dyeChannels}, 0, TN_MAX_DYES, "give 0 to 8")
        .within("dyeScale", int64_t{def.dyeScale}, 1, defaults::kMaxDyeScale, "give 1 to 8")
        .within("tracerCapacity", int64_t{def.tracerCapacity}, 0, defaults::kMaxTracers,
                "give 0 to 16777216")
        .within("solidCapacity", int64_t{def.solidCapacity}, 0, defaults::kMaxSolids,
                "give 0 to 4096")
        .within("emitterCapacity", int64_t{def.emitterCapacity}, 0, defaults::kMaxEmitters,
                "give 0 to 4096")
        .within("brushCapacity", int64_t{def.brushCapacity}, 0, defaults::kMaxBrushes,
                "give 0 to 65536")
        .within("backend", int64_t{def.backend}, tn_backendCpu, tn_backendGL,
                "use one of the values of tnBackend")
        .within("fallback", int64_t{def.fallback}, tn_fallbackFail, tn_fallbackCpu,
                "use one of the values of tnFallback");
    const auto edges = edgesOf(def);
    constexpr const char* kNames[4] = {"left", "right", "bottom", "top"};
    for (size_t k = 0; k < edges.size() && check.isGood(); ++k)
    {
        check.also(checkEdge(*edges[k], kNames[k], caller));
    }
    for (size_t k = 0; k < edges.size() && check.isGood(); k += 2)
    {
        if ((edges[k]->type == tn_flowPeriodic) != (edges[k + 1]->type == tn_flowPeriodic))
        {
            logMessage(tn_logError, tn_logFlowEdge,
                       "%s: only one of %s and %s is tn_flowPeriodic; make both so, or neither",
                       caller, kNames[k], kNames[k + 1]);
            check.also(tn_errorInvalidArgument);
        }
    }
    return check.isGood() ? checkSettings(def.settings, caller) : check.result();
}

tnResult checkBrush(const tnFlowBrush& brush, const char* caller)
{
    ArgumentCheck check(caller, tn_logFlowBrush);
    check
        .within("brush.mode", int64_t{brush.mode}, tn_brushImpulse, tn_brushHold,
                "use one of the values of tnBrushMode")
        .also(check.isGood() ? checkPoint("brush.from", brush.from, caller, tn_logFlowBrush)
                             : tn_success)
        .also(check.isGood() ? checkPoint("brush.to", brush.to, caller, tn_logFlowBrush)
                             : tn_success)
        .within("brush.radius", brush.radius, 1.0e-6f, kFarthest, "give 1e-6 to 1e9 metres")
        .within("brush.velocity.x", brush.velocity.x, -kMostSpeed, kMostSpeed, kTooFast)
        .within("brush.velocity.y", brush.velocity.y, -kMostSpeed, kMostSpeed, kTooFast)
        .within("brush.temperature", brush.temperature, -kMostAmount, kMostAmount, kTooLarge);
    for (int32_t c = 0; c < TN_MAX_DYES; ++c)
    {
        check.within(Indexed("brush.dye", c).text, brush.dye[c], -kMostAmount, kMostAmount,
                     kTooLarge);
    }
    check.finite("brush.holdRate", brush.holdRate);
    if (brush.mode == tn_brushHold)
    {
        check.within("brush.holdRate", brush.holdRate, 1.0e-6f, 1.0e9f,
                     "give 1e-6 to 1e9 per second");
    }
    return check.result();
}

} // namespace tarn
