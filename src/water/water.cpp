// A step of Water, stage by stage.
#include "water/water.h"

#include "core/clock.h"
#include "core/exponential.h"
#include "water/defaults.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn
{

// Cuts dt to what a step can be. Returns the flags so far.
uint32_t Water::beginStep(float* dt)
{
    const float asked = *dt;
    *dt = std::clamp(asked, defaults::kShortestWaterStep, defaults::kLongestWaterStep);
    const uint32_t flags = pendingFlags_ | (*dt != asked ? tn_stepClamped : 0);
    pendingFlags_ = 0;
    backend_->beginStep();
    return flags;
}

uint32_t Water::step(float dt)
{
    const WaterScope scope(*backend_);
    if (backend_->isLost())
    {
        return tn_stepLost;
    }
    uint32_t flags = beginStep(&dt);
    StageClock clock(stats_.ms);
    applyEdits(dt);
    clock.ends(tn_waterStageEdits);
    placeBodies(dt);
    clock.ends(tn_waterStageBodies);
    const auto lived = static_cast<float>(runWaves(dt, &flags));
    clock.ends(tn_waterStageWaves);
    applyViscosity(dt, &flags);
    clock.ends(tn_waterStageViscosity);
    wetBodies(dt);
    clock.ends(tn_waterStageForces);
    runSpray(lived, &flags);
    clock.ends(tn_waterStageSpray);
    lastDt_ = dt;
    ++stats_.steps;
    return flags;
}

// ---- Edits

WaterStroke Water::strokeOf(const tnWaterBrush& brush, float dt) const
{
    const WaterGrid& grid = backend_->shape().grid;
    const float times = brush.mode == tn_brushRate ? dt : 1.0f;
    WaterStroke stroke;
    stroke.fromX = grid.column(brush.from.x);
    stroke.fromY = grid.row(brush.from.y);
    stroke.toX = grid.column(brush.to.x);
    stroke.toY = grid.row(brush.to.y);
    stroke.radius = static_cast<double>(brush.radius) / static_cast<double>(grid.cellSize);
    stroke.velocity = {times * brush.velocity.x, times * brush.velocity.y};
    stroke.water = times * brush.water;
    stroke.splash = times * brush.splash;
    stroke.terrain = times * brush.terrain;
    stroke.foam = times * brush.foam;
    for (int32_t k = 0; k < TN_MAX_WATER_DYES; ++k)
    {
        stroke.dye[k] = times * brush.dye[k];
    }
    return stroke;
}

WaterStroke Water::strokeOf(const tnSpringDef& spring, float dt) const
{
    const WaterGrid& grid = backend_->shape().grid;
    WaterStroke stroke;
    stroke.fromX = stroke.toX = grid.column(spring.position.x);
    stroke.fromY = stroke.toY = grid.row(spring.position.y);
    stroke.radius = static_cast<double>(spring.radius) / static_cast<double>(grid.cellSize);
    stroke.volume = static_cast<double>(spring.discharge) * static_cast<double>(dt);
    stroke.velocity = spring.velocity;
    std::copy_n(spring.dye, TN_MAX_WATER_DYES, stroke.dye);
    return stroke;
}

void Water::applyEdits(float dt)
{
    for (int32_t k = 0; k < brushCount_; ++k)
    {
        added_ += backend_->applyStroke(strokeOf(brushes_[k], dt));
    }
    brushCount_ = 0;
    for (const Slot<tnSpringDef>& spring : springs_)
    {
        if (spring.used && spring.value.discharge != 0.0f)
        {
            added_ += backend_->applyStroke(strokeOf(spring.value, dt));
        }
    }
    const auto kept = [dt](float rate) {
        return static_cast<float>(keptAfter(static_cast<double>(rate), static_cast<double>(dt)));
    };
    float keepDye[TN_MAX_WATER_DYES];
    std::transform(def_.settings.dyeDissipation, def_.settings.dyeDissipation + TN_MAX_WATER_DYES,
                   keepDye, kept);
    backend_->decayDye(keepDye);
}

// ---- Bodies

BodyLiquid Water::liquid(float dt) const
{
    return {def_.settings.liquid.density, def_.settings.gravity, dt};
}

// Which bodies are there, and how much of each by now. Returns what is left of those that went.
float Water::arriveBodies(float dt)
{
    size_t count = 0;
    for (Slot<BodyState>& slot : bodies_)
    {
        if (!slot.used)
        {
            continue;
        }
        BodyState& state = slot.value;
        if (state.jumped)
        {
            backend_->leaveBehind(state.body);
            state.body.presence = 0.0f;
            state.jumped = false;
        }
        state.body.presence = std::min(state.body.presence + dt / defaults::kArrival, 1.0f);
        present_[count++] = &state.body;
    }
    presentCount_ = count;
    return static_cast<float>(
        keptAfter(1.0 / static_cast<double>(defaults::kArrival), static_cast<double>(dt)));
}

void Water::placeBodies(float dt)
{
    const float keepFading = arriveBodies(dt);
    backend_->displace({present_, presentCount_}, keepFading);
}

void Water::wetBodies(float dt)
{
    backend_->wet({present_, presentCount_}, liquid(dt));
}

// Where bodies press into the surface.
void Water::collectImpacts()
{
    impactCount_ = 0;
    for (size_t k = 0; k < presentCount_; ++k)
    {
        const WaterBody& body = *present_[k];
        const tnBodyForce& force = body.forces.host;
        const float speed = body.waterVelocity.z - body.motion.velocity.z;
        if (speed > 0.0f && force.waterplaneArea > 0.0f)
        {
            const tnVec3 p = body.motion.position;
            const float radius = std::sqrt(force.waterplaneArea / std::numbers::pi_v<float>);
            impacts_[impactCount_++] = {{p.x, p.y}, radius, speed, force.waterplaneArea};
        }
    }
}

// ---- Spray

SprayWater Water::sprayWater()
{
    return {backend_->shape().grid, backend_->fields(), backend_->tiles()};
}

void Water::runSpray(float dt, uint32_t* flags)
{
    const bool isLeftOut = def_.particleCapacity == 0 && backend_->skipsSpray();
    if (!(dt > 0.0f) || isLeftOut)
    {
        return;
    }
    collectImpacts();
    const SprayStep step = {sprayWater(),
                            {def_.left.type, def_.right.type, def_.bottom.type, def_.top.type},
                            &def_.settings,
                            dt,
                            {impacts_, impactCount_}};
    const SprayReport report = spray_.step(*tasks_, step);
    added_ += report.added - report.lost;
    *flags |= report.refused ? uint32_t{tn_stepCapacity} : 0u;
    stats_.spray = spray_.countOf(tn_particleSpray);
    stats_.rain = spray_.countOf(tn_particleRain);
    stats_.foam = spray_.countOf(tn_particleFoam);
}

// ---- Waves

float Water::kinematicViscosity() const
{
    return def_.settings.liquid.viscosity / def_.settings.liquid.density;
}

WaveSettings Water::waveSettings(float dt, const WaterExtremes& extremes) const
{
    const tnWaterSettings& s = def_.settings;
    WaveSettings waves;
    waves.gravity = s.gravity;
    waves.manning = s.gravity * (s.liquid.roughness * s.liquid.roughness);
    waves.viscosity = kinematicViscosity();
    waves.yield = s.liquid.yieldStress / s.liquid.density;
    const float speed = std::sqrt(s.wind.x * s.wind.x + s.wind.y * s.wind.y);
    const float stress = defaults::kAirDensity / s.liquid.density * defaults::kWindDrag * speed;
    waves.wind = {stress * s.wind.x, stress * s.wind.y};
    // As fast as the substeps allowed can follow, or as waves of such a depth ever get.
    const float followed =
        defaults::kCourant * def_.cellSize * static_cast<float>(s.maxSubsteps) / dt;
    const float lively =
        defaults::kMostFroude * std::sqrt(s.gravity * std::max(extremes.deepest, def_.cellSize));
    waves.maxSpeed = std::min(std::max(0.5f * followed, lively), defaults::kMostWaterSpeed);
    return waves;
}

double Water::runWaves(float dt, uint32_t* flags)
{
    const tnWaterSettings& s = def_.settings;
    WavePlan plan;
    plan.dt = dt;
    plan.reach = static_cast<double>(defaults::kCourant) * static_cast<double>(def_.cellSize);
    plan.maxSubsteps = s.maxSubsteps;
    plan.sleeps = s.sleep;
    plan.settings = waveSettings(dt, backend_->extremes(s.gravity));
    plan.added = added_;
    const WaveOutcome outcome = backend_->runWaves(plan);
    added_ = outcome.added;
    stats_.substeps = outcome.substeps;
    stats_.tiles = tilesAcross(def_.nx) * tilesUp(def_.ny);
    stats_.tilesAwake = outcome.tilesAwake;
    stats_.maxWaveSpeed = outcome.fastest;
    stats_.deviceBytes = outcome.deviceBytes;
    const double lived = static_cast<double>(dt) - outcome.lost;
    stats_.time += lived;
    stats_.lostTime += outcome.lost;
    *flags |= outcome.lost > 0.0 ? uint32_t{tn_stepSlow} : 0u;
    return lived;
}

// ---- Viscosity

bool Water::feelsViscosity(float dt) const
{
    return kinematicViscosity() * dt > defaults::kLeastViscosity * (def_.cellSize * def_.cellSize);
}

void Water::applyViscosity(float dt, uint32_t* flags)
{
    stats_.viscosityIterations = 0;
    if (viscosity_ == nullptr || !feelsViscosity(dt))
    {
        return;
    }
    const WaterTiles& tiles = backend_->tiles();
    if (std::count(tiles.stirred, tiles.stirred + tiles.count(), uint8_t{1}) == 0)
    {
        return;
    }
    const float amount = std::min(kinematicViscosity() * dt / (def_.cellSize * def_.cellSize),
                                  defaults::kMostViscosity);
    const ViscousSystem system = backend_->viscousSystem(amount);
    viscosity_->setCoefficients({system.a, system.bx, system.by, 0.0f});
    tnSolveParams params = tnDefaultSolveParams();
    params.tolerance = defaults::kViscosityTolerance;
    params.warmStart = true;
    for (int32_t axis = 0; axis < 2; ++axis)
    {
        backend_->loadViscous(axis);
        tnSolveResult result = {};
        if (viscosity_->solve(system.r, system.x, {}, params, &result) == tn_success)
        {
            backend_->acceptViscous(axis);
        }
        stats_.viscosityIterations += result.iterations;
        *flags |= result.converged ? 0u : static_cast<uint32_t>(tn_stepNotConverged);
    }
}

} // namespace tarn
