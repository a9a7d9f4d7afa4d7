// A lake at rest over a bump, which it covers or which is an island in it, stays at rest (bump of
// O. Delestre et al., SWASHES, Int. J. Numer. Meth. Fluids 72 (2013) 269-300).
#include "validation/cases.h"
#include "validation/water_run.h"

#include <algorithm>
#include <cmath>

namespace tarn::validation
{

namespace
{

double bump(double x)
{
    return std::max(0.0, 0.2 - 0.05 * (x - 10.0) * (x - 10.0));
}

struct Rest
{
    Curve profile; // of the surface
    double fastest = 0.0;
    double drift = 0.0; // of the surface, where it is wet (m)
};

Rest rest(double level, int32_t steps)
{
    tnWaterDef def = waterDef(250, 20, 0.1);
    def.level = static_cast<float>(level);
    def.settings.sleep = false;
    WaterRun run(def);
    run.set(tn_waterTerrain, [](double x, double) { return bump(x); });
    run.set(tn_waterSurface, [level](double, double) { return level; });

    Rest result;
    result.profile.name = "surface at " + text(level) + " m";
    constexpr int32_t kBetweenLooks = 50;
    for (int32_t k = 0; k < steps; k += kBetweenLooks)
    {
        run.step(0.01, kBetweenLooks);
        const double speed =
            std::max(run.largest(tn_waterVelocityX), run.largest(tn_waterVelocityY)) /
            std::sqrt(kGravity * level);
        result.fastest = std::max(result.fastest, speed);
        const FieldView surface = run.view(tn_waterSurface);
        const FieldView depth = run.view(tn_waterDepth);
        for (int32_t j = 0; j < surface.rows(); ++j)
        {
            for (int32_t i = 0; i < surface.columns(); ++i)
            {
                const double off = std::fabs(static_cast<double>(surface(i, j)) - level);
                result.drift = std::max(result.drift, depth(i, j) > 0.0f ? off : 0.0);
            }
        }
    }
    const FieldView surface = run.view(tn_waterSurface);
    for (int32_t i = 0; i < surface.columns(); ++i)
    {
        result.profile.points.push_back(
            {static_cast<double>(surface.position(i, 0).x), static_cast<double>(surface(i, 0))});
    }
    return result;
}

} // namespace

Outcome lakeAtRest(Size size)
{
    const int32_t steps = size == Size::full ? 10000 : 500;
    Outcome outcome;
    outcome.setUp = "A lake of 25 x 2 m over a bump 0.2 m high, 250 x 20 cells, " +
                    std::to_string(steps) +
                    " steps of 10 ms, none of them asleep. Speeds are "
                    "parts of that of waves in the deepest water.";
    Panel profile = {"x (m)", "surface (m)", {}};
    for (const double level : {0.5, 0.1})
    {
        Rest lake = rest(level, steps);
        const std::string which = level > 0.2 ? "bump under water: " : "bump as an island: ";
        outcome.checks.push_back(atMost(which + "fastest water", lake.fastest, 1e-6));
        outcome.checks.push_back(atMost(which + "drift of the surface (m)", lake.drift, 1e-6));
        profile.curves.push_back(std::move(lake.profile));
    }
    Curve ground = {"ground", Curve::Look::marks, {}};
    for (int32_t k = 0; k <= 250; ++k)
    {
        ground.points.push_back({0.1 * k, bump(0.1 * k)});
    }
    profile.curves.push_back(std::move(ground));
    outcome.panels = {std::move(profile)};
    return outcome;
}

} // namespace tarn::validation
