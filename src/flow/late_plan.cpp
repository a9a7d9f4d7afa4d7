#include "flow/late_plan.h"

#include "core/wide.h"
#include "flow/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

// What a cycle leaves, about. Where cycles leave far more, 32-bit potentials are too coarse for what
// is wanted: not more cycles but another round helps, on what the first left of the velocity itself.
constexpr double kOfCycle = 0.1;
constexpr double kFarMore = 5.0;
constexpr int32_t kMostCyclesOfRound = 5;

// Steps of a kind after which less work is tried: only trying shows whether it would do. Each time it
// does not, the next trial comes twice as late, since one step is that much worse.
constexpr int32_t kMostPatience = 64;

} // namespace

void LatePlan::noteStep(int64_t step, bool reflected)
{
    done_[step % (kLag + 1)] = {step, reflected, kinds_[reflected ? 1 : 0].work};
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
    Kind& kind = kinds_[done.reflected ? 1 : 0];
    ++kind.since;
    if (measure.after > wanted)
    {
        const double hoped = std::pow(kOfCycle, done.work.cycles) * measure.guessed;
        const bool coarse = done.work.rounds == 1 && measure.after > kFarMore * hoped;
        kind.takeMore(done.work, coarse ? 1 : std::min(goal.mostCycles, kMostCyclesOfRound));
    }
    else if (kind.since > kind.patience)
    {
        kind.takeLess(done.work);
    }
    return measure.after > std::max(wanted, wide(defaults::kMostRounding) * goal.rounding);
}

void LatePlan::Kind::takeMore(const LateWork& than, int32_t mostCycles)
{
    if (tries)
    {
        patience = std::min(2 * patience, kMostPatience);
    }
    tries = false;
    since = 0;
    if (than.cycles < mostCycles)
    {
        work = {than.cycles + 1, than.rounds};
    }
    else if (than.rounds < defaults::kMostRounds)
    {
        work = {than.cycles, than.rounds + 1};
    }
}

void LatePlan::Kind::takeLess(const LateWork& than)
{
    since = 0;
    tries = true;
    if (than.rounds > 1)
    {
        work = {than.cycles, than.rounds - 1};
    }
    else if (than.cycles > 1)
    {
        work = {than.cycles - 1, 1};
    }
}

} // namespace tarn
