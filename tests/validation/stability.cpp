// Does a box float upright? Beyond a width that depends on its density it does, below it lies on
// its side (the metacentre; tests/data/validation/floating.csv).
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

constexpr double kDegrees = 180.0 / std::numbers::pi;
constexpr double kHeight = 0.5;
constexpr double kFirstTilt = 3.0; // degrees: neither upright nor tilted, by the checks below

// Its tilt over time, about its long axis (degrees).
Curve tilt(double s, double widthOverHeight, double cellSize, double seconds)
{
    constexpr double kBasin = 4.8;
    constexpr double kStep = 1.0 / 60.0;
    const int32_t cells = static_cast<int32_t>(std::lround(kBasin / cellSize));
    tnWaterDef def = waterDef(cells, cells, cellSize);
    def.left = def.right = def.bottom = def.top = edgeOf(tn_waterOpen);
    WaterRun run(def);
    tnBodyDef box = tnDefaultBodyDef();
    box.shape = tn_bodyBox;
    box.halfSize = {static_cast<float>(0.5 * widthOverHeight * kHeight), 1.0f,
                    static_cast<float>(0.5 * kHeight)};
    box.density = static_cast<float>(1000.0 * s);
    box.position = {static_cast<float>(0.5 * kBasin), static_cast<float>(0.5 * kBasin),
                    static_cast<float>(1.0 + (0.5 - s) * kHeight)};
    const double half = 0.5 * kFirstTilt / kDegrees;
    box.rotation = {0.0f, static_cast<float>(std::sin(half)), 0.0f,
                    static_cast<float>(std::cos(half))};
    const test::RigidBody& body = run.bodies()[run.add(box)];
    Curve curve;
    const int32_t steps = static_cast<int32_t>(seconds / kStep);
    for (int32_t k = 0; k < steps; ++k)
    {
        run.step(kStep);
        const tnQuat& q = body.rotation;
        const double upright = 1.0 - 2.0 * static_cast<double>(q.x * q.x + q.y * q.y);
        curve.points.push_back({run.time(), kDegrees * std::acos(std::clamp(upright, -1.0, 1.0))});
    }
    return curve;
}

// The largest, or the least, of the last five seconds.
double lately(const Curve& curve, bool largest)
{
    double extreme = curve.points.back().y;
    for (const Point& point : curve.points)
    {
        if (point.x > curve.points.back().x - 5.0)
        {
            extreme = largest ? std::max(extreme, point.y) : std::min(extreme, point.y);
        }
    }
    return extreme;
}

} // namespace

Outcome boxStability(Size size)
{
    const bool full = size == Size::full;
    const double cellSize = full ? 0.05 : 0.1;
    const Table table("validation/floating.csv");
    Outcome outcome;
    outcome.setUp = "Boxes 0.5 m high and 2 m long begin with a tilt of 3 degrees; 5 % wider and "
                    "5 % narrower than critical; cells of " +
                    text(100.0 * cellSize) + " cm, open edges, 60 s.";
    Panel panel = {"time (s)", "tilt (degrees)", {}};
    for (const char* s : {"0.3", "0.5"})
    {
        const double critical = table.number({{"what", std::string("critical_") + s}}, "value");
        for (const bool wide : {true, false})
        {
            Curve curve = tilt(std::stod(s), (wide ? 1.05 : 0.95) * critical, cellSize, 60.0);
            curve.name = std::string("s = ") + s + (wide ? ", wide" : ", narrow");
            const double end = lately(curve, wide);
            outcome.checks.push_back(
                wide ? atMost(curve.name + ": most tilt of the last 5 s (degrees)", end, 2.0)
                     : atLeast(curve.name + ": least tilt of the last 5 s (degrees)", end, 5.0));
            panel.curves.push_back(std::move(curve));
        }
    }
    outcome.panels = {std::move(panel)};
    return outcome;
}

} // namespace tarn::validation
