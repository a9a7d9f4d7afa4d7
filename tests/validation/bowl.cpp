// Water goes round in a bowl, its surface plane, its shore a circle that moves over dry ground
// (W.C. Thacker 1981; tests/data/validation/bowl.csv).
#include "validation/cases.h"
#include "validation/table.h"
#include "validation/water_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::validation
{

namespace
{

struct Bowl
{
    double radius, depth, amplitude, period;

    Bowl()
    {
        const Table table("validation/bowl.csv");
        radius = table.number(0, "radius");
        depth = table.number(0, "depth");
        amplitude = table.number(0, "amplitude");
        period = table.number(0, "period");
    }
    double rate() const { return 2.0 * std::numbers::pi / period; }
    double ground(double x, double y) const
    {
        return -depth * (1.0 - (x * x + y * y) / (radius * radius));
    }
    double exactDepth(double x, double y, double t) const
    {
        const double surface =
            amplitude * depth / (radius * radius) *
            (2.0 * x * std::cos(rate() * t) + 2.0 * y * std::sin(rate() * t) - amplitude);
        return std::max(0.0, surface - ground(x, y));
    }
};

// The sum of |depth - exact| over that of the depth.
double wrongVolume(const WaterRun& run, const Bowl& bowl)
{
    const FieldView depth = run.view(tn_waterDepth);
    double wrong = 0.0;
    double all = 0.0;
    for (int32_t j = 0; j < depth.rows(); ++j)
    {
        for (int32_t i = 0; i < depth.columns(); ++i)
        {
            const tnVec2 at = depth.position(i, j);
            const double exact =
                bowl.exactDepth(static_cast<double>(at.x), static_cast<double>(at.y), run.time());
            wrong += std::fabs(static_cast<double>(depth(i, j)) - exact);
            all += exact;
        }
    }
    return wrong / all;
}

double leastDepth(const WaterRun& run)
{
    const FieldView depth = run.view(tn_waterDepth);
    float least = 0.0f;
    for (int32_t j = 0; j < depth.rows(); ++j)
    {
        least = std::min(least, *std::min_element(depth.row(j).begin(), depth.row(j).end()));
    }
    return static_cast<double>(least);
}

} // namespace

Outcome thackerBowl(Size size)
{
    const bool full = size == Size::full;
    const int32_t n = full ? 200 : 80;
    const int32_t turns = full ? 3 : 1;
    constexpr double kWidth = 4.0;
    const Bowl bowl;
    tnWaterDef def = waterDef(n, n, kWidth / n);
    def.origin = {static_cast<float>(-0.5 * kWidth), static_cast<float>(-0.5 * kWidth)};
    WaterRun run(def);
    run.set(tn_waterTerrain, [&](double x, double y) { return bowl.ground(x, y); });
    run.set(tn_waterDepth, [&](double x, double y) { return bowl.exactDepth(x, y, 0.0); });
    run.set(tn_waterVelocityY, [&](double, double) { return bowl.amplitude * bowl.rate(); });

    // The momentum goes round with the water: its direction tells how far.
    const double volume = run.totals().volume;
    constexpr int32_t kStepsATurn = 400;
    double angle = 0.0;
    double before = 0.5 * std::numbers::pi;
    double least = 0.0;
    Curve error = {"difference to the exact depth", Curve::Look::line, {}};
    for (int32_t k = 1; k <= turns * kStepsATurn; ++k)
    {
        run.step(bowl.period / kStepsATurn);
        const tnWaterTotals totals = run.totals();
        const double now = std::atan2(totals.momentumY, totals.momentumX);
        angle += std::remainder(now - before, 2.0 * std::numbers::pi);
        before = now;
        least = std::min(least, leastDepth(run));
        if (k % 10 == 0)
        {
            error.points.push_back({run.time() / bowl.period, wrongVolume(run, bowl)});
        }
    }
    Curve surface = {"surface", Curve::Look::line, {}};
    Curve exact = {"exact", Curve::Look::marks, {}};
    Curve ground = {"bowl", Curve::Look::line, {}};
    const FieldView depth = run.view(tn_waterDepth);
    for (int32_t i = 0; i < n; ++i)
    {
        const tnVec2 at = depth.position(i, n / 2);
        const double x = static_cast<double>(at.x);
        const double y = static_cast<double>(at.y);
        const double bed = bowl.ground(x, y);
        ground.points.push_back({x, bed});
        const double h = static_cast<double>(depth(i, n / 2));
        if (h > 1e-3) // a film is left where the water has been
        {
            surface.points.push_back({x, bed + h});
        }
        const double truth = bowl.exactDepth(x, y, run.time());
        if (truth > 0.0)
        {
            exact.points.push_back({x, bed + truth});
        }
    }

    Outcome outcome;
    outcome.setUp = "A plane surface goes round in a bowl 1 m wide at the shore and 0.1 m deep, " +
                    std::to_string(n) + " x " + std::to_string(n) + " cells of 4 x 4 m, " +
                    std::to_string(turns) + (turns > 1 ? " turns." : " turn.");
    outcome.checks = {
        near("period (s)", 2.0 * std::numbers::pi * run.time() / angle, bowl.period,
             full ? 0.01 : 0.02),
        atMost("difference to the exact depth (parts of the volume)", wrongVolume(run, bowl),
               full ? 0.03 : 0.05),
        atMost("change of the volume (parts)", std::fabs(run.totals().volume / volume - 1.0), 1e-5),
        atLeast("least depth ever (m)", least, 0.0)};
    outcome.panels = {{"x (m)", "height (m)", {ground, surface, exact}},
                      {"turns", "difference (parts of the volume)", {error}}};
    return outcome;
}

} // namespace tarn::validation
