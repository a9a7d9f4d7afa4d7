// Makes flows from scenes, saves and restores them. What happens in a step is in scene_step.cpp.
#include "scene/scene_run.h"

#include "scene/error.h"
#include "scene/probes.h"
#include "scene/require.h"

#include <algorithm>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

float asFloat(double number)
{
    return static_cast<float>(number);
}

// The edge with its uniform values; profiles follow.
tnFlowEdge plainEdge(const EdgeDescription& description)
{
    tnFlowEdge edge = tnDefaultFlowEdge();
    edge.type = description.type;
    edge.noSlip = description.noSlip;
    edge.normalSpeed = asFloat(description.normalSpeed.number());
    edge.tangentialSpeed = asFloat(description.tangentialSpeed.number());
    edge.fixedTemperature = description.temperature && description.type == tn_flowWall;
    edge.temperature = description.temperature ? asFloat(description.temperature->number()) : 0.0F;
    for (std::size_t k = 0; k < description.dye.size(); ++k)
    {
        edge.dye[k] = asFloat(description.dye[k].number());
    }
    return edge;
}

Lattice latticeOf(const tnFieldView& view)
{
    return {view.columns,         view.rows,           double(view.origin.x), double(view.origin.y),
            double(view.spacing), double(view.spacing)};
}

} // namespace

SceneRun::SceneRun(Scene scene, RunOptions options) : scene_(std::move(scene))
{
    require(tnCreateThreadPool(options.threads, &pool_), "threads could not be started");
    try
    {
        require(tnThreadPool_GetTasks(pool_, &tasks_), "threads could not be used");
        def_ = scene_.flow.def;
        def_.backend = options.backend;
        def_.tasks = tasks_;
        start();
    }
    catch (...)
    {
        tnDestroyFlow(flow_);
        tnDestroyThreadPool(pool_);
        throw;
    }
}

SceneRun::~SceneRun()
{
    tnDestroyFlow(flow_);
    tnDestroyThreadPool(pool_);
}

void SceneRun::start()
{
    const auto& edges = scene_.flow.edges;
    def_.left = plainEdge(edges[tn_sideLeft]);
    def_.right = plainEdge(edges[tn_sideRight]);
    def_.bottom = plainEdge(edges[tn_sideBottom]);
    def_.top = plainEdge(edges[tn_sideTop]);
    def_.settings = scene_.flow.fluid.at(0.0);
    require(tnCreateFlow(&def_, &flow_), "the flow could not be made");
    setMask();
    addSolids();
    addEmitters();
    applyEdges(0.0, true);
    setInitialFields();
    addFirstTracers();
}

void SceneRun::addSolids()
{
    for (const SolidDescription& solid : scene_.flow.solids)
    {
        tnSolidDef def = solid.shape;
        def.vertices = solid.vertices.data();
        def.vertexCount = static_cast<int32_t>(solid.vertices.size());
        def.position = {asFloat(solid.position[0].at(0.0)), asFloat(solid.position[1].at(0.0))};
        def.angle = asFloat(solid.angle.at(0.0));
        def.velocity = {asFloat(solid.velocity[0].at(0.0)), asFloat(solid.velocity[1].at(0.0))};
        def.spin = asFloat(solid.spin.at(0.0));
        tnSolid handle = {};
        require(tnFlow_AddSolid(flow_, &def, &handle),
                fmt::format("solid '{}' could not be added", solid.name));
        solids_.push_back(handle);
    }
}

void SceneRun::addEmitters()
{
    for (const BrushDescription& emitter : scene_.flow.emitters)
    {
        const tnFlowBrush brush = brushAt(emitter, 0.0, 0.0);
        tnEmitter handle = {};
        require(tnFlow_AddEmitter(flow_, &brush, &handle), "an emitter could not be added");
        emitters_.push_back(handle);
    }
}

void SceneRun::setMask()
{
    if (!scene_.flow.initial.mask)
    {
        return;
    }
    const double h = double(def_.cellSize);
    const Lattice cells = {
        def_.nx, def_.ny, double(def_.origin.x) + 0.5 * h, double(def_.origin.y) + 0.5 * h, h, h};
    scene_.flow.initial.mask->fill(cells, scene_.flow.area(), 0.0, numbers_);
    std::vector<std::uint8_t> mask(numbers_.size());
    std::transform(numbers_.begin(), numbers_.end(), mask.begin(),
                   [](float number) { return std::uint8_t(number >= 0.5F ? 255 : 0); });
    require(tnFlow_SetMask(flow_, mask.data(), static_cast<int32_t>(mask.size())),
            "the mask could not be set");
}

void SceneRun::setField(tnFlowField field, const Pattern& pattern)
{
    tnFieldView view = {};
    require(tnFlow_GetView(flow_, field, &view), "a field could not be read");
    pattern.fill(latticeOf(view), scene_.flow.area(), 0.0, numbers_);
    require(tnFlow_SetField(flow_, field, numbers_.data(), int64_t(numbers_.size())),
            "a field could not be set");
}

// Differences of the stream function between a face's corners: what flows through the face.
void SceneRun::setStream(const Pattern& stream)
{
    const int nx = def_.nx;
    const int ny = def_.ny;
    const double h = double(def_.cellSize);
    const Lattice corners = {nx + 1, ny + 1, double(def_.origin.x), double(def_.origin.y), h, h};
    stream.fill(corners, scene_.flow.area(), 0.0, numbers_);
    const auto psi = [&](int i, int j) {
        return double(numbers_[std::size_t(j) * std::size_t(nx + 1) + std::size_t(i)]);
    };
    std::vector<float> u;
    std::vector<float> v;
    u.reserve(std::size_t(nx + 1) * std::size_t(ny));
    v.reserve(std::size_t(nx) * std::size_t(ny + 1));
    for (int j = 0; j < ny; ++j)
    {
        for (int i = 0; i <= nx; ++i)
        {
            u.push_back(asFloat((psi(i, j + 1) - psi(i, j)) / h));
        }
    }
    for (int j = 0; j <= ny; ++j)
    {
        for (int i = 0; i < nx; ++i)
        {
            v.push_back(asFloat((psi(i, j) - psi(i + 1, j)) / h));
        }
    }
    require(tnFlow_SetField(flow_, tn_flowVelocityX, u.data(), int64_t(u.size())),
            "velocity could not be set");
    require(tnFlow_SetField(flow_, tn_flowVelocityY, v.data(), int64_t(v.size())),
            "velocity could not be set");
}

void SceneRun::setInitialFields()
{
    const InitialFields& initial = scene_.flow.initial;
    if (initial.stream)
    {
        setStream(*initial.stream);
    }
    if (initial.velocityX)
    {
        setField(tn_flowVelocityX, *initial.velocityX);
    }
    if (initial.velocityY)
    {
        setField(tn_flowVelocityY, *initial.velocityY);
    }
    if (initial.temperature)
    {
        setField(tn_flowTemperature, *initial.temperature);
    }
    for (std::size_t k = 0; k < initial.dye.size(); ++k)
    {
        setField(static_cast<tnFlowField>(tn_flowDye0 + int32_t(k)), initial.dye[k]);
    }
}

tnFlowStats SceneRun::stats() const
{
    tnFlowStats stats = {};
    require(tnFlow_GetStats(flow_, &stats), "statistics could not be read");
    return stats;
}

tnFlowTotals SceneRun::totals() const
{
    tnFlowTotals totals = {};
    require(tnFlow_GetTotals(flow_, &totals), "totals could not be read");
    return totals;
}

double SceneRun::time() const
{
    return stats().time;
}

std::int64_t SceneRun::steps() const
{
    return stats().steps;
}

std::uint64_t SceneRun::hash() const
{
    return tnFlow_Hash(flow_);
}

std::vector<double> SceneRun::probeNumbers() const
{
    return probeValues(scene_.probes, def_, flow_, solids_);
}

std::vector<std::uint8_t> SceneRun::save() const
{
    std::vector<std::uint8_t> bytes(tnFlow_GetSaveSize(flow_));
    std::size_t written = 0;
    require(tnFlow_Save(flow_, bytes.data(), bytes.size(), &written),
            "the flow could not be saved");
    bytes.resize(written);
    return bytes;
}

void SceneRun::restore(std::span<const std::uint8_t> bytes)
{
    require(tnFlow_Restore(flow_, bytes.data(), bytes.size()), "the flow could not be restored");
    require(tnFlow_GetDef(flow_, &def_), "the flow could not be read");
    const tnFlowDef& own = scene_.flow.def;
    const auto isThere = [&](tnSolid solid) {
        tnSolidDef ignored = {};
        return tnFlow_GetSolid(flow_, solid, &ignored) == tn_success;
    };
    const bool isOurs = std::all_of(solids_.begin(), solids_.end(), isThere) &&
                        def_.dyeChannels == own.dyeChannels &&
                        def_.temperature == own.temperature && def_.texture == own.texture;
    if (!isOurs)
    {
        throw Error("what was saved has other solids, dyes or fields than this scene; restore it "
                    "with the scene that saved it");
    }
    applyFluid(time());
}

} // namespace tarn::scene
