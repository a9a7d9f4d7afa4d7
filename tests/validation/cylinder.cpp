// Flow past a circular cylinder: the street of vortices at Re = 100, the steady wake at Re = 40,
// and the channel of Schaefer and Turek (1996), case 2D-2.
//
// Strouhal numbers come from the lift, drag and lift from the force on the solid.
#include "validation/cases.h"
#include "validation/flow_run.h"
#include "validation/table.h"

#include <algorithm>
#include <cmath>

namespace tarn::validation
{

namespace
{

double reference(const char* what)
{
    return Table("validation/cylinder.csv").number({{"what", what}}, "value");
}

// Force coefficients over time.
struct Forces
{
    Curve drag = {"drag", Curve::Look::line, {}};
    Curve lift = {"lift", Curve::Look::line, {}};

    void cutBefore(double time);
    double largestLift(double from, double to) const;
    double frequency() const; // of the lift, by its zeros on the way up
    double meanDrag() const;
};

void Forces::cutBefore(double time)
{
    for (Curve* curve : {&drag, &lift})
    {
        const auto isEarlier = [time](const Point& point) { return point.x < time; };
        curve->points.erase(
            curve->points.begin(),
            std::find_if_not(curve->points.begin(), curve->points.end(), isEarlier));
    }
}

double Forces::largestLift(double from, double to) const
{
    double most = 0.0;
    for (const Point& point : lift.points)
    {
        most = std::max(most, point.x >= from && point.x <= to ? std::fabs(point.y) : 0.0);
    }
    return most;
}

double Forces::frequency() const
{
    double mean = 0.0;
    for (const Point& point : lift.points)
    {
        mean += point.y / static_cast<double>(lift.points.size());
    }
    std::vector<double> zeros;
    for (size_t k = 1; k < lift.points.size(); ++k)
    {
        const Point& a = lift.points[k - 1];
        const Point& b = lift.points[k];
        if (a.y < mean && b.y >= mean)
        {
            zeros.push_back(a.x + (b.x - a.x) * (mean - a.y) / (b.y - a.y));
        }
    }
    return zeros.size() < 2
               ? 0.0
               : static_cast<double>(zeros.size() - 1) / (zeros.back() - zeros.front());
}

double Forces::meanDrag() const
{
    double sum = 0.0;
    for (const Point& point : drag.points)
    {
        sum += point.y;
    }
    return sum / static_cast<double>(drag.points.size());
}

double largest(const Curve& curve)
{
    double most = 0.0;
    for (const Point& point : curve.points)
    {
        most = std::max(most, std::fabs(point.y));
    }
    return most;
}

// Marks at these values, over the last two thirds of the time.
Curve level(const char* name, const std::vector<double>& values, double end)
{
    Curve curve = {name, Curve::Look::marks, {}};
    for (const double value : values)
    {
        for (int32_t k = 4; k <= 12; ++k)
        {
            curve.points.push_back({end * k / 12.0, value});
        }
    }
    return curve;
}

// A cylinder in a flow, with its forces made coefficients by `pressure` (density U^2 D / 2).
class Wake
{
  public:
    Wake(const tnFlowDef& def, double x, double y, double diameter, double pressure)
        : run_(def), pressure_(pressure)
    {
        tnSolidDef cylinder = tnDefaultSolidDef();
        cylinder.radius = static_cast<float>(0.5 * diameter);
        cylinder.position = {static_cast<float>(x), static_cast<float>(y)};
        solid_ = run_.flow().addSolid(cylinder).orThrow();
    }

    FlowRun& run() { return run_; }

    // Two steps at a time; forces are their mean.
    Forces record(double dt, double until)
    {
        Forces forces;
        while (run_.time() < until)
        {
            double x = 0.0;
            double y = 0.0;
            for (int32_t half = 0; half < 2; ++half)
            {
                run_.step(dt);
                const tnSolidForce force = run_.flow().solidForce(solid_);
                x += 0.5 * static_cast<double>(force.pressure.x + force.viscous.x);
                y += 0.5 * static_cast<double>(force.pressure.y + force.viscous.y);
            }
            forces.drag.points.push_back({run_.time(), x / pressure_});
            forces.lift.points.push_back({run_.time(), y / pressure_});
        }
        return forces;
    }

  private:
    FlowRun run_;
    tnSolid solid_ = {};
    double pressure_;
};

// ---- In free flow: diameter 1 m, wind of 1 m/s

struct Tunnel
{
    int32_t cells = 24;    // across the cylinder
    double upstream = 8.0; // metres, or diameters
    double downstream = 22.0;
    double height = 20.0;
    double cfl = 0.5; // cells that the wind passes in a step

    double dt() const { return cfl / cells; }
    std::string text() const
    {
        return std::to_string(cells) + " cells across the cylinder, a tunnel " +
               validation::text(height) + " diameters high with slip walls (blockage " +
               validation::text(100.0 / height) + " %), " + validation::text(cfl) +
               " cells a step.";
    }
};

Tunnel tunnelOf(Size size)
{
    return size == Size::full ? Tunnel{} : Tunnel{12, 5.0, 11.0, 10.0, 0.7};
}

// The cylinder is at the origin. A whirl behind it upsets the flow at the beginning.
Wake inTunnel(const Tunnel& tunnel, double reynolds)
{
    const double h = 1.0 / tunnel.cells;
    const auto cells = [&](double length) {
        return static_cast<int32_t>(std::lround(length * tunnel.cells));
    };
    tnFlowDef def = caseDef(cells(tunnel.upstream + tunnel.downstream), cells(tunnel.height), h);
    def.origin = {static_cast<float>(-tunnel.upstream), static_cast<float>(-0.5 * tunnel.height)};
    def.left = edgeOf(tn_flowInflow);
    def.left.normalSpeed = 1.0f;
    def.right = edgeOf(tn_flowOutflow);
    def.settings.viscosity = static_cast<float>(1.0 / reynolds);
    Wake wake(def, 0.0, 0.0, 1.0, 0.5);
    wake.run().setStream(
        [](double x, double y) { return y + 0.5 * std::exp(-((x - 2.0) * (x - 2.0) + y * y)); });
    return wake;
}

// From the rear of the cylinder to where the fluid no longer comes back.
double wakeLength(const FlowRun& run, double spacing, Curve* speeds)
{
    double length = 0.0;
    double before = -1.0;
    const auto points = static_cast<int32_t>(5.5 / (0.25 * spacing));
    for (int32_t k = 6; k < points; ++k) // from a cell and a half behind the cylinder
    {
        const double x = 0.5 + 0.25 * spacing * k;
        const auto u = static_cast<double>(run.sample(x, 0.0).velocity.x);
        if (before < 0.0 && u >= 0.0)
        {
            length = x - 0.25 * spacing * u / (u - before) - 0.5;
        }
        before = u;
        speeds->points.push_back({x - 0.5, u});
    }
    return length;
}

} // namespace

Outcome cylinderShedding(Size size)
{
    const bool full = size == Size::full;
    const Tunnel tunnel = tunnelOf(size);
    Wake wake = inTunnel(tunnel, 100.0);
    const double end = full ? 130.0 : 90.0;
    Forces forces = wake.record(tunnel.dt(), end);
    forces.cutBefore(1.0); // the start is a blow
    Outcome outcome;
    outcome.panels = {{"time (D / U)",
                       "coefficient",
                       {forces.drag, forces.lift,
                        level("reference: mean drag, amplitude of lift",
                              {reference("drag_100"), reference("lift_100")}, end)}}};
    forces.cutBefore(end - 45.0); // seven periods
    outcome.setUp = "Re = 100; " + tunnel.text();
    // Coarse, the tunnel is half as high, and the wind past the cylinder faster: 6.8 % here.
    outcome.checks = {
        near("Strouhal number", forces.frequency(), reference("strouhal_100"), full ? 0.07 : 0.09),
        near("mean drag coefficient", forces.meanDrag(), reference("drag_100"), full ? 0.15 : 0.25),
        near("amplitude of the lift coefficient", largest(forces.lift), reference("lift_100"),
             full ? 0.25 : 0.4)};
    return outcome;
}

Outcome cylinderSteady(Size size)
{
    const bool full = size == Size::full;
    const Tunnel tunnel = tunnelOf(size);
    Wake wake = inTunnel(tunnel, 40.0);
    constexpr double kEnd = 60.0;
    Forces forces = wake.record(tunnel.dt(), kEnd);
    const double calmed =
        forces.largestLift(kEnd - 10.0, kEnd) / forces.largestLift(kEnd - 30.0, kEnd - 20.0);
    forces.cutBefore(kEnd - 10.0);
    Curve speeds = {"Tarn", Curve::Look::line, {}};
    const double length = wakeLength(wake.run(), 1.0 / tunnel.cells, &speeds);
    const Curve expected = {
        "length of the wake", Curve::Look::marks, {{reference("wake_40"), 0.0}}};
    Outcome outcome;
    outcome.setUp = "Re = 40; " + tunnel.text();
    outcome.checks = {
        near("length of the wake, in diameters", length, reference("wake_40"), 0.15),
        atMost("lift of the last 10 D / U over that of 20 D / U before: nothing sheds", calmed,
               0.8),
        near("drag coefficient", forces.meanDrag(), reference("drag_40"), full ? 0.15 : 0.25)};
    outcome.panels = {
        {"way behind the cylinder (D)", "u on the middle line (U)", {speeds, expected}}};
    return outcome;
}

// ---- In a channel

namespace
{

constexpr double kChannelHeight = 0.41, kChannelLength = 2.2, kDiameter = 0.1;

// The channel of the benchmark, with this mean speed, between the cases of Re = 20 and 100.
Wake inChannel(int32_t rows, double meanSpeed)
{
    const double h = kChannelHeight / rows;
    tnFlowDef def = caseDef(static_cast<int32_t>(std::lround(kChannelLength / h)), rows, h);
    def.left = edgeOf(tn_flowInflow);
    def.right = edgeOf(tn_flowOutflow);
    def.bottom = def.top = noSlipWall();
    def.settings.viscosity = 1e-3f;
    Wake wake(def, 0.2, 0.2, kDiameter, 0.5 * meanSpeed * meanSpeed * kDiameter);
    const auto stream = [meanSpeed](double, double y) {
        const double s = y / kChannelHeight;
        return meanSpeed * kChannelHeight * (3.0 - 2.0 * s) * s * s;
    };
    std::vector<float> profile;
    for (int32_t j = 0; j < rows; ++j)
    {
        profile.push_back(static_cast<float>((stream(0.0, (j + 1) * h) - stream(0.0, j * h)) / h));
    }
    orThrow(wake.run().flow().setEdgeProfile(tn_sideLeft, tn_edgeNormalSpeed, profile));
    wake.run().setStream(stream);
    return wake;
}

// Half a cell a step, where the inflow is fastest.
double channelStep(int32_t rows, double meanSpeed)
{
    return 0.5 * kChannelHeight / rows / (1.5 * meanSpeed);
}

std::string channelText(int32_t rows)
{
    return "a channel of 2.2 x 0.41 m with parabolic inflow, " +
           text(std::round(kDiameter * rows / kChannelHeight)) +
           " cells across the cylinder, 1/2 a cell a step.";
}

// The pressure that the cells outside of the surface lead to, on a line along x.
double surfacePressure(const FlowRun& run, double x, double y, double outwards)
{
    return 2.0 * static_cast<double>(run.sample(x + outwards, y).pressure) -
           static_cast<double>(run.sample(x + 2.0 * outwards, y).pressure);
}

} // namespace

Outcome cylinderInChannel20(Size size)
{
    const bool full = size == Size::full;
    constexpr double kMean = 0.2;
    const int32_t rows = full ? 123 : 41;
    const double h = kChannelHeight / rows;
    const double dt = channelStep(rows, kMean);
    Wake wake = inChannel(rows, kMean);
    constexpr double kEnd = 6.0;
    Forces forces = wake.record(dt, kEnd);
    forces.cutBefore(0.3); // the start is a blow
    double drop = 0.0;
    for (int32_t half = 0; half < 2; ++half)
    {
        wake.run().step(dt);
        drop += 0.5 * (surfacePressure(wake.run(), 0.15, 0.2, -h) -
                       surfacePressure(wake.run(), 0.25, 0.2, h));
    }
    Outcome outcome;
    outcome.setUp = "Case 2D-1 of Schaefer and Turek: Re = 20, " + channelText(rows);
    outcome.checks = {near("drag coefficient", forces.drag.points.back().y,
                           reference("channel20_drag"), full ? 0.02 : 0.03),
                      near("lift coefficient", forces.lift.points.back().y,
                           reference("channel20_lift"), full ? 0.2 : 0.4),
                      near("pressure drop over the cylinder (Pa)", drop,
                           reference("channel20_drop"), full ? 0.05 : 0.08)};
    outcome.panels = {{"time (s)",
                       "drag coefficient",
                       {forces.drag, level("reference", {reference("channel20_drag")}, kEnd)}}};
    return outcome;
}

Outcome cylinderInChannel100(Size size)
{
    const bool full = size == Size::full;
    constexpr double kMean = 1.0;
    constexpr double kEnd = 8.0;
    const int32_t rows = full ? 123 : 41;
    Wake wake = inChannel(rows, kMean);
    Forces forces = wake.record(channelStep(rows, kMean), kEnd);
    Outcome outcome;
    forces.cutBefore(0.1); // the start is a blow
    outcome.panels = {{"time (s)",
                       "coefficient",
                       {forces.drag, forces.lift,
                        level("reference: largest drag, largest lift",
                              {reference("channel_drag"), reference("channel_lift")}, kEnd)}}};
    forces.cutBefore(kEnd - 2.0); // six periods
    outcome.setUp = "Case 2D-2 of Schaefer and Turek: Re = 100, " + channelText(rows);
    outcome.checks = {
        near("Strouhal number", forces.frequency() * kDiameter / kMean,
             reference("channel_strouhal"), 0.07),
        near("largest drag coefficient", largest(forces.drag), reference("channel_drag"), 0.15),
        near("largest lift coefficient", largest(forces.lift), reference("channel_lift"),
             full ? 0.2 : 0.3)};
    return outcome;
}

} // namespace tarn::validation
