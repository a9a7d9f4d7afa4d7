// Taylor and Green's vortices (Proc. R. Soc. A 158, 1937): a grid of whirls on a torus, which keep
// their shape and lose energy as exp(-4 nu k^2 t), until a fifth of it is left.
#include "validation/cases.h"
#include "validation/flow_run.h"

#include <cmath>
#include <numbers>

namespace tarn::validation
{

namespace
{

constexpr double kViscosity = 0.01;
constexpr double kWaveNumber = 2.0 * std::numbers::pi;
constexpr double kRate = 4.0 * kViscosity * kWaveNumber * kWaveNumber;
const double kEnd = std::log(5.0) / kRate;

// Energy over time; time is in units of 1 / kRate.
Curve decay(int32_t n, double cfl, tnAdvection scheme)
{
    const double h = 1.0 / n;
    tnFlowDef def = caseDef(n, n, h);
    def.left = def.right = def.bottom = def.top = edgeOf(tn_flowPeriodic);
    def.settings.viscosity = static_cast<float>(kViscosity);
    def.settings.velocityAdvection = scheme;
    FlowRun run(def);
    run.setStream([](double x, double y) {
        return -std::cos(kWaveNumber * x) * std::cos(kWaveNumber * y) / kWaveNumber;
    });
    const double start = run.flow().totals().kineticEnergy;
    // A whole number of pairs of steps to the end.
    const int32_t steps = 2 * static_cast<int32_t>(std::ceil(0.5 * kEnd / (cfl * h)));
    Curve curve;
    curve.points.push_back({0.0, 1.0});
    for (int32_t k = 0; k < steps; ++k)
    {
        run.step(kEnd / steps);
        curve.points.push_back({kRate * run.time(), run.flow().totals().kineticEnergy / start});
    }
    return curve;
}

// How far the rate of decay is from the exact one, as part of it.
double rateError(const Curve& curve)
{
    return -std::log(curve.points.back().y) / curve.points.back().x - 1.0;
}

} // namespace

Outcome taylorGreen(Size size)
{
    const bool full = size == Size::full;
    constexpr double kCfl = 0.5;
    const int32_t finest = full ? 256 : 64;
    std::vector<double> errors;
    Panel energy = {"time (1 / (4 nu k^2))", "kinetic energy, parts of the first", {}, false, true};
    Panel order = {"cells along an edge", "error of the rate of decay", {{}}, true, true};
    for (int32_t n = finest / 4; n <= finest; n *= 2)
    {
        Curve curve = decay(n, kCfl, tn_advectionMacCormack);
        curve.name = "MacCormack, " + std::to_string(n);
        errors.push_back(std::fabs(rateError(curve)));
        order.curves[0].points.push_back({static_cast<double>(n), errors.back()});
        energy.curves.push_back(std::move(curve));
    }
    order.curves[0].name = "MacCormack";
    const int32_t middle = finest / 2;
    // First order: with 32 cells the whirls would die a third too fast, with 128 it is 9 %.
    constexpr int32_t kSoft = 128;
    Curve soft = decay(kSoft, kCfl, tn_advectionSemiLagrangian);
    soft.name = "semi-Lagrangian, " + std::to_string(kSoft);
    Curve exact = {"exact", Curve::Look::marks, {}};
    for (int32_t k = 0; k <= 8; ++k)
    {
        const double t = 0.2 * k;
        exact.points.push_back({t, std::exp(-t)});
    }
    Outcome outcome;
    outcome.setUp = "Four whirls of 1 m/s on a unit torus, viscosity 0.01 Pa s, " +
                    std::to_string(finest / 4) + " to " + std::to_string(finest) +
                    " cells along an edge, 1/2 a cell a step.";
    outcome.checks = {near("MacCormack, " + std::to_string(middle) + "^2: rate of decay (1/s)",
                           kRate * (1.0 + rateError(energy.curves[1])), kRate, 0.02),
                      near("semi-Lagrangian, " + std::to_string(kSoft) + "^2: rate of decay (1/s)",
                           kRate * (1.0 + rateError(soft)), kRate, 0.1),
                      atLeast("MacCormack: order of accuracy over the three sizes",
                              orderBetween(errors.front(), errors.back(), 4.0), 1.8)};
    energy.curves.push_back(std::move(soft));
    energy.curves.push_back(std::move(exact));
    outcome.panels = {std::move(energy), std::move(order)};
    return outcome;
}

} // namespace tarn::validation
