// Makes water from scenes, saves and restores it, and tells how it is. What happens in a step is in
// water_step.cpp, what happens to bodies in water_bodies.cpp.
#include "scene/water_run.h"

#include "scene/bytes.h"
#include "scene/error.h"
#include "scene/require.h"
#include "scene/water_camera.h"
#include "scene/water_probes.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

// The first bytes of what a run saves, so that nothing else is taken for it.
constexpr std::uint64_t kSaveMark = 0x324e55524e524154; // "TARNRUN2"

} // namespace

WaterRun::WaterRun(Scene scene, RunOptions options)
    : SceneRun(std::move(scene), options), def_(description().def)
{
    const auto& edges = description().edges;
    def_.backend = options.backend;
    def_.gl = gl();
    def_.tasks = tasks();
    def_.left = edges[tn_sideLeft].at(0.0);
    def_.right = edges[tn_sideRight].at(0.0);
    def_.bottom = edges[tn_sideBottom].at(0.0);
    def_.top = edges[tn_sideTop].at(0.0);
    def_.settings = description().settings.at(0.0);
    require(tnCreateWater(&def_, &water_.handle), "the water could not be made");
    setInitialFields();
    addSprings(0.0);
    if (description().onFlow)
    {
        surface_.emplace(description(), def_);
    }
    rigid_.setGravity(def_.settings.gravity);
    raiseWalls();
    refreshGround();
    addBodies();
    const tnWaterTotals sums = totals();
    broughtAlong_ = sums.volume - sums.added;
}

// The rigid world's, where the edges have one.
void WaterRun::raiseWalls()
{
    const auto& edges = description().edges;
    std::array<bool, 4> isWall = {};
    std::transform(edges.begin(), edges.end(), isWall.begin(),
                   [](const WaterEdgeDescription& edge) { return edge.type == tn_waterWall; });
    rigid_.setWalls(description().area(), isWall);
}

void WaterRun::fillCells(const Pattern& pattern, double t)
{
    const double h = double(def_.cellSize);
    const Lattice cells = {
        def_.nx, def_.ny, double(def_.origin.x) + 0.5 * h, double(def_.origin.y) + 0.5 * h, h, h};
    pattern.fill(cells, description().area(), t, numbers_);
}

void WaterRun::setField(tnWaterField field, const Pattern& pattern, double t)
{
    fillCells(pattern, t);
    require(tnWater_SetField(water(), field, numbers_.data(), int64_t(numbers_.size())),
            "a field could not be set");
}

// The ground first, and then the water on it, which is where it is lower than the surface.
void WaterRun::setInitialFields()
{
    const InitialWater& initial = description().initial;
    if (description().terrain)
    {
        setField(tn_waterTerrain, *description().terrain, 0.0);
    }
    if (initial.depth)
    {
        setField(tn_waterDepth, *initial.depth, 0.0);
    }
    else if (initial.surface || description().terrain)
    {
        setField(tn_waterSurface, initial.surface.value_or(Pattern(double(def_.level))), 0.0);
    }
    if (initial.velocityX)
    {
        setField(tn_waterVelocityX, *initial.velocityX, 0.0);
    }
    if (initial.velocityY)
    {
        setField(tn_waterVelocityY, *initial.velocityY, 0.0);
    }
    if (initial.foam)
    {
        setField(tn_waterFoam, *initial.foam, 0.0);
    }
    for (std::size_t k = 0; k < initial.dye.size(); ++k)
    {
        setField(static_cast<tnWaterField>(tn_waterDye0 + int32_t(k)), initial.dye[k], 0.0);
    }
}

void WaterRun::addSprings(double t)
{
    for (const SpringDescription& spring : description().springs)
    {
        const tnSpringDef def = spring.at(t);
        tnSpring handle = {};
        require(tnWater_AddSpring(water(), &def, &handle), "a spring could not be added");
        springs_.push_back(handle);
    }
}

tnWaterStats WaterRun::stats() const
{
    tnWaterStats stats = {};
    require(tnWater_GetStats(water(), &stats), "statistics could not be read");
    return stats;
}

tnWaterTotals WaterRun::totals() const
{
    tnWaterTotals totals = {};
    require(tnWater_GetTotals(water(), &totals), "totals could not be read");
    return totals;
}

double WaterRun::drift() const
{
    const tnWaterTotals sums = totals();
    const double most = std::max(std::abs(sums.volume), std::abs(broughtAlong_));
    return most > 0.0 ? (sums.volume - sums.added - broughtAlong_) / most : 0.0;
}

double WaterRun::time() const
{
    return stats().time;
}

std::int64_t WaterRun::steps() const
{
    return stats().steps;
}

std::uint64_t WaterRun::hash() const
{
    const std::vector<std::uint8_t> bodies = rigid_.save();
    const std::uint64_t water = tnHash(bodies.data(), bodies.size(), tnWater_Hash(water_.handle));
    if (!surface_)
    {
        return water;
    }
    const std::uint64_t flow = surface_->hash();
    return tnHash(&flow, sizeof flow, water);
}

StepReport WaterRun::stepReport() const
{
    const tnWaterStats now = stats();
    StepReport report;
    report.time = now.time;
    for (int stage = 0; stage < tn_waterStageCount; ++stage)
    {
        report.stages.push_back(
            {tnWaterStage_ToString(static_cast<tnWaterStage>(stage)), double(now.ms[stage])});
    }
    report.stages.push_back({"rigid", rigidMs_});
    report.stats = waterFigures(now);
    return report;
}

RunReport WaterRun::report() const
{
    const tnWaterTotals sums = totals();
    const auto count =
        std::count_if(bodies_.begin(), bodies_.end(), [](const RunBody& b) { return b.isThere(); });
    RunReport report;
    report.nx = def_.nx;
    report.ny = def_.ny;
    report.grid = {{"cell_size", double(def_.cellSize)},
                   {"dye_channels", double(def_.dyeChannels), FigureKind::whole},
                   {"bodies", static_cast<double>(count), FigureKind::whole}};
    report.totals = waterFigures(sums, drift());
    report.dyes.assign(sums.dye, sums.dye + def_.dyeChannels);
    report.remark =
        fmt::format("{:.4g} m^3 of water, drift {:.1e}; {} bodies", sums.volume, drift(), count);
    return report;
}

std::vector<std::string> WaterRun::probeColumns() const
{
    return scene::probeColumns(scene().probes, WaterProbes(def_));
}

std::vector<double> WaterRun::probeNumbers() const
{
    return probeValues(scene().probes, WaterProbes(def_, *this), time(), steps());
}

std::unique_ptr<Camera> WaterRun::makeCamera() const
{
    return std::make_unique<WaterCamera>(*this);
}

std::vector<std::uint8_t> WaterRun::save() const
{
    std::vector<std::uint8_t> bytes(tnWater_GetSaveSize(water()));
    std::size_t written = 0;
    require(tnWater_Save(water(), bytes.data(), bytes.size(), &written),
            "the water could not be saved");
    bytes.resize(written);
    const std::vector<std::uint8_t> rigid = rigid_.save();
    ByteWriter out;
    out.put(kSaveMark);
    out.put(broughtAlong_);
    out.putAll(std::span<const tnSpring>(springs_));
    out.putAll(std::span<const RunBody>(bodies_));
    out.putAll(std::span<const std::uint8_t>(rigid));
    out.putAll(std::span<const std::uint8_t>(bytes));
    if (surface_)
    {
        const std::vector<std::uint8_t> flow = surface_->save();
        out.putAll(std::span<const std::uint8_t>(flow));
    }
    return out.bytes();
}

void WaterRun::restore(std::span<const std::uint8_t> bytes)
{
    ByteReader in(bytes);
    const auto groups = static_cast<std::int32_t>(description().bodies.size());
    if (bytes.size() < sizeof kSaveMark || in.get<std::uint64_t>() != kSaveMark)
    {
        throw Error("this was not saved by a scene with water; restore it with the scene that "
                    "saved it");
    }
    const auto broughtAlong = in.get<double>();
    std::vector<tnSpring> springs = in.getAll<tnSpring>();
    std::vector<RunBody> bodies = in.getAll<RunBody>();
    const std::vector<std::uint8_t> rigid = in.getAll<std::uint8_t>();
    const std::vector<std::uint8_t> water = in.getAll<std::uint8_t>();
    const std::vector<std::uint8_t> flow =
        surface_ ? in.getAll<std::uint8_t>() : std::vector<std::uint8_t>();
    const bool isOurs = springs.size() == description().springs.size() &&
                        std::all_of(bodies.begin(), bodies.end(), [&](const RunBody& body) {
                            return body.group >= 0 && body.group < groups;
                        });
    if (!isOurs)
    {
        throw Error("what was saved has other bodies or springs than this scene; restore it with "
                    "the scene that saved it");
    }
    require(tnWater_Restore(water_.handle, water.data(), water.size()),
            "the water could not be restored");
    require(tnWater_GetDef(water_.handle, &def_), "the water could not be read");
    if (def_.dyeChannels != description().def.dyeChannels)
    {
        throw Error("what was saved has other dyes than this scene; restore it with the scene that "
                    "saved it");
    }
    if (surface_)
    {
        surface_->restore(flow);
    }
    springs_ = std::move(springs);
    bodies_ = std::move(bodies);
    broughtAlong_ = broughtAlong;
    raiseWalls();
    isGroundNew_ = true;
    refreshGround();
    rigid_.restore(rigid);
    applySettings(time());
}

} // namespace tarn::scene
