// A box bobs: on water whose surface stays where it is; across a channel, where it makes waves and
// is damped by them (D. Lannes 2017; tests/data/validation/floating.csv); and in a closed basin,
// whose walls send the waves back.
#include "support/floater.h"
#include "validation/cases.h"
#include "validation/table.h"
#include "validation/water_run.h"

#include <algorithm>
#include <cmath>

namespace tarn::validation
{

namespace
{

constexpr double kHalfLength = 0.25;
constexpr double kHalfHeight = 0.5;
constexpr double kDraught = 0.3;
constexpr double kDepth = 1.0;
constexpr double kLift = 0.02; // out of rest, at the beginning

struct Oscillation
{
    double omega = 0.0;   // without the damping (unit: rad/s)
    double damping = 0.0; // ratio
};

// Of z = exp(-damping omega t) (...), by least squares: z(t + lag) = a z(t) + b z(t - lag) holds
// for every such z, with b = -exp(-2 damping omega lag) and a = 2 sqrt(-b) cos(omega_d lag).
Oscillation fit(const std::vector<Point>& points, double lag)
{
    const double dt = points[1].x - points[0].x;
    const size_t m = static_cast<size_t>(std::lround(lag / dt));
    double pp = 0.0, pq = 0.0, qq = 0.0, pr = 0.0, qr = 0.0;
    for (size_t k = m; k + m < points.size(); ++k)
    {
        const double p = points[k].y;
        const double q = points[k - m].y;
        const double r = points[k + m].y;
        pp += p * p;
        pq += p * q;
        qq += q * q;
        pr += p * r;
        qr += q * r;
    }
    const double determinant = pp * qq - pq * pq;
    const double a = (pr * qq - qr * pq) / determinant;
    const double b = (qr * pp - pr * pq) / determinant;
    const double time = static_cast<double>(m) * dt;
    const double decay = -0.5 * std::log(-b) / time;
    const double turning = std::acos(0.5 * a / std::sqrt(-b)) / time;
    const double omega = std::hypot(decay, turning);
    return {omega, decay / omega};
}

// The water under and around the box does not move: what the backend's wetBody does with a flat
// surface. No added mass, no drag.
Curve heaveAlone(double dt, double seconds)
{
    test::Floater box(
        test::boxDef(static_cast<float>(kHalfLength), 1.0f, static_cast<float>(kHalfHeight)));
    box.traits.mass = static_cast<float>(1000.0 * 2.0 * kHalfLength * 2.0 * kDraught);
    box.liquid.dt = static_cast<float>(dt);
    const double rest = kHalfHeight - kDraught;
    box.motion.position = {0.0f, 0.0f, static_cast<float>(rest + kLift)};
    Curve curve = {"surface stays", Curve::Look::line, {{0.0, kLift}}};
    const int32_t steps = static_cast<int32_t>(std::lround(seconds / dt));
    for (int32_t k = 1; k <= steps; ++k)
    {
        box.step();
        curve.points.push_back({k * dt, static_cast<double>(box.motion.position.z) - rest});
    }
    return curve;
}

// The box fills the width of a channel with open ends. It is held until the water is still.
Curve heaveInChannel(double cellSize, double dt, double seconds)
{
    constexpr double kChannel = 20.0;
    constexpr int32_t kWidth = 4; // cells
    tnWaterDef def =
        waterDef(static_cast<int32_t>(std::lround(kChannel / cellSize)), kWidth, cellSize);
    def.level = static_cast<float>(kDepth);
    def.left = def.right = edgeOf(tn_waterOpen);
    def.bottom = def.top = edgeOf(tn_waterPeriodic);
    WaterRun run(def);
    const double halfWidth = 0.5 * kWidth * cellSize;
    tnBodyDef box = tnDefaultBodyDef();
    box.shape = tn_bodyBox;
    box.halfSize = {static_cast<float>(kHalfLength), static_cast<float>(halfWidth),
                    static_cast<float>(kHalfHeight)};
    box.density = static_cast<float>(1000.0 * kDraught / (2.0 * kHalfHeight));
    box.drag = box.lift = 0.0f;
    const double rest = kDepth + kHalfHeight - kDraught;
    box.position = {static_cast<float>(0.5 * kChannel), static_cast<float>(halfWidth),
                    static_cast<float>(rest + kLift)};
    test::RigidBody& body = run.bodies()[run.add(box)];
    run.onForce = [](test::RigidBody&, tnVec3& force, tnVec3& torque) { force = torque = {}; };
    run.step(dt, static_cast<int32_t>(std::lround(20.0 / dt)));
    run.onForce = [](test::RigidBody&, tnVec3& force, tnVec3& torque) {
        force.x = force.y = 0.0f;
        torque = {};
    };
    Curve curve = {"across a channel", Curve::Look::line, {{0.0, kLift}}};
    const int32_t steps = static_cast<int32_t>(std::lround(seconds / dt));
    for (int32_t k = 1; k <= steps; ++k)
    {
        run.step(dt);
        curve.points.push_back({k * dt, static_cast<double>(body.position.z) - rest});
    }
    return curve;
}

// A raft in a closed basin, over time, with drag and added mass as by default.
Curve heaveInBasin(double seconds)
{
    constexpr double kBasin = 4.8;
    constexpr int32_t kCells = 96;
    constexpr double kStep = 1.0 / 60.0;
    WaterRun run(waterDef(kCells, kCells, kBasin / kCells));
    tnBodyDef raft = tnDefaultBodyDef();
    raft.shape = tn_bodyBox;
    raft.halfSize = {0.3f, 1.0f, 0.25f};
    raft.position = {static_cast<float>(0.5 * kBasin), static_cast<float>(0.5 * kBasin), 1.05f};
    const test::RigidBody& body = run.bodies()[run.add(raft)];
    Curve curve = {"in a closed basin", Curve::Look::line, {}};
    const int32_t steps = static_cast<int32_t>(std::lround(seconds / kStep));
    for (int32_t k = 1; k <= steps; ++k)
    {
        run.step(kStep);
        curve.points.push_back({k * kStep, static_cast<double>(body.position.z) - kDepth});
    }
    return curve;
}

// From the lowest to the highest place between two times.
double swing(const Curve& curve, double from, double to)
{
    double low = 1e9;
    double high = -1e9;
    for (const Point& point : curve.points)
    {
        if (point.x >= from && point.x <= to)
        {
            low = std::min(low, point.y);
            high = std::max(high, point.y);
        }
    }
    return high - low;
}

} // namespace

Outcome heave(Size size)
{
    const bool full = size == Size::full;
    const double cellSize = full ? 0.025 : 0.05;
    const Table table("validation/floating.csv");
    const auto reference = [&](const char* what) {
        return table.number({{"what", what}}, "value");
    };
    constexpr double kSeconds = 2.4; // two periods
    Curve alone = heaveAlone(1.0 / 120.0, kSeconds);
    Curve damped = heaveInChannel(cellSize, 1.0 / 120.0, kSeconds);
    constexpr double kLag = 0.25; // s: about a quarter of a period
    const Oscillation free = fit(alone.points, kLag);
    const Oscillation waves = fit(damped.points, kLag);
    const double omega = reference("heave_omega");
    const double damping = reference("heave_damping");
    Curve exact = {"theory of the channel", Curve::Look::marks, {}};
    const double turning = omega * std::sqrt(1.0 - damping * damping);
    for (int32_t k = 0; k <= 36; ++k)
    {
        const double t = kSeconds * k / 36;
        exact.points.push_back(
            {t, kLift * std::exp(-damping * omega * t) *
                    (std::cos(turning * t) + damping * omega / turning * std::sin(turning * t))});
    }
    const double seconds = full ? 60.0 : 30.0;
    Curve basin = heaveInBasin(seconds);
    const double left = swing(basin, seconds - 10.0, seconds) / swing(basin, 0.0, 10.0);
    Outcome outcome;
    outcome.setUp =
        "A box 0.5 m long, draught 0.3 m, is let go 2 cm above where it rests. Alone: the surface "
        "stays where it is. In the channel: 1 m deep, as wide as the box, open ends, cells of " +
        text(100.0 * cellSize) +
        " cm, default added mass, no drag; a damped oscillation is fitted to two periods. In a "
        "basin of 4.8 x 4.8 m, cells of 5 cm: a box of 0.6 x 2 x 0.5 m, which waves come back to.";
    outcome.checks = {near("alone: omega (rad/s)", free.omega, reference("heave_fixed"), 0.02),
                      near("channel: omega without damping (rad/s)", waves.omega, omega, 0.1),
                      near("channel: damping ratio", waves.damping, damping, 0.2),
                      atMost("basin: bobbing of the last 10 s (parts of the first 10 s)", left,
                             full ? 0.6 : 0.9)};
    outcome.panels = {{"time (s)", "height above rest (m)", {alone, damped, exact}},
                      {"time (s)", "height above rest (m)", {basin}}};
    return outcome;
}

} // namespace tarn::validation
