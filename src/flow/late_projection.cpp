// Projection on a device. What Flow::project does with sums in hand is done here with those of the
// step before last (LatePlan): divergence, cycles in one round or two, gradient, as often as is
// planned.
#include "core/log.h"
#include "core/wide.h"
#include "flow/defaults.h"
#include "flow/flow.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tarn
{

namespace
{

// A round that leaves more than this of what it found is of no use: 32-bit velocities hold no less.
constexpr double kNoUse = 0.95;

// A step that waits may as well be better than it has to: what is slow to go is smooth, and shows
// more in the velocity than in its divergence.
constexpr double kWaitedFor = 0.3; // of what is wanted

} // namespace

bool Flow::projectsLate() const
{
    return late_.solver != nullptr && backend_->projectsOnDevice();
}

// What becomes of a guess, and of what is pressed, in a pass over the velocity and in those after
// it. A pass has one round of cycles, or two, the second of which finds what the first, rounded,
// has left.
struct Flow::LatePass
{
    float guess;
    float keep;
    LateScale scale;
    int32_t cycles;
    int32_t again; // cycles of a second round; 0: there is none
    int32_t more;  // sweeps of each
    bool first = true;
};

void Flow::projectOnce(LatePass& pass)
{
    Solver& solver = *late_.solver;
    backend_->divergenceTo(solver.backend(), solver.finest().r, pass.guess, pass.scale, pass.first);
    solver.cycleFields(pass.cycles, pass.more);
    const bool refined = pass.again > 0;
    if (refined)
    {
        backend_->setAside(solver.backend(), solver.finest());
        solver.cycleFields(pass.again, pass.more);
    }
    backend_->subtractField(solver.backend(), solver.finest(), refined, pass.guess, pass.keep,
                            pass.first);
    stats_.pressureIterations += pass.cycles + pass.again;
    pass.guess = 0.0f;
    pass.keep = 1.0f;
    pass.scale.mean = 0.0f;
    pass.first = false;
}

void Flow::projectLate(float dt, float reflected, uint32_t* flags)
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
    const bool reflects = reflected > 0.0f;
    const LateWork work = latePlan_.workFor(reflects);
    const float guess = reflects ? 0.0f : pressureGuess(dt);
    LatePass pass = {guess,
                     reflects ? reflected : guess,
                     LateScale{static_cast<float>(late_.solver->rightScale()), lateMean_},
                     std::min(work.cycles, def_.settings.maxIterations),
                     0,
                     work.more};
    const int32_t later = std::min(work.later, def_.settings.maxIterations);
    for (int32_t k = 0; k < work.rounds; k += 2)
    {
        pass.again = k + 1 < work.rounds ? later : 0;
        projectOnce(pass);
        pass.cycles = work.rounds > 1 ? later : pass.cycles;
    }
    pass.again = 0;
    latePlan_.noteStep(stats_.steps, reflects);
    if (velocityGiven_ || !latePlan_.knows(reflects))
    {
        finishWaiting(pass, flags);
    }
}

// While nothing is known of such steps, and for a velocity that somebody gave, which is like no
// other: waits for the sums of this one, and goes on until they are good, or of no more use.
void Flow::finishWaiting(LatePass& pass, uint32_t* flags)
{
    double left = std::numeric_limits<double>::infinity();
    bool cut = false; // told once
    while (true)
    {
        backend_->publish(stats_.steps);
        LateMeasure measure = backend_->measureOf(stats_.steps);
        if (measure.step < 0)
        {
            return; // the device is lost
        }
        const bool stuck = measure.after > kNoUse * left;
        left = measure.after;
        cut = measure.cut = cut || measure.cut;
        // What more rounds leave is no news about the work that was planned, and not taken for it:
        // of what was left, a plan keeps the most.
        const bool missed = latePlan_.learn(measure, lateGoal(measure));
        if (left <= kWaitedFor * latePlan_.wanted() || stuck ||
            stats_.pressureIterations + pass.cycles > def_.settings.maxIterations)
        {
            noteLate(measure, missed, flags);
            return;
        }
        projectOnce(pass);
    }
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
    noteLate(measure, latePlan_.learn(measure, lateGoal(measure)), flags);
}

LateGoal Flow::lateGoal(const LateMeasure& measure)
{
    const double cells = static_cast<double>(std::max<int64_t>(backend_->openCells(), 1));
    LateGoal goal;
    goal.tolerance = wide(def_.settings.tolerance);
    goal.rounding = wide(defaults::kSpeedRounding) * wide(measure.maxSpeed) * std::sqrt(cells);
    return goal;
}

// What a step came to, in the statistics of this one.
void Flow::noteLate(const LateMeasure& measure, bool missed, uint32_t* flags)
{
    const double cells = static_cast<double>(std::max<int64_t>(backend_->openCells(), 1));
    const double perSecond = 1.0 / (wide(def_.cellSize) * std::sqrt(cells));
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
        stats_.incompatibility > defaults::kIncompatible && left > lateGoal(measure).rounding;
    *flags |= incompatible ? uint32_t{tn_stepIncompatible} : 0u;
    *flags |= missed && !incompatible ? uint32_t{tn_stepNotConverged} : 0u;
    *flags |= measure.cut ? uint32_t{tn_stepClamped} : 0u;
}

} // namespace tarn
