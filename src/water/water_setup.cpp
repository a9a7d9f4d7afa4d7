// A water between steps: creation, settings, edges, fields.
#include "core/def_edges.h"
#include "core/log.h"
#include "core/wide.h"
#include "water/defaults.h"
#include "water/water.h"

#ifdef TARN_HAS_GL
#include "backend/gl/gl_water.h"
#endif

#include <algorithm>
#include <utility>

namespace tarn
{

namespace
{

WaterEdges waterEdges(const tnWaterDef& def)
{
    return {{def.left, def.right, def.bottom, def.top}};
}

tnSide opposite(tnSide side)
{
    return static_cast<tnSide>(side ^ 1);
}

} // namespace

tnResult Water::create(const tnWaterDef& def, GlDevice* device, Water** out)
{
    *out = nullptr;
    Water* water = makeObject<Water>();
    if (water == nullptr)
    {
        return tn_errorOutOfMemory;
    }
    water->def_ = def;
    water->device_ = device;
    water->tasks_.reset(makeObject<SharedTasks>());
    tnResult result = tn_errorOutOfMemory;
    if (water->tasks_ != nullptr)
    {
        const bool alone = def.backend == tn_backendReference;
        result = alone ? tn_success : water->tasks_->init(def.tasks, def.threads);
    }
    result = result == tn_success ? water->takeMemory() : result;
    result = result == tn_success ? water->makeSolver() : result;
    if (result != tn_success)
    {
        water->destroy();
        return result;
    }
    *out = water;
    return tn_success;
}

Water::~Water()
{
    for (Slot<BodyState>& slot : bodies_)
    {
        if (slot.used)
        {
            freeBody(slot.value);
        }
    }
}

void Water::swap(Water& other) noexcept
{
    std::swap(def_, other.def_);
    std::swap(device_, other.device_);
    std::swap(tasks_, other.tasks_);
    std::swap(backend_, other.backend_);
    std::swap(viscosity_, other.viscosity_);
    std::swap(arena_, other.arena_);
    std::swap(springs_, other.springs_);
    std::swap(bodies_, other.bodies_);
    std::swap(present_, other.present_);
    std::swap(presentCount_, other.presentCount_);
    std::swap(spray_, other.spray_);
    std::swap(impacts_, other.impacts_);
    std::swap(impactCount_, other.impactCount_);
    std::swap(brushes_, other.brushes_);
    std::swap(brushCount_, other.brushCount_);
    std::swap(pendingFlags_, other.pendingFlags_);
    std::swap(lastDt_, other.lastDt_);
    std::swap(added_, other.added_);
    std::swap(stats_, other.stats_);
    std::swap(reads_, other.reads_);
}

void Water::destroy() noexcept
{
    destroyObject(this);
}

tnResult Water::takeMemory()
{
    const auto springs = static_cast<size_t>(def_.springCapacity);
    const auto brushes = static_cast<size_t>(def_.brushCapacity);
    const auto bodies = static_cast<size_t>(def_.bodyCapacity);
    WaterShape shape;
    shape.grid = {def_.nx,
                  def_.ny,
                  def_.cellSize,
                  wide(def_.origin.x),
                  wide(def_.origin.y),
                  def_.left.type == tn_waterPeriodic,
                  def_.bottom.type == tn_waterPeriodic};
    shape.dyeChannels = def_.dyeChannels;
    const size_t bytes =
        arenaBytes(springs, sizeof(Slot<tnSpringDef>)) + arenaBytes(brushes, sizeof(tnWaterBrush)) +
        arenaBytes(bodies, sizeof(Slot<BodyState>)) + arenaBytes(bodies, sizeof(WaterBody*)) +
        arenaBytes(bodies, sizeof(SprayImpact)) +
        Spray::bytes(shape.grid, def_.particleCapacity, def_.dyeChannels);
    if (bytes > 0 && !arena_.create(bytes))
    {
        return tn_errorOutOfMemory;
    }
    springs_.useMemory(arena_.take<Slot<tnSpringDef>>(springs), def_.springCapacity);
    brushes_ = arena_.take<tnWaterBrush>(brushes);
    bodies_.useMemory(arena_.take<Slot<BodyState>>(bodies), def_.bodyCapacity);
    present_ = arena_.take<WaterBody*>(bodies);
    impacts_ = arena_.take<SprayImpact>(bodies);
    if (!spray_.create(arena_, shape.grid, def_.particleCapacity, def_.dyeChannels))
    {
        return tn_errorOutOfMemory;
    }

    const tnResult result = makeBackend(shape);
    if (result == tn_success)
    {
        const WaterScope scope(*backend_);
        backend_->setEdges(waterEdges(def_));
        backend_->fill(tn_waterDepth, std::max(def_.level, 0.0f));
    }
    return result;
}

// On the GPU, where the def says so; on the host, where it does not, or falls back.
tnResult Water::makeBackend(const WaterShape& shape)
{
    if (def_.backend == tn_backendGL)
    {
        const bool fallsBack = def_.fallback == tn_fallbackCpu;
#ifdef TARN_HAS_GL
        GlProblem problem = {"there is no context to compute in"};
        if (device_ != nullptr)
        {
            const GlScope scope(*device_);
            backend_.reset(GlWater::create(
                shape, *tasks_, *device_, {def_.bodyCapacity, def_.sameStep, fallsBack}, &problem));
        }
        const char* reason = problem.text;
#else
        const char* reason = "this build has no OpenGL in it";
#endif
        if (backend_ == nullptr)
        {
            logMessage(fallsBack ? tn_logWarning : tn_logError, tn_logGl,
                       "a water cannot be on the GPU%s: %s", fallsBack ? ", and is on the CPU" : "",
                       reason);
        }
        if (backend_ != nullptr || !fallsBack)
        {
            return backend_ != nullptr ? tn_success : tn_errorUnsupported;
        }
    }
    backend_.reset(createWaterBackend(shape, def_.backend, *tasks_));
    return backend_ != nullptr ? tn_success : tn_errorOutOfMemory;
}

// Once a liquid is viscous enough for the grid to feel it at any time step that is likely.
tnResult Water::makeSolver()
{
    constexpr float kLikelyStep = 0.1f; // s
    if (viscosity_ != nullptr || !feelsViscosity(kLikelyStep))
    {
        return tn_success;
    }
    tnSolverDef def = tnDefaultSolverDef();
    def.nx = def_.nx;
    def.ny = def_.ny;
    const auto kind = [](const tnWaterEdge& edge) {
        return edge.type == tn_waterPeriodic ? tn_edgePeriodic : tn_edgeNeumann;
    };
    def.left = kind(def_.left);
    def.right = kind(def_.right);
    def.bottom = kind(def_.bottom);
    def.top = kind(def_.top);
    def.backend = def_.backend == tn_backendGL ? tn_backendCpu : def_.backend; // on the twin
    def.threads = 1;
    def.tasks = tasks_->forOthers();
    Solver* solver = nullptr;
    const tnResult result = Solver::create(def, &solver);
    viscosity_.reset(solver);
    return result;
}

tnResult Water::setSettings(const tnWaterSettings& settings)
{
    const WaterScope scope(*backend_);
    const tnWaterSettings before = def_.settings;
    def_.settings = settings;
    const tnResult result = makeSolver();
    if (result != tn_success)
    {
        def_.settings = before;
        return result;
    }
    backend_->wakeAll(); // what stood still may flow now
    return tn_success;
}

tnResult Water::setEdge(tnSide side, const tnWaterEdge& edge)
{
    const WaterScope scope(*backend_);
    const tnWaterDef before = def_;
    Owned<Solver> solver; // of the edges as they were, until there is another
    tnWaterEdge& here = edgeOf(def_, side);
    tnWaterEdge& there = edgeOf(def_, opposite(side));
    const bool wraps = edge.type == tn_waterPeriodic;
    if (wraps != (here.type == tn_waterPeriodic))
    {
        there = edge;
        std::swap(solver, viscosity_);
    }
    here = edge;
    const tnResult result = makeSolver();
    if (result != tn_success)
    {
        def_ = before;
        std::swap(solver, viscosity_);
        return result;
    }
    backend_->setEdges(waterEdges(def_));
    return tn_success;
}

// ---- Strokes and springs

bool Water::brush(const tnWaterBrush& brush)
{
    if (brushCount_ == def_.brushCapacity)
    {
        pendingFlags_ |= tn_stepCapacity;
        return false;
    }
    brushes_[brushCount_++] = brush;
    return true;
}

tnResult Water::addSpring(const tnSpringDef& spring, tnSpring* out)
{
    return springs_.add(spring, out) != nullptr ? tn_success : tn_errorCapacity;
}

// ---- Bodies

tnResult Water::addBody(const tnBodyDef& def, tnBody* out)
{
    if (bodies_.count() == bodies_.capacity())
    {
        return tn_errorCapacity;
    }
    BodyState state = {};
    const tnResult result = makeBody(def, backend_->shape().grid, &state);
    if (result == tn_success)
    {
        bodies_.add(state, out);
    }
    return result;
}

tnResult Water::setBody(BodyState& body, const tnBodyDef& def)
{
    const WaterScope scope(*backend_);
    BodyState state = {};
    const tnResult result = makeBody(def, backend_->shape().grid, &state);
    if (result == tn_success)
    {
        backend_->leaveBehind(body.body);
        freeBody(body);
        body = state;
    }
    return result;
}

bool Water::removeBody(tnBody body)
{
    const WaterScope scope(*backend_);
    BodyState* state = bodies_.find(body);
    if (state == nullptr)
    {
        return false;
    }
    backend_->leaveBehind(state->body);
    freeBody(*state);
    return bodies_.remove(body);
}

int32_t Water::wettedFaces(BodyState& body, tnWettedFace* out, int32_t capacity)
{
    const WaterScope scope(*backend_);
    backend_->look(body.body);
    WaterBody& b = body.body;
    return tarn::wettedFaces(b.hull, b.traits, b.motion, liquid(lastDt_), b.arms, b.around(),
                             b.points, out, capacity);
}

// ---- Spray

float Water::addSpray(tnVec3 position, tnVec3 velocity, float volume, bool taken)
{
    const WaterScope scope(*backend_);
    const float inAir =
        spray_.add(sprayWater(), def_.settings.liquid, position, velocity, volume, taken);
    added_ += taken ? 0.0 : wide(inAir);
    return inAir;
}

std::span<const tnWaterParticle> Water::particles() const
{
    return {spray_.particles(), static_cast<size_t>(spray_.count())};
}

// ---- Fields

tnFieldView Water::view(tnWaterField field)
{
    const WaterScope scope(*backend_);
    return backend_->view(field);
}

void Water::setField(tnWaterField field, const float* values)
{
    const WaterScope scope(*backend_);
    const double before = backend_->totals(1.0f, 1.0f).volume;
    backend_->load(field, values);
    added_ += backend_->totals(1.0f, 1.0f).volume - before;
}

void Water::sample(std::span<const tnVec2> points, tnWaterSample* out)
{
    const WaterScope scope(*backend_);
    backend_->sample(points, def_.settings.gravity, out);
}

tnWaterStats Water::stats()
{
    const WaterScope scope(*backend_);
    tnWaterStats stats = stats_;
    stats.maxSpeed = backend_->fastestWater();
    stats.backend = backend_->kind();
    return stats;
}

tnWaterTotals Water::totals()
{
    const WaterScope scope(*backend_);
    added_ += backend_->takeLate();
    tnWaterTotals all = backend_->totals(def_.settings.liquid.density, def_.settings.gravity);
    all.added = added_;
    all.airborne = spray_.volume();
    all.volume += all.airborne;
    const double density = wide(def_.settings.liquid.density);
    const Vec2 flow = spray_.volumeFlow();
    all.momentumX += density * flow.x;
    all.momentumY += density * flow.y;
    for (int32_t k = 0; k < def_.dyeChannels; ++k)
    {
        all.dye[k] += spray_.dye(k);
    }
    return all;
}

} // namespace tarn
