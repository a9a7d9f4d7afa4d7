// Makes flows from scenes, saves and restores them. What happens in a step is in flow_step.cpp.
#include "scene/flow_run.h"

#include "scene/bytes.h"
#include "scene/defaults.h"
#include "scene/error.h"
#include "scene/flow_camera.h"
#include "scene/flow_probes.h"
#include "scene/require.h"

#include <algorithm>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

// The first bytes of what a run saves, so that nothing else is taken for it.
constexpr std::uint64_t kSaveMark = 0x314f4c464e524154; // "TARNFLO1"

float asFloat(double number)
{
    return static_cast<float>(number);
}

Lattice latticeOf(const tnFieldView& view)
{
    return {view.columns,         view.rows,           double(view.origin.x), double(view.origin.y),
            double(view.spacing), double(view.spacing)};
}

} // namespace

FlowRun::FlowRun(Scene scene, RunOptions options)
    : SceneRun(std::move(scene), options), def_(description().def)
{
    const auto& edges = description().edges;
    def_.backend = options.backend;
    def_.gl = gl();
    def_.tasks = tasks();
    def_.left = edges[tn_sideLeft].plain();
    def_.right = edges[tn_sideRight].plain();
    def_.bottom = edges[tn_sideBottom].plain();
    def_.top = edges[tn_sideTop].plain();
    def_.settings = description().fluid.at(0.0);
    require(tnCreateFlow(&def_, &flow_.handle), "the flow could not be made");
    if (description().initial.mask)
    {
        setMask();
    }
    addSolids();
    addEmitters(0.0);
    applyEdges(0.0, true);
    setInitialFields();
    addFirstTracers();
}

tnSolid FlowRun::addSolid(const SolidDescription& solid, double t)
{
    tnSolidDef def = solid.shape;
    def.vertices = solid.vertices.data();
    def.vertexCount = static_cast<int32_t>(solid.vertices.size());
    def.position = {asFloat(solid.position[0].at(t)), asFloat(solid.position[1].at(t))};
    def.angle = asFloat(solid.angle.at(t));
    def.velocity = {asFloat(solid.velocity[0].at(t)), asFloat(solid.velocity[1].at(t))};
    def.spin = asFloat(solid.spin.at(t));
    tnSolid handle = {};
    require(tnFlow_AddSolid(flow(), &def, &handle),
            fmt::format("solid '{}' could not be added", solid.name));
    return handle;
}

void FlowRun::addSolids()
{
    for (const SolidDescription& solid : description().solids)
    {
        solids_.push_back(addSolid(solid, 0.0));
    }
}

void FlowRun::addEmitters(double t)
{
    for (const FlowBrushDescription& emitter : description().emitters)
    {
        const tnFlowBrush brush = brushAt(emitter, t, 0.0);
        tnEmitter handle = {};
        require(tnFlow_AddEmitter(flow(), &brush, &handle), "an emitter could not be added");
        emitters_.push_back(handle);
    }
}

std::vector<float> FlowRun::maskNumbers() const
{
    const double h = double(def_.cellSize);
    const Lattice cells = {
        def_.nx, def_.ny, double(def_.origin.x) + 0.5 * h, double(def_.origin.y) + 0.5 * h, h, h};
    std::vector<float> numbers;
    description()
        .initial.mask.value_or(Pattern(0.0))
        .fill(cells, description().area(), 0.0, numbers);
    std::transform(numbers.begin(), numbers.end(), numbers.begin(),
                   [](float number) { return number >= kSolidFrom ? 1.0F : 0.0F; });
    return numbers;
}

void FlowRun::setWalls(std::span<const float> numbers)
{
    std::vector<std::uint8_t> mask(numbers.size());
    std::transform(numbers.begin(), numbers.end(), mask.begin(),
                   [](float number) { return std::uint8_t(number >= kSolidFrom ? 255 : 0); });
    require(tnFlow_SetMask(flow(), mask.data(), static_cast<int32_t>(mask.size())),
            "the walls could not be set");
}

void FlowRun::setMask()
{
    if (!description().initial.mask)
    {
        require(tnFlow_SetMask(flow(), nullptr, 0), "the mask could not be taken away");
        return;
    }
    setWalls(maskNumbers());
}

void FlowRun::setField(tnFlowField field, const Pattern& pattern)
{
    tnFieldView view = {};
    require(tnFlow_GetView(flow(), field, &view), "a field could not be read");
    pattern.fill(latticeOf(view), description().area(), 0.0, numbers_);
    require(tnFlow_SetField(flow(), field, numbers_.data(), int64_t(numbers_.size())),
            "a field could not be set");
}

// Differences of the stream function between a face's corners: what flows through the face.
void FlowRun::setStream(const Pattern& stream)
{
    const int nx = def_.nx;
    const int ny = def_.ny;
    const double h = double(def_.cellSize);
    const Lattice corners = {nx + 1, ny + 1, double(def_.origin.x), double(def_.origin.y), h, h};
    stream.fill(corners, description().area(), 0.0, numbers_);
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
    require(tnFlow_SetField(flow(), tn_flowVelocityX, u.data(), int64_t(u.size())),
            "velocity could not be set");
    require(tnFlow_SetField(flow(), tn_flowVelocityY, v.data(), int64_t(v.size())),
            "velocity could not be set");
}

void FlowRun::setInitialFields()
{
    const InitialFlow& initial = description().initial;
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

tnFlowStats FlowRun::stats() const
{
    tnFlowStats stats = {};
    require(tnFlow_GetStats(flow(), &stats), "statistics could not be read");
    return stats;
}

tnFlowTotals FlowRun::totals() const
{
    tnFlowTotals totals = {};
    require(tnFlow_GetTotals(flow(), &totals), "totals could not be read");
    return totals;
}

double FlowRun::time() const
{
    return stats().time;
}

std::int64_t FlowRun::steps() const
{
    return stats().steps;
}

std::uint64_t FlowRun::hash() const
{
    return tnFlow_Hash(flow());
}

StepReport FlowRun::stepReport() const
{
    const tnFlowStats now = stats();
    StepReport report;
    report.time = now.time;
    for (int stage = 0; stage < tn_stageCount; ++stage)
    {
        report.stages.push_back(
            {tnFlowStage_ToString(static_cast<tnFlowStage>(stage)), double(now.ms[stage])});
    }
    report.stats = flowFigures(now);
    report.stats.push_back({"tracers", double(now.tracers), FigureKind::whole});
    return report;
}

RunReport FlowRun::report() const
{
    const tnFlowTotals sums = totals();
    RunReport report;
    report.nx = def_.nx;
    report.ny = def_.ny;
    report.grid = {{"cell_size", double(def_.cellSize)},
                   {"dye_channels", double(def_.dyeChannels), FigureKind::whole},
                   {"dye_scale", double(def_.dyeScale), FigureKind::whole}};
    report.totals = {{"kinetic_energy", sums.kineticEnergy},
                     {"enstrophy", sums.enstrophy},
                     {"open_area", sums.openArea},
                     {"temperature", sums.temperature}};
    report.dyes.assign(sums.dye, sums.dye + def_.dyeChannels);
    return report;
}

std::unique_ptr<Camera> FlowRun::makeCamera() const
{
    return std::make_unique<FlowCamera>(*this);
}

std::vector<std::string> FlowRun::probeColumns() const
{
    return scene::probeColumns(scene().probes, FlowProbes(def_));
}

std::vector<double> FlowRun::probeNumbers() const
{
    return probeValues(scene().probes, FlowProbes(def_, flow(), solids_), time(), steps());
}

std::vector<std::uint8_t> FlowRun::save() const
{
    std::vector<std::uint8_t> bytes(tnFlow_GetSaveSize(flow()));
    std::size_t written = 0;
    require(tnFlow_Save(flow(), bytes.data(), bytes.size(), &written),
            "the flow could not be saved");
    bytes.resize(written);
    ByteWriter out;
    out.put(kSaveMark);
    out.putAll(std::span<const tnSolid>(solids_));
    out.putAll(std::span<const tnEmitter>(emitters_));
    out.putAll(std::span<const std::uint8_t>(bytes));
    return out.bytes();
}

void FlowRun::restore(std::span<const std::uint8_t> bytes)
{
    ByteReader in(bytes);
    if (bytes.size() < sizeof kSaveMark || in.get<std::uint64_t>() != kSaveMark)
    {
        throw Error("this was not saved by a scene with a flow; restore it with the scene that "
                    "saved it");
    }
    std::vector<tnSolid> solids = in.getAll<tnSolid>();
    std::vector<tnEmitter> emitters = in.getAll<tnEmitter>();
    const std::vector<std::uint8_t> fluid = in.getAll<std::uint8_t>();
    require(tnFlow_Restore(flow(), fluid.data(), fluid.size()), "the flow could not be restored");
    require(tnFlow_GetDef(flow(), &def_), "the flow could not be read");
    const tnFlowDef& own = description().def;
    const auto isThere = [&](tnSolid solid) {
        tnSolidDef ignored = {};
        return tnFlow_GetSolid(flow(), solid, &ignored) == tn_success;
    };
    const bool isOurs = solids.size() == description().solids.size() &&
                        emitters.size() == description().emitters.size() &&
                        std::all_of(solids.begin(), solids.end(), isThere) &&
                        def_.dyeChannels == own.dyeChannels &&
                        def_.temperature == own.temperature && def_.texture == own.texture;
    if (!isOurs)
    {
        throw Error("what was saved has other solids, dyes or fields than this scene; restore it "
                    "with the scene that saved it");
    }
    solids_ = std::move(solids);
    emitters_ = std::move(emitters);
    applyFluid(time());
}

} // namespace tarn::scene
