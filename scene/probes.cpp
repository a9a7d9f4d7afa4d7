// Takes the numbers of probes. What a probe is asked for and what it is called are made by the same
// code, so that columns and numbers cannot go apart.
#include "scene/probes.h"

#include "scene/require.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

struct Entry
{
    std::string name; // without the probe's
    double value = 0.0;
};

double sampleNumber(const tnFlowSample& sample, const std::string& quantity)
{
    const double vx = double(sample.velocity.x);
    const double vy = double(sample.velocity.y);
    if (quantity == "velocity_x")
    {
        return vx;
    }
    if (quantity == "velocity_y")
    {
        return vy;
    }
    if (quantity == "speed")
    {
        return std::sqrt(vx * vx + vy * vy);
    }
    if (quantity == "pressure")
    {
        return double(sample.pressure);
    }
    if (quantity == "vorticity")
    {
        return double(sample.vorticity);
    }
    if (quantity == "temperature")
    {
        return double(sample.temperature);
    }
    return double(sample.dye[quantity.back() - '0']);
}

// One probe at one moment; without a flow (null) only the names mean something.
class Taker
{
  public:
    Taker(const tnFlowDef& def, tnFlow flow, const std::vector<tnSolid>& solids)
        : def_(def), flow_(flow), solids_(solids)
    {
    }

    std::vector<Entry> take(const ProbeDescription& probe) const
    {
        switch (probe.kind)
        {
        case ProbeKind::force:
            return takeForce(probe);
        case ProbeKind::totals:
            return takeTotals();
        case ProbeKind::stats:
            return takeStats();
        default:
            return takeSamples(probe);
        }
    }

  private:
    bool isThere() const { return !TN_IS_NULL(flow_); }

    std::vector<Entry> takeSamples(const ProbeDescription& probe) const
    {
        std::vector<tnVec2> points;
        for (const auto& [x, y] : probe.points)
        {
            points.push_back({static_cast<float>(x), static_cast<float>(y)});
        }
        std::vector<tnFlowSample> samples(points.size());
        if (isThere())
        {
            require(tnFlow_Sample(flow_, points.data(), int32_t(points.size()), samples.data()),
                    "the flow at points could not be read");
        }
        std::vector<Entry> entries;
        for (const std::string& quantity : probe.quantities)
        {
            for (std::size_t k = 0; k < samples.size(); ++k)
            {
                const bool isLine = probe.kind == ProbeKind::line;
                entries.push_back({isLine ? fmt::format("{}.{}", quantity, k) : quantity,
                                   sampleNumber(samples[k], quantity)});
            }
        }
        return entries;
    }

    std::vector<Entry> takeForce(const ProbeDescription& probe) const
    {
        tnSolidForce force = {};
        if (isThere())
        {
            require(probe.solid < 0
                        ? tnFlow_GetMaskForce(flow_, &force)
                        : tnFlow_GetSolidForce(flow_, solids_[std::size_t(probe.solid)], &force),
                    "the force on a solid could not be read");
        }
        const double x = double(force.pressure.x) + double(force.viscous.x);
        const double y = double(force.pressure.y) + double(force.viscous.y);
        std::vector<Entry> entries = {
            {"force_x", x},
            {"force_y", y},
            {"pressure_x", double(force.pressure.x)},
            {"pressure_y", double(force.pressure.y)},
            {"viscous_x", double(force.viscous.x)},
            {"viscous_y", double(force.viscous.y)},
            {"torque", double(force.pressureTorque) + double(force.viscousTorque)},
        };
        if (probe.dynamicForce > 0.0)
        {
            const auto [dx, dy] = probe.direction;
            entries.push_back({"drag", (x * dx + y * dy) / probe.dynamicForce});
            entries.push_back({"lift", (y * dx - x * dy) / probe.dynamicForce});
        }
        return entries;
    }

    std::vector<Entry> takeTotals() const
    {
        tnFlowTotals totals = {};
        if (isThere())
        {
            require(tnFlow_GetTotals(flow_, &totals), "totals could not be read");
        }
        std::vector<Entry> entries = {{"kinetic_energy", totals.kineticEnergy},
                                      {"enstrophy", totals.enstrophy},
                                      {"open_area", totals.openArea}};
        if (def_.temperature)
        {
            entries.push_back({"temperature", totals.temperature});
        }
        for (int k = 0; k < def_.dyeChannels; ++k)
        {
            entries.push_back({fmt::format("dye{}", k), totals.dye[k]});
        }
        return entries;
    }

    std::vector<Entry> takeStats() const
    {
        tnFlowStats stats = {};
        if (isThere())
        {
            require(tnFlow_GetStats(flow_, &stats), "statistics could not be read");
        }
        return {{"max_speed", double(stats.maxSpeed)},
                {"divergence_before", double(stats.divergenceBefore)},
                {"divergence_after", double(stats.divergenceAfter)},
                {"pressure_iterations", double(stats.pressureIterations)},
                {"viscosity_iterations", double(stats.viscosityIterations)},
                {"diffusion_iterations", double(stats.diffusionIterations)}};
    }

    const tnFlowDef& def_;
    tnFlow flow_;
    const std::vector<tnSolid>& solids_;
};

} // namespace

std::vector<std::string> sampleQuantities(const tnFlowDef& def)
{
    std::vector<std::string> names = {"velocity_x", "velocity_y", "speed", "pressure", "vorticity"};
    if (def.temperature)
    {
        names.emplace_back("temperature");
    }
    for (int k = 0; k < def.dyeChannels; ++k)
    {
        names.push_back(fmt::format("dye{}", k));
    }
    return names;
}

std::vector<std::string> probeColumns(const std::vector<ProbeDescription>& probes,
                                      const tnFlowDef& def)
{
    std::vector<std::string> columns = {"time", "step"};
    const std::vector<tnSolid> none;
    const Taker taker(def, {}, none);
    for (const ProbeDescription& probe : probes)
    {
        for (const Entry& entry : taker.take(probe))
        {
            columns.push_back(probe.name + "." + entry.name);
        }
    }
    return columns;
}

std::vector<double> probeValues(const std::vector<ProbeDescription>& probes, const tnFlowDef& def,
                                tnFlow flow, const std::vector<tnSolid>& solids)
{
    tnFlowStats stats = {};
    require(tnFlow_GetStats(flow, &stats), "statistics could not be read");
    std::vector<double> values = {stats.time, double(stats.steps)};
    const Taker taker(def, flow, solids);
    for (const ProbeDescription& probe : probes)
    {
        for (const Entry& entry : taker.take(probe))
        {
            values.push_back(entry.value);
        }
    }
    return values;
}

std::string csvHeading(const std::vector<std::string>& columns)
{
    return fmt::format("{}\n", fmt::join(columns, ","));
}

std::string csvLine(const std::vector<double>& values)
{
    std::string line;
    for (const double value : values)
    {
        line += fmt::format("{}{:.9g}", line.empty() ? "" : ",", value);
    }
    return line + "\n";
}

} // namespace tarn::scene
