#include "flow/late_plan.h"

#include "core/wide.h"
#include "flow/defaults.h"

#include <algorithm>

namespace tarn
{

namespace
{

// Cycles of a round: beyond that another round, on what the first left of the velocity itself, does
// more.
constexpr int32_t kMostCyclesOfRound = 5;

// Steps of a kind after which less work is tried. What cycles leave cannot be told from what 32 bits
// leave anyway: only trying shows whether fewer would do. Where they do not, one step in so many is
// that much worse.
constexpr int32_t kPatience = 32;

// What one cycle less leaves, at worst, times as much. Where that is little enough, it is not tried
// but known.
constexpr double kOfOneLess = 20.0;

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
        kind.takeMore(done.work, std::min(goal.mostCycles, kMostCyclesOfRound));
    }
    else if (kind.since > kPatience || kOfOneLess * measure.after <= wanted)
    {
        kind.takeLess(done.work);
    }
    return measure.after > std::max(wanted, wide(defaults::kMostRounding) * goal.rounding);
}

void LatePlan::Kind::takeMore(const LateWork& than, int32_t mostCycles)
{
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
