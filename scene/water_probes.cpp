// Takes the numbers of a water's probes.
#include "scene/water_probes.h"

#include "scene/require.h"
#include "scene/water_run.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

double speedOf(const tnVec3& v)
{
    return std::hypot(double(v.x), double(v.y), double(v.z));
}

double sampleNumber(const tnWaterSample& sample, const std::string& quantity)
{
    if (quantity == "surface")
    {
        return double(sample.surface);
    }
    if (quantity == "depth")
    {
        return double(sample.depth);
    }
    if (quantity == "terrain")
    {
        return double(sample.terrain);
    }
    if (quantity == "velocity_x")
    {
        return double(sample.velocity.x);
    }
    if (quantity == "velocity_y")
    {
        return double(sample.velocity.y);
    }
    if (quantity == "velocity_z")
    {
        return double(sample.velocity.z);
    }
    if (quantity == "speed")
    {
        return std::hypot(double(sample.velocity.x), double(sample.velocity.y));
    }
    if (quantity == "slope")
    {
        return std::hypot(double(sample.normal.x), double(sample.normal.y)) /
               std::max(double(sample.normal.z), 1e-6);
    }
    if (quantity == "foam")
    {
        return double(sample.foam);
    }
    return double(sample.dye[quantity.back() - '0']);
}

// Degrees between the body's own z and up.
double tiltOf(const tnQuat& q)
{
    const double up = 1.0 - 2.0 * (double(q.x) * double(q.x) + double(q.y) * double(q.y));
    return std::acos(std::clamp(up, -1.0, 1.0)) * 180.0 / 3.14159265358979323846;
}

} // namespace

std::vector<std::string> sampleQuantities(const tnWaterDef& def)
{
    std::vector<std::string> names = {"surface",    "depth", "terrain", "velocity_x", "velocity_y",
                                      "velocity_z", "speed", "slope",   "foam"};
    for (int k = 0; k < def.dyeChannels; ++k)
    {
        names.push_back(fmt::format("dye{}", k));
    }
    return names;
}

Figures waterFigures(const tnWaterStats& stats)
{
    return {{"max_speed", double(stats.maxSpeed)},
            {"max_wave_speed", double(stats.maxWaveSpeed)},
            {"substeps", double(stats.substeps), FigureKind::mean},
            {"viscosity_iterations", double(stats.viscosityIterations), FigureKind::mean},
            {"tiles_awake", double(stats.tilesAwake), FigureKind::mean},
            {"tiles", double(stats.tiles), FigureKind::whole},
            {"spray", double(stats.spray), FigureKind::whole},
            {"rain", double(stats.rain), FigureKind::whole},
            {"foam", double(stats.foam), FigureKind::whole},
            {"lost_time", stats.lostTime}};
}

Figures waterFigures(const tnWaterTotals& totals, double drift)
{
    return {{"volume", totals.volume},
            {"added", totals.added},
            {"drift", drift},
            {"airborne", totals.airborne},
            {"displaced", totals.displaced},
            {"momentum_x", totals.momentumX},
            {"momentum_y", totals.momentumY},
            {"kinetic_energy", totals.kineticEnergy},
            {"potential_energy", totals.potentialEnergy},
            {"wet_area", totals.wetArea}};
}

std::vector<std::vector<double>> WaterProbes::samples(const ProbeDescription& probe) const
{
    std::vector<tnVec2> points;
    for (const auto& [x, y] : probe.points)
    {
        points.push_back({static_cast<float>(x), static_cast<float>(y)});
    }
    std::vector<tnWaterSample> samples(points.size());
    if (run_)
    {
        require(
            tnWater_Sample(run_->water(), points.data(), int32_t(points.size()), samples.data()),
            "the water at points could not be read");
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

// A body that has left is nowhere: not a number.
Figures WaterProbes::thing(const ProbeDescription& probe) const
{
    RigidMotion motion;
    tnBodyForce force = {};
    bool isThere = true;
    if (run_)
    {
        const RunBody& body = run_->body(probe.thing, probe.index);
        isThere = body.isThere();
        if (isThere)
        {
            motion = run_->rigid().motion(body.rigid);
            require(tnWater_GetBodyForces(run_->water(), &body.water, 1, &force),
                    "the force on a body could not be read");
        }
    }
    Figures figures = {{"x", double(motion.position.x)},
                       {"y", double(motion.position.y)},
                       {"z", double(motion.position.z)},
                       {"tilt", tiltOf(motion.rotation)},
                       {"speed", speedOf(motion.velocity)},
                       {"velocity_x", double(motion.velocity.x)},
                       {"velocity_y", double(motion.velocity.y)},
                       {"velocity_z", double(motion.velocity.z)},
                       {"spin", speedOf(motion.spin)},
                       {"submerged_volume", double(force.submergedVolume)},
                       {"force_x", double(force.force.x)},
                       {"force_y", double(force.force.y)},
                       {"force_z", double(force.force.z)},
                       {"torque", speedOf(force.torque)}};
    for (Figure& figure : figures)
    {
        figure.value = isThere ? figure.value : std::nan("");
    }
    return figures;
}

Figures WaterProbes::totals() const
{
    const tnWaterTotals sums = run_ ? run_->totals() : tnWaterTotals{};
    Figures figures = waterFigures(sums, run_ ? run_->drift() : 0.0);
    for (int k = 0; k < def_.dyeChannels; ++k)
    {
        figures.push_back({fmt::format("dye{}", k), sums.dye[k]});
    }
    return figures;
}

Figures WaterProbes::stats() const
{
    return waterFigures(run_ ? run_->stats() : tnWaterStats{});
}

} // namespace tarn::scene
