// A flow between steps: creation, settings, edges, solids, masks, fields.
#include "core/log.h"
#include "core/wide.h"
#include "flow/defaults.h"
#include "flow/flow.h"

#ifdef TARN_HAS_GL
#include "backend/gl/gl_flow.h"
#endif

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

bool diffusesDye(const tnFlowDef& def)
{
    return std::any_of(def.settings.dyeDiffusivity, def.settings.dyeDiffusivity + def.dyeChannels,
                       [](float diffusivity) { return diffusivity > 0.0f; });
}

bool isHorizontal(tnSide side)
{
    return side == tn_sideBottom || side == tn_sideTop;
}

} // namespace

FlowShape Flow::shapeOf(const tnFlowDef& def)
{
    FlowShape shape;
    shape.nx = def.nx;
    shape.ny = def.ny;
    shape.cellSize = def.cellSize;
    shape.origin = def.origin;
    shape.dyeChannels = def.dyeChannels;
    shape.dyeScale = def.dyeScale;
    shape.temperature = def.temperature;
    shape.texture = def.texture;
    shape.tracerCapacity = def.tracerCapacity;
    shape.solidCapacity = def.solidCapacity;
    shape.wrapX = def.left.type == tn_flowPeriodic;
    shape.wrapY = def.bottom.type == tn_flowPeriodic;
    return shape;
}

tnResult Flow::create(const tnFlowDef& def, GlDevice* gl, Flow** out)
{
    *out = nullptr;
    Flow* flow = makeObject<Flow>();
    if (flow == nullptr)
    {
        return tn_errorOutOfMemory;
    }
    flow->def_ = def;
    flow->gl_ = gl;
    flow->tasks_.reset(makeObject<SharedTasks>());
    tnResult result = tn_errorOutOfMemory;
    if (flow->tasks_ != nullptr)
    {
        const bool alone = def.backend == tn_backendReference;
        result = alone ? tn_success : flow->tasks_->init(def.tasks, def.threads);
    }
    if (result == tn_success)
    {
        result = flow->takeMemory();
    }
    if (result == tn_success)
    {
        result = flow->makeSolvers();
    }
    if (result != tn_success)
    {
        flow->destroy();
        return result;
    }
    *out = flow;
    return tn_success;
}

void Flow::destroy() noexcept
{
    destroyObject(this);
}

int32_t Flow::cellsAlong(tnSide side) const
{
    return isHorizontal(side) ? def_.nx : def_.ny;
}

tnResult Flow::takeMemory()
{
    const auto cells = static_cast<size_t>(def_.nx) * static_cast<size_t>(def_.ny);
    const auto solids = static_cast<size_t>(def_.solidCapacity);
    const auto emitters = static_cast<size_t>(def_.emitterCapacity);
    const auto brushes = static_cast<size_t>(def_.brushCapacity);
    const size_t perCells =
        arenaBytes(static_cast<size_t>(std::max(def_.nx, def_.ny)), sizeof(float));
    size_t bytes = 4 * kEdgeQuantities * perCells;
    bytes += arenaBytes(cells, 1);
    bytes += arenaBytes(solids, sizeof(Slot<SolidState>)) + arenaBytes(solids, sizeof(FlowSolid)) +
             arenaBytes(solids, sizeof(tnSolidForce));
    bytes += arenaBytes(emitters, sizeof(Slot<tnFlowBrush>));
    bytes += arenaBytes(brushes, sizeof(tnFlowBrush)) +
             arenaBytes(brushes + emitters, sizeof(FlowStroke));
    if (!arena_.create(bytes))
    {
        return tn_errorOutOfMemory;
    }
    for (int32_t side = 0; side < 4; ++side)
    {
        for (float*& values : edgeValues_[side])
        {
            values = arena_.take<float>(static_cast<size_t>(cellsAlong(static_cast<tnSide>(side))));
        }
        fillEdgeValues(static_cast<tnSide>(side));
    }
    mask_ = arena_.take<uint8_t>(cells);
    solids_.useMemory(arena_.take<Slot<SolidState>>(solids), def_.solidCapacity);
    placed_ = arena_.take<FlowSolid>(solids);
    forces_ = arena_.take<tnSolidForce>(solids);
    emitters_.useMemory(arena_.take<Slot<tnFlowBrush>>(emitters), def_.emitterCapacity);
    brushes_ = arena_.take<tnFlowBrush>(brushes);
    strokes_ = arena_.take<FlowStroke>(brushes + emitters);

    const tnResult made = makeBackend();
    if (made != tn_success)
    {
        return made;
    }
    backend_->setEdges(edges());
    const Rows warmth = backend_->rows(tn_flowTemperature);
    for (int32_t j = 0; def_.temperature && j < def_.ny; ++j)
    {
        std::fill_n(warmth.row(j), def_.nx, def_.settings.ambientTemperature);
    }
    return tn_success;
}

// On the device that was given, or, where that cannot be and the def allows it, on the CPU.
tnResult Flow::makeBackend()
{
#ifdef TARN_HAS_GL
    if (gl_ != nullptr)
    {
        tnResult result = tn_success;
        GlProblem problem;
        backend_.reset(createGlFlow(shapeOf(def_), *gl_, *tasks_, &result, &problem));
        if (backend_ != nullptr)
        {
            return tn_success;
        }
        const bool fails = def_.fallback == tn_fallbackFail;
        logMessage(fails ? tn_logError : tn_logWarning, tn_logGl, "tnCreateFlow: %s%s",
                   problem.text, fails ? "" : "; it goes on on the CPU");
        if (fails)
        {
            return result;
        }
        gl_ = nullptr;
        def_.backend = tn_backendCpu;
    }
#endif
    backend_.reset(createFlowBackend(shapeOf(def_), def_.backend, *tasks_));
    return backend_ != nullptr ? tn_success : tn_errorOutOfMemory;
}

// ---- Solvers

tnResult Flow::makeSolver(const ImplicitSystem& system, GlDevice* gl, Owned<Solver>* out) const
{
    tnSolverDef def = tnDefaultSolverDef();
    def.nx = system.nx;
    def.ny = system.ny;
    def.left = system.left;
    def.right = system.right;
    def.bottom = system.bottom;
    def.top = system.top;
    // What the host does for a flow on a device, it does by itself.
    def.backend = gl != nullptr ? tn_backendGL : gl_ != nullptr ? tn_backendCpu : def_.backend;
    def.threads = 1;
    def.tasks = tasks_->forOthers();
    def.graphBytes = defaults::kGraphBytes;
    Solver* solver = nullptr;
    const tnResult result = Solver::create(def, &solver, gl);
    out->reset(solver);
    return result;
}

// Makes the solvers that the edges and settings ask for and that are not there yet.
tnResult Flow::makeSolvers()
{
    const tnFlowSettings& s = def_.settings;
    const bool wanted[kDiffusions] = {s.viscosity > 0.0f, s.viscosity > 0.0f,
                                      def_.temperature && s.thermalDiffusivity > 0.0f,
                                      diffusesDye(def_)};
    tnResult result = tn_success;
    if (pressure_.solver == nullptr)
    {
        result = makeSolver(backend_->pressureSystem(), nullptr, &pressure_.solver);
    }
    if (gl_ != nullptr && late_.solver == nullptr && result == tn_success)
    {
        result = makeSolver(backend_->pressureSystem(), gl_, &late_.solver);
    }
    for (int32_t k = 0; k < kDiffusions && result == tn_success; ++k)
    {
        if (wanted[k] && diffusions_[k].solver == nullptr)
        {
            const ImplicitSystem system = backend_->diffusionSystem(kWhat[k], 0, 1.0f, false);
            if (system.nx > 0)
            {
                result = makeSolver(system, gl_, &diffusions_[k].solver);
            }
        }
    }
    return result;
}

tnResult Flow::setSettings(const tnFlowSettings& settings)
{
    const tnFlowSettings before = def_.settings;
    def_.settings = settings;
    const tnResult result = makeSolvers();
    if (result != tn_success)
    {
        def_.settings = before;
    }
    return result;
}

// ---- Edges

FlowEdges Flow::edges()
{
    FlowEdges all;
    for (int32_t k = 0; k < 4; ++k)
    {
        const tnFlowEdge& given = edgeOf(static_cast<tnSide>(k));
        FlowEdge& edge = all.sides[k];
        edge.type = given.type;
        edge.noSlip = given.noSlip;
        edge.fixedTemperature = given.fixedTemperature;
        edge.normal = edgeValues_[k][tn_edgeNormalSpeed];
        edge.tangential = edgeValues_[k][tn_edgeTangentialSpeed];
        edge.temperature = edgeValues_[k][tn_edgeTemperature];
        for (int32_t c = 0; c < TN_MAX_DYES; ++c)
        {
            edge.dye[c] = edgeValues_[k][tn_edgeDye0 + c];
        }
    }
    return all;
}

// Gives the cells along a side their uniform values, where no profile does.
void Flow::fillEdgeValues(tnSide side)
{
    const tnFlowEdge& edge = edgeOf(side);
    for (int32_t quantity = 0; quantity < kEdgeQuantities; ++quantity)
    {
        float value = quantity >= tn_edgeDye0 ? edge.dye[quantity - tn_edgeDye0] : edge.temperature;
        value = quantity == tn_edgeNormalSpeed ? edge.normalSpeed : value;
        value = quantity == tn_edgeTangentialSpeed ? edge.tangentialSpeed : value;
        if (!edgeProfiled_[side][quantity])
        {
            std::fill_n(edgeValues_[side][quantity], cellsAlong(side), value);
        }
    }
    edgesChanged_ = true;
}

void Flow::setEdgeProfile(tnSide side, int32_t quantity, const float* values)
{
    edgeProfiled_[side][quantity] = values != nullptr;
    if (values != nullptr)
    {
        std::copy_n(values, cellsAlong(side), edgeValues_[side][quantity]);
    }
    fillEdgeValues(side);
}

tnResult Flow::setEdge(tnSide side, const tnFlowEdge& edge)
{
    const bool becomesPair =
        (edge.type == tn_flowPeriodic) != (edgeOf(side).type == tn_flowPeriodic);
    const auto opposite = static_cast<tnSide>(side ^ 1);
    tnFlowDef changed = def_;
    tarn::edgeOf(changed, side) = edge;
    if (becomesPair)
    {
        tarn::edgeOf(changed, opposite) = edge;
    }
    // Whatever the equations' shape depends on asks for other solvers, and a ring for other fields.
    const tnFlowEdge& before = edgeOf(side);
    if (edge.type != before.type || edge.noSlip != before.noSlip ||
        edge.fixedTemperature != before.fixedTemperature)
    {
        const tnResult result = rebuild(changed);
        if (result != tn_success)
        {
            return result;
        }
    }
    else
    {
        def_ = changed;
    }
    fillEdgeValues(side);
    fillEdgeValues(opposite);
    return tn_success;
}

// ---- Brushes, emitters, solids

bool Flow::brush(const tnFlowBrush& brush)
{
    if (brushCount_ == def_.brushCapacity)
    {
        pendingFlags_ |= tn_stepCapacity;
        return false;
    }
    brushes_[brushCount_++] = brush;
    return true;
}

tnResult Flow::addEmitter(const tnFlowBrush& brush, tnEmitter* out)
{
    return emitters_.add(brush, out) != nullptr ? tn_success : tn_errorCapacity;
}

tnResult Flow::addSolid(const SolidState& solid, tnSolid* out)
{
    bringForces();
    if (solids_.add(solid, out) == nullptr)
    {
        return tn_errorCapacity;
    }
    solidsChanged_ = true;
    return tn_success;
}

bool Flow::removeSolid(tnSolid solid)
{
    bringForces();
    solidsChanged_ = true;
    return solids_.remove(solid);
}

void Flow::setMask(const uint8_t* mask)
{
    constexpr uint8_t kSolid = 128;
    const auto cells = static_cast<size_t>(def_.nx) * static_cast<size_t>(def_.ny);
    masked_ = false;
    for (size_t k = 0; k < cells; ++k)
    {
        mask_[k] = mask != nullptr && mask[k] >= kSolid ? 1 : 0;
        masked_ = masked_ || mask_[k] != 0;
    }
    solidsChanged_ = true;
}

void Flow::paintMask(tnVec2 from, tnVec2 to, float radius, bool solid)
{
    const double h = wide(def_.cellSize);
    const double fromX = (wide(from.x) - wide(def_.origin.x)) / h - 0.5;
    const double fromY = (wide(from.y) - wide(def_.origin.y)) / h - 0.5;
    const double alongX = (wide(to.x) - wide(from.x)) / h;
    const double alongY = (wide(to.y) - wide(from.y)) / h;
    const double length2 = alongX * alongX + alongY * alongY;
    const double reach = wide(radius) / h;
    const auto bound = [](double at, int32_t cells) {
        return static_cast<int32_t>(std::clamp(at, 0.0, static_cast<double>(cells)));
    };
    const int32_t beginX = bound(std::floor(std::min(fromX, fromX + alongX) - reach), def_.nx);
    const int32_t endX = bound(std::ceil(std::max(fromX, fromX + alongX) + reach) + 1.0, def_.nx);
    const int32_t beginY = bound(std::floor(std::min(fromY, fromY + alongY) - reach), def_.ny);
    const int32_t endY = bound(std::ceil(std::max(fromY, fromY + alongY) + reach) + 1.0, def_.ny);
    for (int32_t j = beginY; j < endY; ++j)
    {
        uint8_t* row = mask_ + static_cast<size_t>(j) * static_cast<size_t>(def_.nx);
        for (int32_t i = beginX; i < endX; ++i)
        {
            const double x = static_cast<double>(i) - fromX;
            const double y = static_cast<double>(j) - fromY;
            const double part =
                length2 > 0.0 ? std::clamp((x * alongX + y * alongY) / length2, 0.0, 1.0) : 0.0;
            const double dx = x - part * alongX;
            const double dy = y - part * alongY;
            if (dx * dx + dy * dy <= reach * reach)
            {
                row[i] = solid ? 1 : 0;
            }
        }
    }
    const auto cells = static_cast<size_t>(def_.nx) * static_cast<size_t>(def_.ny);
    masked_ = std::any_of(mask_, mask_ + cells, [](uint8_t cell) { return cell != 0; });
    solidsChanged_ = true;
}

// ---- Fields

void Flow::bringUpToDate()
{
    refreshEdges();
    if (solidsChanged_)
    {
        placeSolids();
    }
}

tnFieldView Flow::view(tnFlowField field)
{
    bringUpToDate();
    return backend_->view(field, pressurePerPressed());
}

void Flow::setField(tnFlowField field, const float* values)
{
    bringUpToDate();
    const tnFieldView shape = backend_->view(field, 0.0f);
    const Rows rows = backend_->rows(field);
    for (int32_t j = 0; j < shape.rows; ++j)
    {
        std::copy_n(values + static_cast<size_t>(j) * static_cast<size_t>(shape.columns),
                    shape.columns, rows.row(j));
    }
    velocityGiven_ = velocityGiven_ || field == tn_flowVelocityX || field == tn_flowVelocityY;
    backend_->finishVelocity();
    backend_->finishScalars();
}

void Flow::sample(std::span<const tnVec2> points, tnFlowSample* out)
{
    bringUpToDate();
    backend_->sample(points, pressurePerPressed(), out);
}

tnFlowTotals Flow::totals()
{
    bringUpToDate();
    return backend_->totals(def_.settings.density, def_.settings.ambientTemperature);
}

int32_t Flow::addTracers(std::span<const tnVec2> points)
{
    bringUpToDate();
    const int32_t left = backend_->addTracers(points);
    pendingFlags_ |= left > 0 ? uint32_t{tn_stepCapacity} : 0u;
    return left;
}

} // namespace tarn
