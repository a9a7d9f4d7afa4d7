// Warm fluid rises: a square heated from the side (de Vahl Davis 1983), and a layer heated from
// below, near the onset of convection (Rayleigh 1916; Chandrasekhar 1961).
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

tnFlowEdge warmWall(bool noSlip, double temperature)
{
    tnFlowEdge edge = edgeOf(tn_flowWall);
    edge.noSlip = noSlip;
    edge.fixedTemperature = true;
    edge.temperature = static_cast<float>(temperature);
    return edge;
}

// Gravity and expansion whose product is `lift`, in m/s^2 per kelvin, upwards.
void setLift(tnFlowSettings& settings, double lift)
{
    settings.gravity = {0.0f, static_cast<float>(-lift)};
    settings.thermalExpansion = 1.0f;
}

// Mean flow of heat through the left wall over what would be conducted: the slope at the wall from
// its temperature and the two nearest cells, by a parabola.
double nusselt(const wrapper::Flow& flow, double wall, double difference)
{
    const FieldView t = flow.view(tn_flowTemperature);
    const double h = static_cast<double>(t.c().spacing);
    double sum = 0.0;
    for (int32_t j = 0; j < t.rows(); ++j)
    {
        const auto first = static_cast<double>(t(0, j));
        const auto second = static_cast<double>(t(1, j));
        sum += (8.0 * wall - 9.0 * first + second) / (3.0 * h);
    }
    return sum / t.rows() / difference;
}

} // namespace

Outcome heatedCavity(Size size)
{
    const bool full = size == Size::full;
    constexpr double kRayleigh = 1e4, kPrandtl = 0.71;
    const int32_t n = full ? 64 : 32;
    // Width 1 m, difference 1 K, lift 1 m/s^2 per kelvin.
    const double viscosity = std::sqrt(kPrandtl / kRayleigh);
    const double diffusivity = viscosity / kPrandtl;
    tnFlowDef def = caseDef(n, n, 1.0 / n);
    def.temperature = true;
    def.left = warmWall(true, 0.5);
    def.right = warmWall(true, -0.5);
    def.bottom = def.top = noSlipWall();
    setLift(def.settings, 1.0);
    def.settings.viscosity = static_cast<float>(viscosity);
    def.settings.thermalDiffusivity = static_cast<float>(diffusivity);
    FlowRun run(def);
    constexpr double kSpeed = 0.25; // a little more than the fastest
    run.settle(0.5 / (n * kSpeed), 2e-6, 400.0);

    const Table table("validation/heated_cavity.csv");
    const auto reference = [&](const char* column) {
        return table.number({{"Ra", "1e4"}}, column);
    };
    Curve u = {"Tarn", Curve::Look::line, {}};
    Curve v = u;
    Point uMost, vMost;
    constexpr int32_t kPoints = 512;
    for (int32_t k = 0; k < kPoints; ++k)
    {
        const double s = (k + 0.5) / kPoints;
        u.points.push_back({s, static_cast<double>(run.sample(0.5, s).velocity.x) / diffusivity});
        v.points.push_back({s, static_cast<double>(run.sample(s, 0.5).velocity.y) / diffusivity});
        uMost = u.points.back().y > uMost.y ? u.points.back() : uMost;
        vMost = v.points.back().y > vMost.y ? v.points.back() : vMost;
    }
    const Curve uPeak = {
        "reference", Curve::Look::marks, {{reference("y_umax"), reference("umax")}}};
    const Curve vPeak = {
        "reference", Curve::Look::marks, {{reference("x_vmax"), reference("vmax")}}};
    Outcome outcome;
    outcome.setUp = "Ra = 10^4, Pr = 0.71, " + std::to_string(n) + " x " + std::to_string(n) +
                    " cells, hot left and cold right wall, until it is steady. Velocities are in "
                    "units of diffusivity over width.";
    outcome.checks = {
        near("Nusselt number", nusselt(run.flow(), 0.5, 1.0), reference("Nu_avg"), 0.03),
        near("largest horizontal velocity on the vertical middle line", uMost.y, reference("umax"),
             0.04),
        near("largest vertical velocity on the horizontal middle line", vMost.y, reference("vmax"),
             0.04)};
    outcome.panels = {{"y at x = 0.5 (m)", "u", {u, uPeak}}, {"x at y = 0.5 (m)", "v", {v, vPeak}}};
    return outcome;
}

// ---- Rayleigh-Benard

namespace
{

constexpr double kCritical = kPi / std::numbers::sqrt2; // wave number of the first rolls
constexpr double kQ2 = kPi * kPi + kCritical * kCritical;

// Exact, between slip plates, Pr = 1, in diffusivity / height^2.
double growthRate(double rayleigh)
{
    return std::sqrt(rayleigh * kCritical * kCritical / kQ2) - kQ2;
}

// Half a roll between slip walls: height 1 m, width half a wave; viscosity and diffusivity 1.
double measuredGrowth(double rayleigh, int32_t rows, Curve* amplitudes)
{
    const double sigma = growthRate(rayleigh);
    const double h = 1.0 / rows;
    const auto columns = static_cast<int32_t>(std::lround(rows * std::numbers::sqrt2));
    const double wave = kPi / (columns * h);
    tnFlowDef def = caseDef(columns, rows, h);
    def.temperature = true;
    def.bottom = warmWall(false, 1.0);
    def.top = warmWall(false, 0.0);
    setLift(def.settings, rayleigh);
    def.settings.viscosity = 1.0f;
    def.settings.thermalDiffusivity = 1.0f;
    FlowRun run(def);
    // The growing mode: v = (sigma + q^2) theta.
    constexpr double kSmall = 1e-2;
    run.set(tn_flowTemperature, [&](double x, double y) {
        return 1.0 - y + kSmall * std::cos(wave * x) * std::sin(kPi * y);
    });
    run.setStream([&](double x, double y) {
        return -kSmall * (sigma + kQ2) / wave * std::sin(wave * x) * std::sin(kPi * y);
    });
    const auto amplitude = [&] {
        return run.integral(tn_flowVelocityY, [&](double x, double y) {
            return std::cos(wave * x) * std::sin(kPi * y);
        });
    };
    constexpr double kStart = 0.2, kEnd = 0.7; // the first part lets the grid's own mode form
    const double dt = 0.5 * h * h;
    const auto go = [&](double to) {
        while (run.time() < to)
        {
            run.step(dt, 2);
            amplitudes->points.push_back({run.time(), amplitude()});
        }
        return amplitudes->points.back();
    };
    const Point first = go(kStart);
    const Point last = go(kEnd);
    for (Point& point : amplitudes->points)
    {
        point.y /= first.y;
    }
    return std::log(last.y / first.y) / (last.x - first.x);
}

} // namespace

Outcome rayleighBenard(Size size)
{
    const bool full = size == Size::full;
    const int32_t rows = full ? 41 : 29; // times sqrt 2 nearly a whole number
    Outcome outcome;
    outcome.setUp = "A layer heated from below between slip plates, Pr = 1, half a roll of wave "
                    "number pi / sqrt 2, " +
                    std::to_string(rows) +
                    " cells high. The onset is at Ra = 657.5. Rates are in units of diffusivity "
                    "over height squared.";
    Panel panel = {
        "time (height^2 / diffusivity)", "amplitude of the vertical velocity", {}, false, true};
    for (const double rayleigh : {600.0, 800.0})
    {
        Curve curve = {"Tarn, Ra = " + text(rayleigh), Curve::Look::line, {}};
        Curve exact = {"exact, Ra = " + text(rayleigh), Curve::Look::marks, {}};
        const double rate = growthRate(rayleigh);
        outcome.checks.push_back(near("growth rate at Ra = " + text(rayleigh),
                                      measuredGrowth(rayleigh, rows, &curve), rate, 0.1));
        for (int32_t k = 0; k <= 5; ++k)
        {
            exact.points.push_back({0.2 + 0.1 * k, std::exp(0.1 * k * rate)});
        }
        panel.curves.push_back(std::move(curve));
        panel.curves.push_back(std::move(exact));
    }
    outcome.panels = {std::move(panel)};
    return outcome;
}

} // namespace tarn::validation
