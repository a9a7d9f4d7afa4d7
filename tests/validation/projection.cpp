// What a step leaves of the divergence, and what a whirl leaves behind when it goes out.
//
// For the second, the same flow is computed in a channel twice as long, where the edge is too far
// away to matter: whatever differs upstream is the edge's doing.
#include "validation/cases.h"
#include "validation/flow_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::validation
{

namespace
{

constexpr double kPi = std::numbers::pi;

// The most that any step of a stirred box with a solid leaves, as part of what was there before.
double mostLeft(int32_t n, double tolerance, Curve* left)
{
    tnFlowDef def = caseDef(n, n, 1.0 / n);
    def.settings.tolerance = static_cast<float>(tolerance);
    FlowRun run(def);
    tnSolidDef disc = tnDefaultSolidDef();
    disc.radius = 0.12f;
    disc.position = {0.4f, 0.55f};
    run.flow().addSolid(disc).orThrow();
    run.setStream([](double x, double y) {
        return (std::sin(kPi * x) + 0.5 * std::sin(3.0 * kPi * x)) * std::sin(2.0 * kPi * y) / kPi;
    });
    double most = 0.0;
    for (int32_t k = 0; k < 100; ++k)
    {
        tnFlowBrush hand = tnDefaultFlowBrush();
        hand.from = {static_cast<float>(0.75 + 0.1 * std::cos(0.2 * k)),
                     static_cast<float>(0.3 + 0.1 * std::sin(0.2 * k))};
        hand.to = hand.from;
        hand.radius = 0.05f;
        hand.velocity = {static_cast<float>(-std::sin(0.2 * k)),
                         static_cast<float>(std::cos(0.2 * k))};
        orThrow(run.flow().brush(hand));
        run.step(1.0 / 60.0);
        const tnFlowStats stats = run.flow().stats();
        const double part = static_cast<double>(stats.divergenceAfter) /
                            static_cast<double>(stats.divergenceBefore);
        left->points.push_back({static_cast<double>(k), part});
        most = std::max(most, part);
    }
    return most;
}

} // namespace

Outcome divergence(Size size)
{
    const int32_t n = size == Size::full ? 512 : 96;
    Outcome outcome;
    outcome.setUp = "A hand stirs " + std::to_string(n) + " x " + std::to_string(n) +
                    " cells around a disc; after each of 100 steps the root mean square of the "
                    "divergence is compared with what it was before.";
    Panel panel = {"step", "divergence left, parts of before", {}, false, true};
    for (const double tolerance : {1e-4, 1e-5})
    {
        Curve left = {"tolerance " + text(tolerance), Curve::Look::line, {}};
        const bool isDefault = tolerance == 1e-4;
        outcome.checks.push_back(atMost(isDefault ? "most left by a step, by default"
                                                  : "most left when 1e-5 is asked for",
                                        mostLeft(n, tolerance, &left), tolerance));
        panel.curves.push_back(std::move(left));
    }
    outcome.panels = {std::move(panel)};
    return outcome;
}

// ---- Outflow

namespace
{

constexpr double kSwirl = 0.4;  // m/s, the fastest of the whirl, in a wind of 1 m/s
constexpr double kHeight = 1.0; // of the channel
constexpr double kLength = 2.0;

FlowRun windy(int32_t rows, double length)
{
    const double h = kHeight / rows;
    tnFlowDef def = caseDef(static_cast<int32_t>(std::lround(length / h)), rows, h);
    def.left = edgeOf(tn_flowInflow);
    def.left.normalSpeed = 1.0f;
    def.right = edgeOf(tn_flowOutflow);
    FlowRun run(def);
    // A whirl whose speed ends with itself, so that what is felt far away is not its own doing.
    run.setStream([](double x, double y) {
        constexpr double kRadius = 0.12;
        const double r2 = ((x - 1.5) * (x - 1.5) + (y - 0.5) * (y - 0.5)) / (kRadius * kRadius);
        return y + kSwirl * kRadius * std::exp(0.5 * (1.0 - r2));
    });
    return run;
}

// The largest difference of a velocity component in the left half of the shorter flow.
double differenceUpstream(const wrapper::Flow& flow, const wrapper::Flow& longer, tnFlowField field)
{
    const FieldView a = flow.view(field);
    const FieldView b = longer.view(field);
    double most = 0.0;
    for (int32_t j = 0; j < a.rows(); ++j)
    {
        for (int32_t i = 0; i < a.columns() / 2; ++i)
        {
            most = std::max(most, std::fabs(static_cast<double>(a(i, j) - b(i, j))));
        }
    }
    return most;
}

} // namespace

Outcome outflow(Size size)
{
    const int32_t rows = size == Size::full ? 128 : 48;
    FlowRun run = windy(rows, kLength);
    FlowRun longer = windy(rows, 2.0 * kLength);
    Curve upstream = {"upstream", Curve::Look::line, {}};
    Curve atEdge = {"at the edge", Curve::Look::line, {}};
    double kick = 0.0;
    double pressureKick = 0.0;
    const double dt = 0.5 * kHeight / rows;
    while (run.time() < 2.0)
    {
        run.step(dt, 2);
        longer.step(dt, 2);
        const double difference =
            std::max(differenceUpstream(run.flow(), longer.flow(), tn_flowVelocityX),
                     differenceUpstream(run.flow(), longer.flow(), tn_flowVelocityY));
        kick = std::max(kick, difference / kSwirl);
        upstream.points.push_back({run.time(), difference / kSwirl});
        const auto ownV = static_cast<double>(run.sample(kLength - 0.02, 0.4).velocity.y);
        const auto trueV = static_cast<double>(longer.sample(kLength - 0.02, 0.4).velocity.y);
        atEdge.points.push_back({run.time(), std::fabs(ownV - trueV) / kSwirl});
        // Each flow's pressure is 0 at its own outflow edge; the drop along the inflow half is not.
        const auto drop = [](const FlowRun& flow) {
            return static_cast<double>(flow.sample(0.1, 0.3).pressure) -
                   static_cast<double>(flow.sample(1.0, 0.7).pressure);
        };
        pressureKick =
            std::max(pressureKick, std::fabs(drop(run) - drop(longer)) / (kSwirl * kSwirl));
    }
    double left = 0.0;
    const FieldView u = run.flow().view(tn_flowVelocityX);
    for (int32_t j = 0; j < u.rows(); ++j)
    {
        for (const float value : u.row(j))
        {
            left = std::max(left, std::fabs(static_cast<double>(value) - 1.0) / kSwirl);
        }
    }
    Outcome outcome;
    outcome.setUp = "A whirl of 0.4 m/s in a wind of 1 m/s leaves a channel of 2 x 1 m, " +
                    std::to_string(rows) +
                    " cells high, and is compared with the same in one twice as long.";
    outcome.checks = {
        atMost("kick upstream while it leaves (parts of its speed)", kick, 0.02),
        atMost("kick of the pressure upstream (parts of density times its speed squared)",
               pressureKick, 0.05),
        atMost("left anywhere after it has left (parts of its speed)", left, 0.02)};
    outcome.panels = {{"time (s)",
                       "difference (parts of the whirl's speed)",
                       {std::move(upstream), std::move(atEdge)}}};
    return outcome;
}

} // namespace tarn::validation
