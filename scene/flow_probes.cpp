// Takes the numbers of a flow's probes.
#include "scene/flow_probes.h"

#include "scene/require.h"

#include <cmath>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

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

Figures flowFigures(const tnFlowStats& stats)
{
    return {{"max_speed", double(stats.maxSpeed)},
            {"divergence_before", double(stats.divergenceBefore)},
            {"divergence_after", double(stats.divergenceAfter)},
            {"pressure_iterations", double(stats.pressureIterations), FigureKind::mean},
            {"viscosity_iterations", double(stats.viscosityIterations), FigureKind::mean},
            {"diffusion_iterations", double(stats.diffusionIterations), FigureKind::mean}};
}

std::vector<std::vector<double>> FlowProbes::samples(const ProbeDescription& probe) const
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
    std::vector<std::vector<double>> rows(points.size());
    for (std::size_t k = 0; k < rows.size(); ++k)
    {
        for (const std::string& quantity : probe.quantities)
        {
            rows[k].push_back(sampleNumber(samples[k], quantity));
        }
    }
    return rows;
}

Figures FlowProbes::thing(const ProbeDescription& probe) const
{
    tnSolidForce force = {};
    if (isThere())
    {
        require(probe.thing < 0
                    ? tnFlow_GetMaskForce(flow_, &force)
                    : tnFlow_GetSolidForce(flow_, (*solids_)[std::size_t(probe.thing)], &force),
                "the force on a solid could not be read");
    }
    const double x = double(force.pressure.x) + double(force.viscous.x);
    const double y = double(force.pressure.y) + double(force.viscous.y);
    Figures figures = {
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
        figures.push_back({"drag", (x * dx + y * dy) / probe.dynamicForce});
        figures.push_back({"lift", (y * dx - x * dy) / probe.dynamicForce});
    }
    return figures;
}

Figures FlowProbes::totals() const
{
    tnFlowTotals totals = {};
    if (isThere())
    {
        require(tnFlow_GetTotals(flow_, &totals), "totals could not be read");
    }
    Figures figures = {{"kinetic_energy", totals.kineticEnergy},
                       {"enstrophy", totals.enstrophy},
                       {"open_area", totals.openArea}};
    if (def_.temperature)
    {
        figures.push_back({"temperature", totals.temperature});
    }
    for (int k = 0; k < def_.dyeChannels; ++k)
    {
        figures.push_back({fmt::format("dye{}", k), totals.dye[k]});
    }
    return figures;
}

Figures FlowProbes::stats() const
{
    tnFlowStats stats = {};
    if (isThere())
    {
        require(tnFlow_GetStats(flow_, &stats), "statistics could not be read");
    }
    return flowFigures(stats);
}

} // namespace tarn::scene
