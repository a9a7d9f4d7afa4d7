// Kelvin and Helmholtz's instability: a wave on a layer of shear, U = U0 tanh(y / delta), grows at
// a rate that Rayleigh's equation gives (Michalke 1964).
#include "validation/cases.h"
#include "validation/flow_run.h"
#include "validation/table.h"

#include <cmath>
#include <numbers>

namespace tarn::validation
{

namespace
{

constexpr double kHeight = 20.0; // of the channel, in delta
constexpr double kFirst = 15.0;  // seconds, delta / U0, after which the wave has its own shape
constexpr double kLast = 25.0;

struct Growth
{
    double rate = 0.0; // U0 / delta
    Curve amplitudes;
};

// One wave in a channel of this many columns; U0 = 1 m/s and delta = 1 m.
Growth growthOf(double waveNumber, int32_t columns, tnAdvection scheme)
{
    const double h = 2.0 * std::numbers::pi / waveNumber / columns;
    const auto rows = static_cast<int32_t>(std::lround(kHeight / h));
    tnFlowDef def = caseDef(columns, rows, h);
    def.origin.y = static_cast<float>(-0.5 * rows * h);
    def.left = def.right = edgeOf(tn_flowPeriodic);
    def.settings.velocityAdvection = scheme;
    FlowRun run(def);
    constexpr double kSmall = 1e-4;
    run.setStream([&](double x, double y) {
        return std::log(std::cosh(y)) + kSmall * std::cos(waveNumber * x) / std::cosh(y);
    });
    const auto amplitude = [&] {
        const auto part = [&](double phase) {
            return run.integral(tn_flowVelocityY, [&](double x, double y) {
                return std::cos(waveNumber * x + phase) / std::cosh(y);
            });
        };
        return std::hypot(part(0.0), part(0.5 * std::numbers::pi));
    };
    Growth growth;
    const double start = amplitude();
    const double dt = 0.5 * h;
    const auto go = [&](double to) {
        while (run.time() < to)
        {
            run.step(dt, 2);
            growth.amplitudes.points.push_back({run.time(), amplitude() / start});
        }
        return growth.amplitudes.points.back();
    };
    const Point first = go(kFirst);
    const Point last = go(kLast);
    growth.rate = std::log(last.y / first.y) / (last.x - first.x);
    return growth;
}

} // namespace

Outcome kelvinHelmholtz(Size size)
{
    const bool full = size == Size::full;
    constexpr double kFastest = 0.4446;
    const Table table("validation/kelvin_helmholtz.csv");
    Outcome outcome;
    Curve exact = {"Rayleigh's equation", Curve::Look::marks, {}};
    Curve ours = {"Tarn", Curve::Look::line, {}};
    Curve amplitudes;
    for (size_t row = 0; row < table.rows(); ++row)
    {
        const double k = table.number(row, "k_delta");
        const double rate = table.number(row, "walls_10");
        exact.points.push_back({k, rate});
        const bool isTried = k == kFastest || (full && k >= 0.2 && k <= 0.8);
        if (isTried)
        {
            // delta is 8 cells, whatever the length of the wave.
            const auto columns = static_cast<int32_t>(std::ceil(8.0 * 2.0 * std::numbers::pi / k));
            Growth growth = growthOf(k, columns, tn_advectionMacCormack);
            ours.points.push_back({k, growth.rate});
            if (k == kFastest)
            {
                outcome.checks.push_back(near("fastest growth rate, k delta = 0.4446 (U0 / delta)",
                                              growth.rate, rate, 0.08));
                amplitudes = std::move(growth.amplitudes);
            }
        }
    }
    amplitudes.name = "Tarn, k delta = 0.4446";
    Curve expected = {"exact rate", Curve::Look::marks, {}};
    const Point from = amplitudes.points[amplitudes.points.size() * 3 / 5];
    for (int32_t t = 15; t <= 25; ++t)
    {
        expected.points.push_back({static_cast<double>(t),
                                   from.y * std::exp(outcome.checks[0].reference * (t - from.x))});
    }
    outcome.setUp =
        "A layer of shear without viscosity, delta = 8 cells, slip walls 10 delta away, "
        "1/2 a cell a step at U0; the rate is taken from 15 to 25 delta / U0.";
    outcome.panels = {{"time (delta / U0)",
                       "amplitude of the vertical velocity",
                       {std::move(amplitudes), std::move(expected)},
                       false,
                       true},
                      {"k delta", "growth rate (U0 / delta)", {std::move(ours), std::move(exact)}}};
    return outcome;
}

} // namespace tarn::validation
