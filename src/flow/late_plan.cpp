#include "flow/late_plan.h"

#include "core/wide.h"
#include "flow/defaults.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tarn
{

namespace
{

// Work, from the least to the most.
constexpr LateWork kWork[] = {{1, 1}, {2, 1}, {3, 1}, {4, 1}, {2, 2}, {3, 2}, {4, 2}, {4, 3}};
constexpr int32_t kMostWork = static_cast<int32_t>(std::size(kWork)) - 1;
constexpr int32_t kTwoRounds = 4;

// What a cycle leaves, about. Where cycles leave far more, 32-bit potentials are too coarse for
// what is wanted: not more cycles but another round helps, on what the first left of the velocity
// itself.
constexpr double kOfCycle = 0.1;
constexpr double kFarMore = 5.0;

// Steps of a kind after which less work is tried: only trying shows whether it would do. Each time
// it does not, the next trial comes twice as late, since one step is that much worse.
constexpr int32_t kMostPatience = 64;

} // namespace

void LatePlan::noteStep(int64_t step, bool reflected)
{
    done_[step % (kLag + 1)] = {step, reflected, kinds_[reflected ? 1 : 0].work};
}

LateWork LatePlan::workFor(bool reflected) const
{
    return kWork[kinds_[reflected ? 1 : 0].work];
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
        const LateWork work = kWork[done.work];
        const double hoped = std::pow(kOfCycle, work.cycles) * measure.guessed;
        const bool coarse = work.rounds == 1 && measure.after > kFarMore * hoped;
        kind.takeMore(coarse ? std::max(done.work + 1, kTwoRounds) : done.work + 1);
    }
    else if (kind.since > kind.patience && done.work > 0)
    {
        kind.work = done.work - 1;
        kind.tries = true;
        kind.since = 0;
    }
    return measure.after > std::max(wanted, wide(defaults::kMostRounding) * goal.rounding);
}

void LatePlan::Kind::takeMore(int32_t much)
{
    patience = tries ? std::min(2 * patience, kMostPatience) : patience;
    tries = false;
    since = 0;
    work = std::min(much, kMostWork);
}

} // namespace tarn
