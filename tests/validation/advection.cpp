// Dye carried along a velocity that is prescribed: Zalesak's slotted disc and a Gaussian in
// solid-body rotation, LeVeque's disc in a vortex that turns back.
//
// Each should come back to where and what it was. What is measured is how much it does not:
// sum |q - q0| / sum |q0|. The reference is what a plain implementation of the same scheme leaves.
#include "validation/cases.h"
#include "validation/flow_run.h"
#include "validation/table.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::validation
{

namespace
{

constexpr double kPi = std::numbers::pi;

// Rotation about the middle of the unit square by one radian a second. Its stream function is
// bent to a constant beyond r = 0.46, where there is no dye, so that nothing flows through walls.
double rotation(double x, double y)
{
    constexpr double kRigid = 0.46, kStill = 0.5;
    const double r = std::hypot(x - 0.5, y - 0.5);
    const double s = std::clamp((r - kRigid) / (kStill - kRigid), 0.0, 1.0);
    const double inside = std::min(r, kRigid);
    // Speed falls linearly from kRigid to 0: psi' = kRigid (1 - s).
    return -0.5 * inside * inside - kRigid * (kStill - kRigid) * (s - 0.5 * s * s);
}

// LeVeque's vortex of strength 1.
double vortex(double x, double y)
{
    const double sx = std::sin(kPi * x);
    const double sy = std::sin(kPi * y);
    return sx * sx * sy * sy / kPi;
}

double slottedDisc(double x, double y)
{
    const bool inDisc = std::hypot(x - 0.5, y - 0.75) <= 0.15;
    const bool inSlot = std::fabs(x - 0.5) < 0.025 && y < 0.85;
    return inDisc && !inSlot ? 1.0 : 0.0;
}

double disc(double x, double y)
{
    return std::hypot(x - 0.5, y - 0.75) <= 0.15 ? 1.0 : 0.0;
}

double bell(double x, double y)
{
    constexpr double kSigma = 0.05;
    const double dx = x - 0.5;
    const double dy = y - 0.75;
    return std::exp(-(dx * dx + dy * dy) / (2.0 * kSigma * kSigma));
}

// The mean of a function over a cell, by 8 x 8 points.
double cellMean(const PlaceFunction& function, double x, double y, double h)
{
    constexpr int32_t kPoints = 8;
    double sum = 0.0;
    for (int32_t b = 0; b < kPoints; ++b)
    {
        for (int32_t a = 0; a < kPoints; ++a)
        {
            sum +=
                function(x + h * ((a + 0.5) / kPoints - 0.5), y + h * ((b + 0.5) / kPoints - 0.5));
        }
    }
    return sum / (kPoints * kPoints);
}

struct Transport
{
    std::string name; // in the table
    PlaceFunction dye;
    PlaceFunction stream;
    double duration = 1.0;
    bool turnsBack = false; // velocity goes as cos(pi t / duration)
};

const Transport kZalesak = {"zalesak_1rev", slottedDisc, rotation, 2.0 * kPi};
const Transport kLeVeque = {"leveque_T2", disc, vortex, 2.0, true};
const Transport kGaussian = {"gauss_1rev", bell, rotation, 2.0 * kPi};

struct Returned
{
    double change = 0.0; // sum |q - q0| / sum |q0|
    double least = 0.0;
    double most = 0.0;
    Curve before, after; // along y = 0.75
};

std::vector<float> valuesOf(const FieldView& view)
{
    std::vector<float> values;
    for (int32_t j = 0; j < view.rows(); ++j)
    {
        const std::span<const float> row = view.row(j);
        values.insert(values.end(), row.begin(), row.end());
    }
    return values;
}

std::vector<float> times(float factor, std::vector<float> values)
{
    for (float& value : values)
    {
        value *= factor;
    }
    return values;
}

Returned carry(const Transport& transport, int32_t n, int32_t steps, tnAdvection scheme)
{
    const double h = 1.0 / n;
    tnFlowDef def = caseDef(n, n, h);
    def.dyeChannels = 1;
    def.settings.dyeAdvection = scheme;
    def.settings.velocityAdvection = tn_advectionSemiLagrangian; // it is set anew before each step
    FlowRun run(def);
    run.set(tn_flowDye0, [&](double x, double y) { return cellMean(transport.dye, x, y, h); });
    const auto dye = [&] { return run.flow().view(tn_flowDye0); };
    const auto middle = [&](Curve& curve) {
        for (int32_t i = 0; i < n; ++i)
        {
            const double x = (i + 0.5) * h;
            curve.points.push_back({x, static_cast<double>(run.sample(x, 0.75).dye[0])});
        }
    };
    Returned returned;
    middle(returned.before);
    const std::vector<float> before = valuesOf(dye());

    // A step carries dye along the velocity that was set before it, and then changes that.
    run.setStream(transport.stream);
    const std::vector<float> u = valuesOf(run.flow().view(tn_flowVelocityX));
    const std::vector<float> v = valuesOf(run.flow().view(tn_flowVelocityY));
    const double dt = transport.duration / steps;
    for (int32_t k = 0; k < steps; ++k)
    {
        const double phase = kPi * (k + 0.5) / steps;
        const auto strength = static_cast<float>(transport.turnsBack ? std::cos(phase) : 1.0);
        orThrow(run.flow().setField(tn_flowVelocityX, times(strength, u)));
        orThrow(run.flow().setField(tn_flowVelocityY, times(strength, v)));
        run.step(dt);
    }

    middle(returned.after);
    double change = 0.0;
    double sum = 0.0;
    const FieldView after = dye();
    for (int32_t j = 0; j < n; ++j)
    {
        for (int32_t i = 0; i < n; ++i)
        {
            const auto was = static_cast<double>(before[static_cast<size_t>(j * n + i)]);
            const auto is = static_cast<double>(after(i, j));
            change += std::fabs(is - was);
            sum += std::fabs(was);
            returned.least = std::min(returned.least, is);
            returned.most = std::max(returned.most, is);
        }
    }
    returned.change = change / sum;
    return returned;
}

struct Scheme
{
    tnAdvection scheme;
    const char* name;
    const char* row; // in the table; null where there is none
};

constexpr Scheme kMacCormack = {tn_advectionMacCormack, "MacCormack", "MCc"};
constexpr Scheme kSemiLagrangian = {tn_advectionSemiLagrangian, "semi-Lagrangian", "SL"};

// Both schemes against their rows of the table, at one size.
void compare(const Transport& transport, int32_t n, Outcome& outcome)
{
    const Table table("validation/advection.csv");
    Panel panel = {"x at y = 0.75 (m)", "dye", {}};
    for (const Scheme& scheme : {kMacCormack, kSemiLagrangian})
    {
        const std::vector<Table::Condition> row = {
            {"test", transport.name}, {"method", scheme.row}, {"N", std::to_string(n)}};
        const int32_t steps = static_cast<int32_t>(table.number(row, "steps"));
        Returned returned = carry(transport, n, steps, scheme.scheme);
        const std::string name = std::string(scheme.name) + ", " + std::to_string(n) + "^2: ";
        outcome.checks.push_back(
            atMost(name + "what has changed", returned.change, table.number(row, "L1_rel"), 0.05));
        outcome.checks.push_back(atMost(name + "dye below 0 or above 1",
                                        std::max(-returned.least, returned.most - 1.0), 0.0));
        returned.after.name = scheme.name;
        returned.before.name = "exact";
        returned.before.look = Curve::Look::marks;
        if (panel.curves.empty())
        {
            panel.curves.push_back(std::move(returned.before));
        }
        panel.curves.push_back(std::move(returned.after));
    }
    outcome.panels = {std::move(panel)}; // of the last, which is the finest
}

} // namespace

Outcome zalesak(Size)
{
    Outcome outcome;
    outcome.setUp = "A disc with a slot turns once in 628 steps on 100 x 100 cells.";
    compare(kZalesak, 100, outcome);
    return outcome;
}

Outcome leVeque(Size size)
{
    Outcome outcome;
    outcome.setUp = "A disc is drawn out by a vortex for a second and back for another.";
    const int32_t finest = size == Size::full ? 256 : 64;
    for (int32_t n = 64; n <= finest; n *= 2)
    {
        compare(kLeVeque, n, outcome);
    }
    return outcome;
}

Outcome gaussian(Size size)
{
    const bool full = size == Size::full;
    Outcome outcome;
    outcome.setUp = "A bell 0.05 m wide turns once; at twice the cells in twice the steps.";
    const Table table("validation/advection.csv");
    Panel panel = {"cells along an edge", "what has changed", {}, true, true};
    for (const Scheme& scheme : {kMacCormack, kSemiLagrangian})
    {
        const bool isCrisp = scheme.scheme == tn_advectionMacCormack;
        Curve ours = {scheme.name, Curve::Look::line, {}};
        Curve plain = {std::string(scheme.name) + ", plain", Curve::Look::marks, {}};
        const int32_t finest = isCrisp ? 256 : 128;
        for (int32_t n = 64; n <= (full ? 512 : finest); n *= 2)
        {
            const std::vector<Table::Condition> row = {
                {"test", kGaussian.name}, {"method", scheme.row}, {"N", std::to_string(n)}};
            const int32_t steps = static_cast<int32_t>(table.number(row, "steps"));
            ours.points.push_back(
                {static_cast<double>(n), carry(kGaussian, n, steps, scheme.scheme).change});
            plain.points.push_back({static_cast<double>(n), table.number(row, "L1_rel")});
            outcome.checks.push_back(
                atMost(std::string(scheme.name) + ", " + std::to_string(n) + "^2: what has changed",
                       ours.points.back().y, plain.points.back().y, 0.05));
        }
        if (isCrisp)
        {
            const size_t last = ours.points.size() - 1;
            outcome.checks.push_back(
                atLeast("MacCormack: order of accuracy of the two finest",
                        orderBetween(ours.points[last - 1].y, ours.points[last].y), 1.8));
        }
        panel.curves.push_back(std::move(ours));
        panel.curves.push_back(std::move(plain));
    }
    outcome.panels = {std::move(panel)};
    return outcome;
}

} // namespace tarn::validation
