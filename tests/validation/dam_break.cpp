// A dam breaks: Ritter's wave over a dry bed, Stoker's bore over shallow water (tests/data names
// the sources).
#include "validation/cases.h"
#include "validation/table.h"
#include "validation/water_run.h"

#include <algorithm>
#include <cmath>

namespace tarn::validation
{

namespace
{

constexpr double kHalfLength = 5.0;
constexpr double kEnd = 0.75; // s: before the fastest front is at the end of the channel
constexpr int32_t kSteps = 75;

struct Dam
{
    double left = 1.0;
    double right = 0.0;
    double depth = 0.0; // of the middle state
    double velocity = 0.0;
    double front = 0.0;

    explicit Dam(const char* rightDepth)
    {
        const Table table("validation/dam_break.csv");
        const size_t row = table.rowsWhere({{"right", rightDepth}}).at(0);
        left = table.number(row, "left");
        right = table.number(row, "right");
        depth = table.number(row, "depth");
        velocity = table.number(row, "velocity");
        front = table.number(row, "front");
    }
    double wave() const { return std::sqrt(kGravity * left); }

    Point exact(double x, double t) const; // depth and velocity
};

Point Dam::exact(double x, double t) const
{
    const double c = wave();
    if (x <= -c * t)
    {
        return {left, 0.0};
    }
    const double u = 2.0 / 3.0 * (x / t + c);
    const double h = std::pow(c - 0.5 * u, 2) / kGravity;
    if (right > 0.0 && u > velocity)
    {
        return x < front * t ? Point{depth, velocity} : Point{right, 0.0};
    }
    return u < 2.0 * c ? Point{h, u} : Point{0.0, 0.0};
}

// Where the depth falls below `least`, looking from the right.
double frontOf(const WaterRun& run, double least)
{
    const FieldView depth = run.view(tn_waterDepth);
    for (int32_t i = depth.columns() - 2; i >= 0; --i)
    {
        const double here = static_cast<double>(depth(i, 0));
        if (here > least)
        {
            const double next = static_cast<double>(depth(i + 1, 0));
            return static_cast<double>(depth.position(i, 0).x) +
                   static_cast<double>(depth.c().spacing) * (here - least) / (here - next);
        }
    }
    return -kHalfLength;
}

struct Broken
{
    Curve depth, exactDepth, velocity, exactVelocity;
    Point middle;             // depth and velocity halfway between the dam and the front
    Point atDam;              //
    double speed = 0.0;       // of the front, over the second half of the time
    double wrongVolume = 0.0; // sum of |depth - exact| over the volume
};

Broken breakDam(const Dam& dam, int32_t cells)
{
    tnWaterDef def = waterDef(cells, 1, 2.0 * kHalfLength / cells);
    def.origin = {static_cast<float>(-kHalfLength), 0.0f};
    WaterRun run(def);
    run.set(tn_waterDepth, [&](double x, double) { return x < 0.0 ? dam.left : dam.right; });
    const double half = 0.5 * (dam.depth + dam.right);
    run.step(kEnd / kSteps, kSteps / 3);
    const double startTime = run.time();
    const double start = frontOf(run, half);
    run.step(kEnd / kSteps, kSteps - kSteps / 3);
    const double t = run.time();

    Broken result;
    result.speed = (frontOf(run, half) - start) / (t - startTime);
    const FieldView depth = run.view(tn_waterDepth);
    const FieldView velocity = run.view(tn_waterVelocityX);
    const std::string name = "on " + text(dam.right) + " m";
    result.depth.name = result.velocity.name = name;
    result.exactDepth.look = result.exactVelocity.look = Curve::Look::marks;
    double all = 0.0;
    for (int32_t i = 0; i < cells; ++i)
    {
        const double x = static_cast<double>(depth.position(i, 0).x);
        const double h = static_cast<double>(depth(i, 0));
        const Point exact = dam.exact(x, t);
        result.depth.points.push_back({x, h});
        result.velocity.points.push_back({x, static_cast<double>(velocity(i, 0))});
        result.exactDepth.points.push_back({x, exact.x});
        result.exactVelocity.points.push_back({x, exact.y});
        result.wrongVolume += std::fabs(h - exact.x);
        all += exact.x;
    }
    result.wrongVolume /= all;
    const auto at = [&](double x) {
        const tnWaterSample sample = run.sample(x, 0.0);
        return Point{static_cast<double>(sample.depth), static_cast<double>(sample.velocity.x)};
    };
    // The middle state reaches from the end of the fan to the bore.
    const double fan = dam.velocity - std::sqrt(kGravity * dam.depth);
    result.middle = at(0.5 * (fan + dam.front) * t);
    result.atDam = at(0.0);
    return result;
}

} // namespace

Outcome damBreak(Size size)
{
    const bool full = size == Size::full;
    const int32_t cells = full ? 400 : 200;
    Outcome outcome;
    outcome.setUp = "A dam in the middle of a channel of 10 m breaks; 1 m of water on the left. " +
                    std::to_string(cells) + " cells, after " + text(kEnd) + " s.";
    Panel depths = {"x (m)", "depth (m)", {}};
    Panel velocities = {"x (m)", "velocity (m/s)", {}};
    for (const char* right : {"0.0", "0.1", "0.5"})
    {
        const Dam dam(right);
        Broken broken = breakDam(dam, cells);
        const std::string on = dam.right > 0.0 ? "on " + text(dam.right) + " m: " : "dry: ";
        if (dam.right > 0.0)
        {
            outcome.checks.push_back(
                near(on + "depth behind the bore (m)", broken.middle.x, dam.depth, 0.01));
            outcome.checks.push_back(
                near(on + "velocity behind the bore (m/s)", broken.middle.y, dam.velocity, 0.01));
            outcome.checks.push_back(
                near(on + "speed of the bore (m/s)", broken.speed, dam.front, 0.02));
        }
        else
        {
            outcome.checks.push_back(
                near(on + "depth where the dam was (m)", broken.atDam.x, dam.depth, 0.02));
        }
        outcome.checks.push_back(atMost(on + "difference to the exact depth (parts of the volume)",
                                        broken.wrongVolume, full ? 0.005 : 0.01));
        broken.exactDepth.name = broken.exactVelocity.name = depths.curves.empty() ? "exact" : "";
        depths.curves.insert(depths.curves.end(), {broken.depth, broken.exactDepth});
        velocities.curves.insert(velocities.curves.end(), {broken.velocity, broken.exactVelocity});
    }
    outcome.panels = {std::move(depths), std::move(velocities)};
    return outcome;
}

} // namespace tarn::validation
