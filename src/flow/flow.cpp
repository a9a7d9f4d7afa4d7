#include "flow/flow.h"

#include "core/clock.h"
#include "core/exponential.h"
#include "core/wide.h"
#include "flow/defaults.h"
#include "solve/known_sweeps.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

float keep(float rate, float dt)
{
    return static_cast<float>(keptAfter(wide(rate), wide(dt)));
}

} // namespace

uint32_t Flow::step(float dt, const Pushes* pushes)
{
    uint32_t flags = pendingFlags_;
    pendingFlags_ = 0;
    const float asked = dt;
    dt = std::clamp(dt, defaults::kShortestStep, defaults::kLongestStep);
    flags |= dt != asked ? uint32_t{tn_stepClamped} : 0u;
    const FlowScope scope(*backend_);
    if (backend_->isLost() && !leaveDevice())
    {
        return flags | uint32_t{tn_stepLost};
    }
    StageClock clock(stats_.ms);
    stats_.pressureIterations = 0;
    stats_.viscosityIterations = 0;
    stats_.diffusionIterations = 0;

    bringUpToDate();
    moveSolids(dt);
    if (velocityGiven_)
    {
        if (!projectsLate())
        {
            stats_.maxSpeed = backend_->measureVelocity().maxSpeed;
        }
        project(dt, 0.0f, &flags);
        velocityGiven_ = false;
        reflects_ = false;
    }
    clock.ends(tn_stageSolids);

    const float rate = dt / def_.cellSize;
    const tnFlowSettings& s = def_.settings;
    const bool corrects = s.velocityAdvection == tn_advectionMacCormack ||
                          (def_.dyeChannels > 0 && s.dyeAdvection == tn_advectionMacCormack) ||
                          (def_.temperature && s.temperatureAdvection == tn_advectionMacCormack);
    const float reflected = reflection(dt);
    backend_->announceScalars(s.dyeAdvection, s.temperatureAdvection);
    backend_->advectVelocity(rate, s.velocityAdvection, reflected, corrects);
    clock.ends(tn_stageAdvectVelocity);
    stats_.substeps = 0;
    if (def_.dyeChannels > 0 || def_.temperature)
    {
        bool cut = false;
        stats_.substeps = backend_->advectScalars(rate, def_.settings.dyeAdvection,
                                                  def_.settings.temperatureAdvection, &cut);
        flags |= cut ? uint32_t{tn_stepClamped} : 0u;
    }
    if (def_.texture)
    {
        advectTexture(dt);
    }
    backend_->acceptVelocity();
    clock.ends(tn_stageAdvectScalars);

    applyForces(dt, pushes, &flags);
    clock.ends(tn_stageForces);

    // Walls hold the velocity as a whole: viscosity must not find the gradient missing that a
    // reflection took off, which the projection takes off again.
    const bool givesBack = reflected > 0.0f && s.viscosity > 0.0f;
    if (givesBack)
    {
        backend_->addPressed(reflected);
    }
    diffuse(dt, &flags);
    measureDrag();
    clock.ends(tn_stageDiffusion);

    project(dt, givesBack ? 0.0f : reflected, &flags);
    reflects_ = reflected == 0.0f && !startled_;
    startled_ = false;
    lastDt_ = dt;
    measurePressure(dt);
    clock.ends(tn_stageProjection);

    backend_->advectTracers(rate);
    stats_.tracers = backend_->tracerCount();
    clock.ends(tn_stageTracers);

    if (projectsLate())
    {
        learnLate(&flags);
    }
    stats_.time += wide(dt);
    ++stats_.steps;
    return flags;
}

// ---- Solids and edges

void Flow::moveSolids(float dt)
{
    bool moving = false;
    for (Slot<SolidState>& slot : solids_)
    {
        SolidState& solid = slot.value;
        const Motion& m = solid.motion;
        if (slot.used && (m.vx != 0.0f || m.vy != 0.0f || m.spin != 0.0f))
        {
            moving = true;
            solid.x += wide(m.vx) * wide(dt);
            solid.y += wide(m.vy) * wide(dt);
            solid.angle += wide(m.spin) * wide(dt);
        }
    }
    if (moving)
    {
        placeSolids();
    }
}

void Flow::placeSolids()
{
    placedCount_ = 0;
    int32_t number = 0;
    for (const Slot<SolidState>& slot : solids_)
    {
        if (slot.used)
        {
            const SolidState& solid = slot.value;
            FlowSolid& placed = placed_[placedCount_++];
            placed.pose = solid.pose();
            placed.shape = place(solid.shape, placed.pose);
            placed.motion = solid.motion;
            placed.slot = number;
            placed.noSlip = solid.noSlip;
            placed.fixedTemperature = solid.fixedTemperature;
            placed.temperature = solid.temperature;
        }
        ++number;
    }
    const FlowSolids all = {{placed_, static_cast<size_t>(placedCount_)},
                            masked_ ? mask_ : nullptr};
    if (backend_->setSolids(all))
    {
        ++facesVersion_;
    }
    solidsChanged_ = false;
    backend_->finishVelocity();
    backend_->finishScalars();
}

void Flow::refreshEdges()
{
    if (!edgesChanged_)
    {
        return;
    }
    backend_->setEdges(edges());
    backend_->finishVelocity();
    backend_->finishScalars();
    edgesChanged_ = false;
    startled_ = true;
    ++facesVersion_;
}

// ---- Advection

void Flow::advectTexture(float dt)
{
    // The second layer is half a life behind the first. A layer begins anew when it counts nothing.
    const double before = texturePhase_;
    texturePhase_ += wide(dt) / wide(def_.settings.texturePeriod);
    const bool renew[2] = {std::floor(texturePhase_) > std::floor(before),
                           std::floor(texturePhase_ + 0.5) > std::floor(before + 0.5)};
    texturePhase_ -= std::floor(texturePhase_);
    backend_->advectTexture(dt / def_.cellSize, renew);
}

void Flow::textureWeights(float* first, float* second) const
{
    // 0 at birth, 1 in the middle of a layer's life, 0 at its end.
    const double weight = 1.0 - std::fabs(2.0 * texturePhase_ - 1.0);
    *first = static_cast<float>(weight);
    *second = static_cast<float>(1.0 - weight);
}

// ---- Forces

FlowStroke Flow::strokeOf(const tnFlowBrush& brush, float dt) const
{
    const double h = wide(def_.cellSize);
    FlowStroke stroke;
    stroke.fromX = (wide(brush.from.x) - wide(def_.origin.x)) / h;
    stroke.fromY = (wide(brush.from.y) - wide(def_.origin.y)) / h;
    stroke.toX = (wide(brush.to.x) - wide(def_.origin.x)) / h;
    stroke.toY = (wide(brush.to.y) - wide(def_.origin.y)) / h;
    stroke.radius = wide(brush.radius) / h;
    stroke.holds = brush.mode == tn_brushHold;
    stroke.holdDt = brush.holdRate * dt;
    if (stroke.holds)
    {
        stroke.velocityToo = brush.holdVelocity;
        stroke.dyeToo = brush.holdDye;
        stroke.temperatureToo = brush.holdTemperature;
    }
    const float amount = brush.mode == tn_brushRate ? dt : 1.0f;
    stroke.velocity = {amount * brush.velocity.x, amount * brush.velocity.y};
    stroke.temperature = amount * brush.temperature;
    for (int32_t c = 0; c < def_.dyeChannels; ++c)
    {
        stroke.dye[c] = amount * brush.dye[c];
    }
    return stroke;
}

void Flow::applyForces(float dt, const Pushes* pushes, uint32_t* flags)
{
    size_t count = 0;
    for (int32_t k = 0; k < brushCount_; ++k)
    {
        strokes_[count++] = strokeOf(brushes_[k], dt);
    }
    brushCount_ = 0;
    for (const Slot<tnFlowBrush>& slot : emitters_)
    {
        if (slot.used)
        {
            strokes_[count++] = strokeOf(slot.value, dt);
        }
    }
    bool cut = backend_->applyStrokes({strokes_, count}, defaults::kFastest, defaults::kMostAmount);
    if (pushes != nullptr)
    {
        (*pushes)(*backend_);
        cut = backend_->limitVelocity(defaults::kFastest) || cut;
    }

    const tnFlowSettings& s = def_.settings;
    FlowForces forces;
    forces.acceleration = s.acceleration;
    forces.lift = {-s.gravity.x * s.thermalExpansion, -s.gravity.y * s.thermalExpansion};
    forces.ambient = s.ambientTemperature;
    for (int32_t c = 0; c < def_.dyeChannels; ++c)
    {
        forces.weight[c] = {s.gravity.x * s.dyeWeight[c], s.gravity.y * s.dyeWeight[c]};
        forces.keepDye[c] = keep(s.dyeDissipation[c], dt);
    }
    forces.keepVelocity = keep(s.velocityDissipation, dt);
    forces.keepTemperature = keep(s.cooling, dt);
    if (s.confinement > 0.0f)
    {
        forces.confinement = makeConfinement(std::min(s.confinement, defaults::kMostConfined / dt),
                                             def_.cellSize, dt);
    }
    if (backend_->applyForces(forces, dt, defaults::kFastest) || cut)
    {
        *flags |= tn_stepClamped;
    }
    backend_->finishScalars();
}

// ---- Implicit parts

namespace
{

bool doSweepsPay(float a)
{
    return leftBySweep(a) <= defaults::kSweepsPay;
}

} // namespace

// On a device, where a step does not wait to be told how far it has come: as many cycles as leave
// little enough of the change in any case.
int32_t Flow::changeLate(Solver& solver, const ImplicitSystem& system, Diffused what,
                         int32_t channel)
{
    backend_->beginChange(what, channel);
    backend_->changeTo(solver.backend(), solver.finest(), system.aEverywhere,
                       static_cast<float>(solver.rightScale()));
    const bool solids = backend_->hasSolids();
    if (solids)
    {
        solver.subtractFields();
    }
    int32_t iterations = 0;
    if (doSweepsPay(system.aEverywhere))
    {
        const EqualSweeps sweeps = equalSweeps(system.aEverywhere, wide(defaults::kChangeLeft));
        solver.relaxFields(sweeps.count, sweeps.omega);
        iterations = sweeps.count;
    }
    else
    {
        iterations = solids ? defaults::kLateCyclesAmongSolids : defaults::kLateCycles;
        solver.cycleFields(iterations);
    }
    backend_->addField(solver.backend(), solver.finest().x);
    return iterations;
}

// Solves for the change of a field, and makes it.
tnResult Flow::solveChange(Solver& solver, const ImplicitSystem& system,
                           const tnSolveParams& params, tnSolveResult* result)
{
    const auto row = [this](int32_t j, float factor, float* to) {
        backend_->changeRow(j, factor, to);
    };
    if (doSweepsPay(system.aEverywhere))
    {
        const RisingHalfSweeps halves =
            risingHalfSweeps(system.aEverywhere, wide(defaults::kChangeLeftBySweeps));
        solver.relaxRows(row, halves.all(), [this, &halves](int32_t j, const float* change) {
            backend_->addChangeRow(j, change, {halves.factors[j & 1], halves.factors[1 - (j & 1)]});
        });
        result->iterations = (halves.count + 1) / 2;
        result->converged = true;
        return tn_success;
    }
    const auto change = [&solver](int32_t j, float* buffer) {
        return solver.solutionRow(j, buffer);
    };
    const auto tolerance = [](double) { return defaults::kChangeLeft; };
    const tnResult outcome =
        solver.solveRows(row, {system.r, system.change}, params, tolerance, false, result);
    if (outcome == tn_success && result->iterations > 0)
    {
        backend_->addChange(change);
    }
    return outcome;
}

int32_t Flow::diffuseOne(Implicit& implicit, Diffused what, int32_t channel, float amount,
                         uint32_t* flags)
{
    if (amount < defaults::kLeastDiffusion)
    {
        return 0;
    }
    amount = std::min(amount, defaults::kMostDiffusion);
    const bool sameFaces = implicit.facesVersion == facesVersion_;
    const bool coefficients = !sameFaces || (amount != implicit.amount && backend_->hasSolids());
    const ImplicitSystem system = backend_->diffusionSystem(what, channel, amount, coefficients);
    if (system.nx == 0)
    {
        return 0;
    }
    if (implicit.solver == nullptr) // where a lost device left no memory for it
    {
        *flags |= uint32_t{tn_stepNotConverged};
        return 0;
    }
    if (coefficients)
    {
        implicit.solver->setCoefficients({system.a, system.bx, system.by, system.aEverywhere});
    }
    else if (implicit.amount != amount)
    {
        implicit.solver->setEqualA(system.aEverywhere);
    }
    implicit.facesVersion = facesVersion_;
    implicit.amount = amount;
    if (backend_->diffusesOnDevice())
    {
        return changeLate(*implicit.solver, system, what, channel);
    }
    tnSolveParams params = tnDefaultSolveParams();
    params.maxIterations = def_.settings.maxIterations;
    tnSolveResult result = {};
    tnResult outcome = tn_success;
    if (system.changes)
    {
        backend_->beginChange(what, channel);
        outcome = solveChange(*implicit.solver, system, params, &result);
    }
    else
    {
        params.tolerance =
            std::max(defaults::kDiffusionTolerance, defaults::kDiffusionRounding * amount);
        params.warmStart = true;
        outcome = implicit.solver->solve(system.r, system.x, {}, params, &result);
    }
    // 32-bit fields may hold a little less than what the solver found.
    const bool fine =
        result.converged || result.relativeResidual <= defaults::kDiffusionHeld * params.tolerance;
    *flags |= outcome == tn_success && fine ? 0u : uint32_t{tn_stepNotConverged};
    backend_->acceptDiffused(what, channel);
    return result.iterations;
}

void Flow::diffuse(float dt, uint32_t* flags)
{
    const tnFlowSettings& s = def_.settings;
    const float perCell = dt / (def_.cellSize * def_.cellSize);
    if (s.viscosity > 0.0f)
    {
        const float amount = s.viscosity / s.density * perCell;
        stats_.viscosityIterations =
            diffuseOne(diffusions_[kVelocityX], Diffused::velocityX, 0, amount, flags) +
            diffuseOne(diffusions_[kVelocityY], Diffused::velocityY, 0, amount, flags);
    }
    if (def_.temperature && s.thermalDiffusivity > 0.0f)
    {
        stats_.diffusionIterations += diffuseOne(diffusions_[kTemperature], Diffused::temperature,
                                                 0, s.thermalDiffusivity * perCell, flags);
    }
    const auto fine = static_cast<float>(def_.dyeScale);
    for (int32_t c = 0; c < def_.dyeChannels; ++c)
    {
        if (s.dyeDiffusivity[c] > 0.0f)
        {
            stats_.diffusionIterations +=
                diffuseOne(diffusions_[kDye], Diffused::dye, c,
                           s.dyeDiffusivity[c] * perCell * fine * fine, flags);
        }
    }
}

// Moving along a frozen velocity and projecting afterwards is of first order in dt: it wears whirls
// down. Every second step is therefore made the other half of a pair (Zehnder, Narain, Thomaszewski
// 2018): what moves is the velocity less once more the gradient that the step before took off,
// along the velocity between the two. A pair is of second order and keeps energy; it costs nothing.
float Flow::reflection(float dt) const
{
    constexpr float kMostUnlike = 1.5f; // of two steps that make a pair
    const bool pairs = reflects_ && dt <= kMostUnlike * lastDt_;
    return pairs ? dt / lastDt_ : 0.0f;
}

// The last pressure as a guess for that of this step: none after a much shorter one, whose rounding
// would be enlarged.
float Flow::pressureGuess(float dt) const
{
    constexpr float kMostEnlarged = 4.0f;
    const float times = lastDt_ > 0.0f ? dt / lastDt_ : 0.0f;
    return times <= kMostEnlarged ? times : 0.0f;
}

// What forces may not exceed, a projection of the fastest velocities does.
void Flow::limitProjected(uint32_t* flags)
{
    if (stats_.maxSpeed <= defaults::kFastest && std::isfinite(stats_.divergenceAfter))
    {
        return;
    }
    if (backend_->limitVelocity(defaults::kFastest))
    {
        *flags |= uint32_t{tn_stepClamped};
        stats_.maxSpeed = backend_->measureVelocity().maxSpeed;
    }
}

// Divergence is judged by the velocity, not by the solver. The new pressure is near the last one,
// so that only the rest of it is solved for; then, where 32-bit potentials were too coarse for it,
// once more for what is left.
void Flow::project(float dt, float reflected, uint32_t* flags)
{
    if (projectsLate())
    {
        projectLate(dt, reflected, flags);
        return;
    }
    const ImplicitSystem system = backend_->pressureSystem();
    if (pressure_.facesVersion != facesVersion_)
    {
        pressure_.solver->setCoefficients({system.a, system.bx, system.by, 0.0f});
        pressure_.facesVersion = facesVersion_;
    }
    const double cells = static_cast<double>(std::max<int64_t>(backend_->openCells(), 1));
    const auto perSecond = [this, cells](double norm) {
        return static_cast<float>(norm / (wide(def_.cellSize) * std::sqrt(cells)));
    };
    const auto row = [this](int32_t j, float factor, float* to) {
        backend_->divergenceRow(j, factor, to);
    };
    const auto potential = [this](int32_t j, float* buffer) {
        return pressure_.solver->solutionRow(j, buffer);
    };
    const auto nothing = [this](int32_t, float* buffer) {
        std::fill_n(buffer, def_.nx, 0.0f);
        return static_cast<const float*>(buffer);
    };
    const float rounding = defaults::kSpeedRounding * stats_.maxSpeed / def_.cellSize;
    tnSolveParams params = tnDefaultSolveParams();
    params.maxIterations = def_.settings.maxIterations;
    stats_.incompatibility = 0.0f;
    // What a reflection took off already is no guess any more, but it is pressed.
    float guess = reflected == 0.0f ? pressureGuess(dt) : 0.0f;
    float keep = reflected > 0.0f ? reflected : guess;
    float goal = 0.0f;
    float now = 0.0f;
    for (int32_t round = 0; round < defaults::kMostRounds; ++round)
    {
        float left = 0.0f; // by the guess
        const auto toleranceFor = [&](double norm) {
            left = perSecond(norm);
            if (round == 0)
            {
                // Of a reflected velocity most divergence is gone already, with the gradient of
                // the step before: the two share what counts as before.
                now = perSecond(backend_->divergenceBefore());
                stats_.divergenceBefore =
                    reflected > 0.0f ? std::max(now, stats_.divergenceBefore) : now;
                goal = std::max(def_.settings.tolerance * stats_.divergenceBefore, rounding);
            }
            const bool enough = now <= goal || left <= goal;
            return enough ? 1.0f
                          : std::min(defaults::kRoundShare * goal / left, defaults::kLoosest);
        };
        backend_->beginDivergence(guess);
        tnSolveResult result = {};
        const tnResult outcome = pressure_.solver->solveRows(row, {system.r, system.x}, params,
                                                             toleranceFor, true, &result);
        stats_.pressureIterations += result.iterations;
        if (now <= goal)
        {
            backend_->scalePressed(reflected);
            stats_.maxSpeed = backend_->measureVelocity().maxSpeed;
            break;
        }
        stats_.incompatibility = std::max(stats_.incompatibility,
                                          left / stats_.divergenceBefore * result.incompatibility);
        const bool solved = outcome == tn_success && result.iterations > 0;
        const VelocityMeasure measure = solved ? backend_->subtractPotential(potential, guess, keep)
                                               : backend_->subtractPotential(nothing, guess, keep);
        stats_.maxSpeed = measure.maxSpeed;
        now = perSecond(measure.divergence);
        const bool stuck = now > defaults::kStuck * left; // at what 32-bit velocities can hold
        if (!solved || now <= goal || stuck)
        {
            break;
        }
        guess = 0.0f;
        keep = 1.0f;
    }
    stats_.divergenceAfter = now;
    limitProjected(flags);
    const bool incompatible = stats_.incompatibility > defaults::kIncompatible &&
                              stats_.incompatibility * stats_.divergenceBefore > rounding;
    *flags |= incompatible ? uint32_t{tn_stepIncompatible} : 0u;
    const bool stuck = now > std::max(goal, defaults::kMostRounding * rounding);
    *flags |= stuck && !incompatible ? uint32_t{tn_stepNotConverged} : 0u;
}

float Flow::pressurePerPressed() const
{
    return lastDt_ > 0.0f ? def_.settings.density * def_.cellSize / lastDt_ : 0.0f;
}

// Before the projection, which lets the fluid beside a wall slip a little: viscosity has just made
// the velocity what the wall felt.
void Flow::measureDrag()
{
    if (placedCount_ > 0 || masked_)
    {
        backend_->measureDrag(def_.settings.viscosity, {placed_, static_cast<size_t>(placedCount_)},
                              forces_, &maskForce_);
    }
}

void Flow::measurePressure(float dt)
{
    if (placedCount_ == 0 && !masked_)
    {
        return;
    }
    backend_->measurePressure(def_.settings.density, dt,
                              {placed_, static_cast<size_t>(placedCount_)}, forces_, &maskForce_);
    forcesLate_ = true;
}

// Of the last step, once somebody asks, or solids are no longer those of that step.
void Flow::bringForces()
{
    if (!forcesLate_)
    {
        return;
    }
    forcesLate_ = false;
    backend_->bringForces({placed_, static_cast<size_t>(placedCount_)}, forces_, &maskForce_);
    for (int32_t k = 0; k < placedCount_; ++k)
    {
        const int32_t slot = placed_[k].slot;
        (solids_.begin() + slot)->value.force = forces_[slot];
    }
}

} // namespace tarn
