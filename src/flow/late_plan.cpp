#include "flow/late_plan.h"

#include "core/wide.h"
#include "flow/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// What a cycle may be taken to leave: less than the least was luck, more than the most is rounding.
constexpr double kLeastFactor = 0.02;
constexpr double kMostFactor = 0.5;

// Cycles of a round: beyond that another round, on what the first left of the velocity itself, does
// more.
constexpr int32_t kMostCyclesOfRound = 6;

// A goal that was passed by this much would have been reached by fewer rounds.
constexpr double kMuchLess = 0.05;

} // namespace

void LatePlan::noteStep(int64_t step, bool reflected)
{
    done_[step % (kLag + 1)] = {step, reflected, workFor(reflected)};
}

bool LatePlan::learn(const LateMeasure& measure, const LateGoal& goal)
{
    const Done& done = done_[std::max<int64_t>(measure.step, 0) % (kLag + 1)];
    if (measure.step < 0 || done.step != measure.step)
    {
        return false;
    }
    // Of a reflected velocity most divergence is gone already, with the gradient of the step
    // before: the two share what counts as before.
    before_ = done.reflected ? std::max(measure.before, before_) : measure.before;
    const double wanted = std::max(goal.tolerance * before_, goal.rounding);
    const double missing = wide(defaults::kRoundShare) * wanted / measure.guessed;
    LateWork& work = work_[done.reflected ? 1 : 0];
    const int32_t most = std::min(goal.mostCycles, kMostCyclesOfRound);
    if (measure.guessed <= wanted || !(measure.guessed > 0.0))
    {
        work = {1, 1};
    }
    else if (done.work.rounds == 1)
    {
        const double left = std::max(measure.after / measure.guessed, 1e-30);
        const double factor =
            std::clamp(std::pow(left, 1.0 / done.work.cycles), kLeastFactor, kMostFactor);
        const double cycles = std::ceil(std::log(missing) / std::log(factor));
        work.cycles = static_cast<int32_t>(std::clamp(cycles, 1.0, static_cast<double>(most)));
        const bool stuck = done.work.cycles >= most && measure.after > wanted;
        work.rounds = stuck && goal.mostCycles > most ? 2 : 1;
    }
    else if (measure.after < kMuchLess * wanted)
    {
        work.rounds = done.work.rounds - 1;
    }
    else if (measure.after > wanted && done.work.rounds < defaults::kMostRounds)
    {
        work.rounds = done.work.rounds + 1;
    }
    return measure.after > std::max(wanted, wide(defaults::kMostRounding) * goal.rounding);
}

} // namespace tarn
