#include "api/water_checks.h"

#include "water/defaults.h"

namespace tarn
{

namespace
{

constexpr const char* kNotNegative = "give a number >= 0";
constexpr float kMost = 1.0e12f;
constexpr float kMostHeight = defaults::kMostDepth;
constexpr const char* kHeight = "give at most 1e6 metres either way";
constexpr const char* kSpeed = "give at most 1e6 m/s either way";
constexpr const char* kPlace = "give coordinates within 1e9 metres";

ArgumentCheck& place(ArgumentCheck& check, const char* what, tnVec2 point)
{
    return check
        .within(Member(what, "x").text, point.x, -defaults::kFarthestPlace,
                defaults::kFarthestPlace, kPlace)
        .within(Member(what, "y").text, point.y, -defaults::kFarthestPlace,
                defaults::kFarthestPlace, kPlace);
}

ArgumentCheck& speed(ArgumentCheck& check, const char* what, tnVec2 value)
{
    constexpr float kLimit = defaults::kMostWaterSpeed;
    return check.within(Member(what, "x").text, value.x, -kLimit, kLimit, kSpeed)
        .within(Member(what, "y").text, value.y, -kLimit, kLimit, kSpeed);
}

ArgumentCheck& dyes(ArgumentCheck& check, const char* what, const float (&dye)[TN_MAX_WATER_DYES],
                    float least)
{
    for (int32_t k = 0; k < TN_MAX_WATER_DYES; ++k)
    {
        check.within(Indexed(what, k).text, dye[k], least, defaults::kMostDye,
                     "give concentrations up to 1e6");
    }
    return check;
}

} // namespace

ArgumentCheck& checkVector(ArgumentCheck& check, const char* what, tnVec3 vector, float most,
                           const char* remedy)
{
    const auto isGood = [most](float value) { return value >= -most && value <= most; };
    if (isGood(vector.x) && isGood(vector.y) && isGood(vector.z))
    {
        return check; // the usual case, without making names
    }
    return check.within(Member(what, "x").text, vector.x, -most, most, remedy)
        .within(Member(what, "y").text, vector.y, -most, most, remedy)
        .within(Member(what, "z").text, vector.z, -most, most, remedy);
}

tnResult checkWaterSide(tnSide side, const char* caller)
{
    return ArgumentCheck(caller, tn_logWaterEdge)
        .within("side", int64_t{side}, tn_sideLeft, tn_sideTop, "use one of the values of tnSide")
        .result();
}

tnResult checkWaterSettings(const tnWaterSettings& s, const char* caller)
{
    ArgumentCheck check(caller, tn_logWaterSettings);
    check
        .within("settings.liquid.density", s.liquid.density, 1.0e-6f, kMost,
                "give kg/m^3 above 0, as 1000")
        .within("settings.liquid.viscosity", s.liquid.viscosity, 0.0f, kMost, kNotNegative)
        .within("settings.liquid.roughness", s.liquid.roughness, 0.0f, 1.0e3f,
                "give Manning's n, 0 to 1000, as 0.03")
        .within("settings.liquid.yieldStress", s.liquid.yieldStress, 0.0f, kMost, kNotNegative)
        .within("settings.gravity", s.gravity, 0.0f, 1.0e4f, "give 0 to 1e4 m/s^2, as 9.81")
        .within("settings.maxSubsteps", int64_t{s.maxSubsteps}, 1, defaults::kMaxSubsteps,
                "give 1 to 1000")
        .within("settings.rain", s.rain, 0.0f, 1.0f, "give 0 to 1 m/s, as 1e-5")
        .within("settings.rainHeight", s.rainHeight, 1.0e-3f, 1.0e4f, "give 0.001 to 1e4 metres")
        .within("settings.dropVolume", s.dropVolume, 1.0e-12f, 1.0e3f, "give 1e-12 to 1000 m^3")
        .within("settings.spray", s.spray, 0.0f, 100.0f, "give 0 to 100, as 1")
        .within("settings.foamLife", s.foamLife, 1.0e-3f, 1.0e6f, "give 0.001 to 1e6 seconds");
    for (int32_t k = 0; k < TN_MAX_WATER_DYES; ++k)
    {
        check.within(Indexed("settings.dyeDissipation", k).text, s.dyeDissipation[k], 0.0f, kMost,
                     kNotNegative);
    }
    constexpr const char* kWind = "give at most 1000 m/s either way";
    return check.within("settings.wind.x", s.wind.x, -1.0e3f, 1.0e3f, kWind)
        .within("settings.wind.y", s.wind.y, -1.0e3f, 1.0e3f, kWind)
        .result();
}

tnResult checkWaterEdge(const tnWaterEdge& edge, const char* name, const char* caller)
{
    ArgumentCheck check(caller, tn_logWaterEdge);
    check
        .within(Member(name, "type").text, int64_t{edge.type}, tn_waterWall, tn_waterPeriodic,
                "use one of the values of tnWaterEdgeType")
        .within(Member(name, "level").text, edge.level, -kMostHeight, kMostHeight, kHeight)
        .within(Member(name, "discharge").text, edge.discharge, -1.0e6f, 1.0e6f,
                "give at most 1e6 m^2/s either way");
    return dyes(check, Member(name, "dye").text, edge.dye, 0.0f).result();
}

tnResult checkWaterDef(const tnWaterDef& def, const char* caller)
{
    constexpr const char* kCells = "give 1 to 16384 cells";
    ArgumentCheck size(caller, tn_logWaterSize);
    size.within("nx", int64_t{def.nx}, 1, defaults::kMaxWaterCells, kCells, tn_errorSize)
        .within("ny", int64_t{def.ny}, 1, defaults::kMaxWaterCells, kCells, tn_errorSize);
    ArgumentCheck check(caller, tn_logWaterDef);
    check.also(size.result())
        .within("cellSize", def.cellSize, defaults::kLeastWaterCell, defaults::kMostWaterCell,
                "give 1e-4 to 1e5 metres");
    place(check, "origin", def.origin)
        .within("level", def.level, -kMostHeight, kMostHeight, kHeight)
        .within("dyeChannels", int64_t{def.dyeChannels}, 0, TN_MAX_WATER_DYES, "give 0 to 4")
        .within("bodyCapacity", int64_t{def.bodyCapacity}, 0, defaults::kMaxBodies,
                "give 0 to 65536")
        .within("springCapacity", int64_t{def.springCapacity}, 0, defaults::kMaxSprings,
                "give 0 to 4096")
        .within("brushCapacity", int64_t{def.brushCapacity}, 0, defaults::kMaxWaterBrushes,
                "give 0 to 65536")
        .within("particleCapacity", int64_t{def.particleCapacity}, 0, defaults::kMaxParticles,
                "give 0 to 16777216")
        .within("backend", int64_t{def.backend}, tn_backendCpu, tn_backendGL,
                "use one of the values of tnBackend")
        .within("fallback", int64_t{def.fallback}, tn_fallbackFail, tn_fallbackCpu,
                "use one of the values of tnFallback")
        .also(checkWaterEdge(def.left, "left", caller))
        .also(checkWaterEdge(def.right, "right", caller))
        .also(checkWaterEdge(def.bottom, "bottom", caller))
        .also(checkWaterEdge(def.top, "top", caller))
        .also(checkWaterSettings(def.settings, caller));
    const auto isPair = [&](const char* low, const tnWaterEdge& a, const tnWaterEdge& b) {
        const bool agree = (a.type == tn_waterPeriodic) == (b.type == tn_waterPeriodic);
        if (check.isGood() && !agree)
        {
            check.also(refuse(tn_errorInvalidArgument, tn_logWaterEdge, caller, low,
                              static_cast<double>(a.type),
                              "make both edges of a pair periodic, or neither"));
        }
    };
    isPair("left.type", def.left, def.right);
    isPair("bottom.type", def.bottom, def.top);
    return check.result();
}

tnResult checkWaterBrush(const tnWaterBrush& brush, const char* caller)
{
    ArgumentCheck check(caller, tn_logWaterBrush);
    check.within("brush.mode", int64_t{brush.mode}, tn_brushImpulse, tn_brushRate,
                 "use tn_brushImpulse or tn_brushRate");
    place(check, "brush.from", brush.from);
    place(check, "brush.to", brush.to)
        .within("brush.radius", brush.radius, 1.0e-6f, 1.0e9f, "give metres above 0");
    speed(check, "brush.velocity", brush.velocity)
        .within("brush.water", brush.water, -kMostHeight, kMostHeight, kHeight)
        .within("brush.splash", brush.splash, -kMostHeight, kMostHeight, kHeight)
        .within("brush.terrain", brush.terrain, -kMostHeight, kMostHeight, kHeight)
        .within("brush.foam", brush.foam, -1.0e3f, 1.0e3f, "give -1000 to 1000");
    return dyes(check, "brush.dye", brush.dye, -defaults::kMostDye).result();
}

tnResult checkSpring(const tnSpringDef& spring, const char* caller)
{
    ArgumentCheck check(caller, tn_logSpringDef);
    place(check, "position", spring.position)
        .within("radius", spring.radius, 1.0e-6f, 1.0e9f, "give metres above 0")
        .within("discharge", spring.discharge, -1.0e9f, 1.0e9f, "give at most 1e9 m^3/s");
    speed(check, "velocity", spring.velocity);
    return dyes(check, "dye", spring.dye, 0.0f).result();
}

} // namespace tarn
