// How fast waves are: a plane wave goes at sqrt(g h), and a body that is faster than that leaves a
// wake whose sides are at asin(sqrt(g h) / U) from its way, as the cone of a supersonic jet.
//
// The waves of shallow water are all equally fast, so there is no wake of Kelvin's angle, 19.5
// degrees, behind slow bodies: that is made by waves of different speeds.
#include "validation/cases.h"
#include "validation/water_run.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace tarn::validation
{

namespace
{

// ---- A plane wave

struct Train
{
    double ratio = 0.0;  // measured speed over sqrt(g h)
    double height = 0.0; // at the end, of what it was
};

// A wave on a ring of `cells`, for `turns` of its periods.
Train planeWave(int32_t cells, double depth, int32_t turns)
{
    constexpr double kLength = 10.0;
    const double c = std::sqrt(kGravity * depth);
    const double k = 2.0 * std::numbers::pi / kLength;
    const double amplitude = 1e-3 * depth; // waves that are higher get steeper
    tnWaterDef def = waterDef(cells, 1, kLength / cells);
    def.level = static_cast<float>(depth);
    def.left = def.right = edgeOf(tn_waterPeriodic);
    WaterRun run(def);
    run.set(tn_waterDepth, [&](double x, double) { return depth + amplitude * std::cos(k * x); });
    run.set(tn_waterVelocityX, [&](double x, double) {
        return amplitude * std::sqrt(kGravity / depth) * std::cos(k * x);
    });
    const auto mode = [&] {
        const FieldView h = run.view(tn_waterDepth);
        std::complex<double> sum = 0.0;
        for (int32_t i = 0; i < cells; ++i)
        {
            sum += static_cast<double>(h(i, 0)) *
                   std::polar(1.0, k * static_cast<double>(h.position(i, 0).x));
        }
        return sum;
    };
    const std::complex<double> start = mode();
    std::complex<double> before = start;
    double angle = 0.0;
    constexpr int32_t kStepsATurn = 100;
    for (int32_t step = 0; step < turns * kStepsATurn; ++step)
    {
        run.step(kLength / c / kStepsATurn);
        const std::complex<double> now = mode();
        angle += std::arg(now / before);
        before = now;
    }
    return {angle / (k * c * run.time()), std::abs(before / start)};
}

// ---- A wake

struct Wake
{
    double exact = 0.0; // half-angle (unit: degrees)
    double measured = 0.0;
    Curve crest; // behind the body and aside of its way (unit: m)
    Curve line;
};

// A ball that touches the water moves at `froude` times the speed of waves.
Wake wakeOf(double froude, double cellSize)
{
    constexpr double kDepth = 0.5;
    constexpr double kLength = 24.0;
    constexpr double kWidth = 14.0;
    constexpr double kStart = 2.0;
    constexpr double kWay = 20.0;
    constexpr float kDraught = 0.02f; // bow waves that are high are faster than others
    const double speed = froude * std::sqrt(kGravity * kDepth);
    tnWaterDef def = waterDef(static_cast<int32_t>(std::lround(kLength / cellSize)),
                              static_cast<int32_t>(std::lround(kWidth / cellSize)), cellSize);
    def.level = static_cast<float>(kDepth);
    def.left = def.right = def.bottom = def.top = edgeOf(tn_waterOpen);
    WaterRun run(def);
    tnBodyDef ball = tnDefaultBodyDef();
    ball.radius = 2.0f;
    ball.facets = 20000;
    ball.drag = ball.lift = 0.0f;
    ball.position = {static_cast<float>(kStart), static_cast<float>(0.5 * kWidth),
                     static_cast<float>(kDepth) + ball.radius - kDraught};
    ball.velocity = {static_cast<float>(speed), 0.0f, 0.0f};
    run.add(ball);
    run.onForce = [](test::RigidBody&, tnVec3& force, tnVec3& torque) { force = torque = {}; };
    const int32_t steps = static_cast<int32_t>(std::ceil(kWay / (speed * 0.01)));
    run.step(kWay / speed / steps, steps);

    // The crest is where the surface is highest, row by row, between cells by a parabola. It is
    // fitted where it is free of the ball, and of how it began.
    Wake wake;
    wake.exact = std::asin(1.0 / froude) * 180.0 / std::numbers::pi;
    wake.crest.name = "U = " + text(froude) + " sqrt(g h)";
    wake.line.look = Curve::Look::marks;
    const double slope = std::tan(wake.exact * std::numbers::pi / 180.0);
    const FieldView surface = run.view(tn_waterSurface);
    const double x = static_cast<double>(run.bodies()[0].position.x);
    double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
    for (int32_t j = surface.rows() / 2; j < surface.rows(); ++j)
    {
        const double aside = static_cast<double>(surface.position(0, j).y) - 0.5 * kWidth;
        if (aside < 1.0 || aside > std::min(0.4 * kWay * slope, 0.42 * kWidth))
        {
            continue;
        }
        const std::span<const float> row = surface.row(j);
        const auto top = std::max_element(row.begin() + 1, row.end() - 1);
        const double left = static_cast<double>(top[-1]);
        const double middle = static_cast<double>(top[0]);
        const double right = static_cast<double>(top[1]);
        const double shift = 0.5 * (left - right) / (left - 2.0 * middle + right);
        const double behind =
            x -
            (static_cast<double>(surface.position(static_cast<int32_t>(top - row.begin()), j).x) +
             shift * cellSize);
        wake.crest.points.push_back({behind, aside});
        n += 1.0;
        sx += aside;
        sy += behind;
        sxx += aside * aside;
        sxy += aside * behind;
    }
    // The exact line goes through the middle of the crest.
    constexpr int32_t kMarks = 12;
    const Point first = wake.crest.points.front();
    const Point last = wake.crest.points.back();
    for (int32_t k = 0; k <= kMarks; ++k)
    {
        const double behind = first.x + (last.x - first.x) * k / kMarks;
        wake.line.points.push_back({behind, sx / n + slope * (behind - sy / n)});
    }
    const double behindPerAside = (n * sxy - sx * sy) / (n * sxx - sx * sx);
    wake.measured = std::atan(1.0 / behindPerAside) * 180.0 / std::numbers::pi;
    return wake;
}

} // namespace

Outcome waveSpeed(Size size)
{
    const bool full = size == Size::full;
    const int32_t turns = full ? 10 : 3;
    Outcome outcome;
    Panel heights = {"cells a wave", "speed over sqrt(g h)", {{}}, true};
    heights.curves[0].name = "after " + std::to_string(turns) + " periods";
    for (int32_t cells = 16; cells <= 128; cells *= 2)
    {
        const Train train = planeWave(cells, 1.0, turns);
        heights.curves[0].points.push_back({static_cast<double>(cells), train.ratio});
        if (cells == 64)
        {
            outcome.checks.push_back(
                near("64 cells a wave: speed over sqrt(g h)", train.ratio, 1.0, 0.01));
            outcome.checks.push_back(
                atLeast("64 cells a wave: height left (parts)", train.height, 0.8));
        }
    }
    outcome.setUp = "Waves of 10 m and 1 mm in 1 m of water, " + std::to_string(turns) +
                    " periods. A ball that touches 0.5 m of water is moved faster than its waves, "
                    "cells of " +
                    std::string(full ? "5" : "10") +
                    " cm; the crest of its wake is fitted by a line.";
    outcome.panels = {std::move(heights), {"behind the ball (m)", "aside of its way (m)", {}}};
    for (const double froude : {1.5, 2.0, 3.0})
    {
        Wake wake = wakeOf(froude, full ? 0.05 : 0.1);
        outcome.checks.push_back(
            near("U = " + text(froude) + " sqrt(g h): half-angle of the wake (degrees)",
                 wake.measured, wake.exact, 2.0 / wake.exact));
        std::vector<Curve>& curves = outcome.panels[1].curves;
        wake.line.name = curves.empty() ? "exact" : "";
        curves.push_back(std::move(wake.crest));
        curves.push_back(std::move(wake.line));
    }
    return outcome;
}

} // namespace tarn::validation
