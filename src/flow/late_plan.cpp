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

// Work, from the least to the most (a round takes longer than a cycle), and what it leaves where
// 32-bit potentials are fine enough: about a twentieth a cycle in the open. Where they are not,
// cycles leave more, and another round helps, on what the first left: of r, and every second one of
// the velocity itself.
struct Choice
{
    LateWork work;
    double leaves;
};
constexpr Choice kList[] = {{{1, 1, 0, 0}, 6e-2},  {{2, 1, 0, 0}, 4e-3},  {{2, 1, 0, 1}, 1e-3},
                            {{3, 1, 0, 0}, 3e-4},  {{4, 1, 0, 0}, 2e-5},  {{2, 2, 1, 0}, 2.4e-4},
                            {{2, 2, 2, 0}, 2e-5},  {{3, 2, 3, 0}, 1e-7},  {{4, 2, 4, 0}, 1e-10},
                            {{4, 3, 4, 0}, 1e-14}, {{6, 3, 6, 0}, 1e-20}, {{7, 4, 7, 0}, 1e-30},
                            {{8, 6, 8, 0}, 1e-40}};

// Another sweep of the finest grid makes a cycle as good as so much more of one: 1.6e-3 left of two
// become 8e-4.
constexpr double kOfAnotherSweep = 0.1;

// Of a round.
double meanCycles(const LateWork& work)
{
    const double cycles = double(work.cycles + work.later * (work.rounds - 1));
    return (1.0 + kOfAnotherSweep * double(work.more)) * cycles / double(work.rounds);
}

// Of what is wanted, this much is aimed at: what the guess leaves differs from step to step.
constexpr double kMargin = 0.6;

// What was seen to be left is forgotten by this part a step, so that less work is tried again after
// some hundred. Where it turns out to be too little, that takes twice as long the next time.
constexpr double kForget = 1e-2;
constexpr double kForgetSooner = 1.0002; // by this factor, with every step

// Until anything is known.
constexpr int32_t kFirstChoice = 7;

} // namespace

LatePlan::LatePlan() noexcept
{
    static_assert(std::size(kList) == kChoices);
    for (Kind& kind : kinds_)
    {
        kind.choice = kFirstChoice;
        kind.forgets = kForget;
        for (int32_t k = 0; k < kChoices; ++k)
        {
            kind.leaves[k] = kList[k].leaves;
        }
    }
}

LateWork LatePlan::workFor(bool reflected) const
{
    return kList[kinds_[reflected ? 1 : 0].choice].work;
}

bool LatePlan::knows(bool reflected) const
{
    return kinds_[reflected ? 1 : 0].learnt >= kFirstSteps;
}

void LatePlan::noteStep(int64_t step, bool reflected)
{
    done_[step % (kLag + 1)] = {step, reflected, kinds_[reflected ? 1 : 0].choice};
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
    wanted_ = std::max(goal.tolerance * before_, goal.rounding);
    const bool missed =
        measure.after > std::max(wanted_, wide(defaults::kMostRounding) * goal.rounding);
    if (measure.guessed > 0.0)
    {
        Kind& kind = kinds_[done.reflected ? 1 : 0];
        kind.learnt += kind.last != measure.step ? 1 : 0;
        kind.last = measure.step;
        kind.learn(done.choice, measure.after / measure.guessed, missed);
        kind.choose(kMargin * wanted_ / measure.guessed);
    }
    return missed;
}

void LatePlan::Kind::learn(int32_t tried, double left, bool missed)
{
    for (int32_t k = 0; k < kChoices; ++k)
    {
        leaves[k] = std::max((1.0 - forgets) * leaves[k], kList[k].leaves);
    }
    forgets = missed ? 0.5 * forgets : std::min(kForgetSooner * forgets, kForget);
    leaves[tried] = std::max(leaves[tried], left);
    // Where cycles or rounds do less than was hoped for, as beside thin solids, others do too.
    const LateWork& done = kList[tried].work;
    for (int32_t k = 0; k < kChoices && missed; ++k)
    {
        const LateWork& other = kList[k].work;
        const double rounds = double(other.rounds) / double(done.rounds);
        const double share = rounds * std::max(1.0, meanCycles(other) / meanCycles(done));
        leaves[k] = std::max(leaves[k], std::pow(std::min(left, 1.0), share));
    }
}

// The least work that is known, or hoped, to leave no more than that; else what leaves least.
void LatePlan::Kind::choose(double wanted)
{
    const auto enough = [wanted](double left) { return left <= wanted; };
    const double* found = std::find_if(std::begin(leaves), std::end(leaves), enough);
    if (found == std::end(leaves))
    {
        found = std::min_element(std::begin(leaves), std::end(leaves));
    }
    choice = static_cast<int32_t>(found - leaves);
}

} // namespace tarn
