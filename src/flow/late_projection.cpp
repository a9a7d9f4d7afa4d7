// Projection on a device. What Flow::project does with sums in hand is done here with those of the
// step before last (LatePlan): divergence, cycles, gradient, in as many rounds as are planned.
#include "core/log.h"
#include "core/wide.h"
#include "flow/defaults.h"
#include "flow/flow.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

bool Flow::projectsLate() const
{
    return late_.solver != nullptr && backend_->projectsOnDevice();
}

void Flow::projectLate(float dt, float reflected)
{
    const ImplicitSystem system = backend_->pressureSystem();
    if (late_.facesVersion != facesVersion_)
    {
        Solver& solver = *late_.solver;
        const bool there =
            late_.facesVersion != 0 &&
            backend_->conductTo(solver.backend(), solver.finest(), solver.coefficientScale());
        if (there)
        {
            solver.coarsenFields(false);
        }
        else
        {
            solver.setCoefficients({system.a, system.bx, system.by, 0.0f});
        }
        late_.facesVersion = facesVersion_;
    }
    Solver& solver = *late_.solver;
    const LateWork work = latePlan_.workFor(reflected > 0.0f);
    LateScale scale = {static_cast<float>(solver.rightScale()), lateMean_};
    float guess = reflected == 0.0f && lastDt_ > 0.0f ? dt / lastDt_ : 0.0f;
    float keep = reflected > 0.0f ? reflected : guess;
    const int32_t cycles = std::min(work.cycles, def_.settings.maxIterations);
    for (int32_t round = 0; round < work.rounds; ++round)
    {
        backend_->divergenceTo(solver.backend(), solver.finest().r, guess, scale, round == 0);
        solver.cycleFields(cycles);
        backend_->subtractField(solver.backend(), solver.finest().x, guess, keep, round == 0);
        stats_.pressureIterations += cycles;
        guess = 0.0f;
        keep = 1.0f;
        scale.mean = 0.0f;
    }
    latePlan_.noteStep(stats_.steps, reflected > 0.0f);
}

// Where the device is lost, the host goes on with the fields as it knew them last.
bool Flow::leaveDevice()
{
    if (def_.fallback != tn_fallbackCpu)
    {
        return false;
    }
    logMessage(tn_logWarning, tn_logGl,
               "tnFlow_Step: the OpenGL context was lost; the CPU goes on from the fields that it "
               "was last asked for or told");
    backend_->leaveDevice();
    late_.solver.reset();
    gl_ = nullptr;
    def_.backend = tn_backendCpu;
    for (Implicit& implicit : diffusions_)
    {
        implicit = {};
    }
    makeSolvers(); // without memory for them, steps say that they have not converged
    lastDt_ = 0.0f;
    reflects_ = false;
    return true;
}

// At the end of a step: its sums are on their way, and those of an earlier one are there.
void Flow::learnLate(uint32_t* flags)
{
    backend_->publish(stats_.steps);
    const LateMeasure measure = backend_->measureOf(stats_.steps - LatePlan::kLag);
    if (measure.step < 0)
    {
        return;
    }
    const double cells = static_cast<double>(std::max<int64_t>(backend_->openCells(), 1));
    const double perSecond = 1.0 / (wide(def_.cellSize) * std::sqrt(cells));
    LateGoal goal;
    goal.tolerance = wide(def_.settings.tolerance);
    goal.rounding = wide(defaults::kSpeedRounding) * wide(measure.maxSpeed) * std::sqrt(cells);
    const bool missed = latePlan_.learn(measure, goal);
    stats_.maxSpeed = measure.maxSpeed;
    stats_.divergenceBefore = static_cast<float>(latePlan_.before() * perSecond);
    stats_.divergenceAfter = static_cast<float>(measure.after * perSecond);
    // In a closed domain no pressure can make room for what flows in: its mean is left out.
    const bool closed = backend_->isClosed();
    lateMean_ = closed ? static_cast<float>(measure.excess / cells) : 0.0f;
    const double left = closed ? std::fabs(measure.excess) / std::sqrt(cells) : 0.0;
    stats_.incompatibility =
        latePlan_.before() > 0.0 ? static_cast<float>(left / latePlan_.before()) : 0.0f;
    const bool incompatible =
        stats_.incompatibility > defaults::kIncompatible && left > goal.rounding;
    *flags |= incompatible ? uint32_t{tn_stepIncompatible} : 0u;
    *flags |= missed && !incompatible ? uint32_t{tn_stepNotConverged} : 0u;
    *flags |= measure.cut ? uint32_t{tn_stepClamped} : 0u;
}

} // namespace tarn
