// How much work a projection on a device takes on, given what came of earlier ones.
#include "flow/late_plan.h"

#include <cmath>
#include <gtest/gtest.h>

namespace tarn
{
namespace
{

// A device whose cycles leave a tenth each, but in a round no less than `floor` of what it began
// with.
class Imagined
{
  public:
    explicit Imagined(double floor) : floor_(floor) {}

    // A step, and what the plan learns of the one before last. True: that one missed its goal.
    bool step()
    {
        const LateWork work = plan_.workFor(false);
        double left = 1.0;
        for (int32_t round = 0; round < work.rounds; ++round)
        {
            const double cycles = round == 0 ? work.cycles : work.later;
            left *= std::max(std::pow(0.1, (1.0 + 0.1 * work.more) * cycles), floor_);
        }
        plan_.noteStep(now_, false);
        after_[now_ % 3] = left;
        LateMeasure measure;
        measure.step = now_ - LatePlan::kLag;
        measure.before = 1.0;
        measure.guessed = 1.0;
        measure.after = now_ >= LatePlan::kLag ? after_[measure.step % 3] : 0.0;
        ++now_;
        LateGoal goal;
        goal.tolerance = 2e-3;
        return plan_.learn(measure, goal);
    }
    int32_t cycles() const
    {
        const LateWork work = plan_.workFor(false);
        return work.cycles + work.later * (work.rounds - 1);
    }

  private:
    double floor_;
    LatePlan plan_;
    double after_[3] = {};
    int64_t now_ = 0;
};

TEST(LatePlan, FindsEnoughCyclesAndStaysThere)
{
    Imagined device(0.0);
    int32_t missed = 0;
    for (int32_t step = 0; step < 10000; ++step)
    {
        missed += device.step() ? 1 : 0;
    }
    EXPECT_EQ(device.cycles(), 3); // 1e-3 of 1, where 2e-3 is wanted
    EXPECT_LE(missed, 16);         // less is tried again, but ever more seldom
}

// Where a round leaves no less than a hundredth, two are taken, and not many cycles. Now and then
// one is tried.
TEST(LatePlan, TakesRoundsWhereCyclesAreOfNoUse)
{
    Imagined device(1e-2);
    int32_t missed = 0;
    int64_t cycles = 0;
    for (int32_t step = 0; step < 1000; ++step)
    {
        missed += device.step() ? 1 : 0;
        cycles += device.cycles();
    }
    EXPECT_GT(missed, 0);
    EXPECT_LE(missed, 50);
    EXPECT_LE(cycles, 4 * 1000 + 200);
}

// A step that missed tells what more work of the same kind would leave: no choice between is tried.
TEST(LatePlan, KnowsAfterOneMissHowMuchSlowCyclesNeed)
{
    LatePlan plan;
    EXPECT_FALSE(plan.knows(false));
    const LateWork first = plan.workFor(false);
    plan.noteStep(0, false);
    LateMeasure measure;
    measure.step = 0;
    measure.before = 1.0;
    measure.guessed = 1.0;
    measure.after = std::pow(0.6, first.cycles * first.rounds);
    EXPECT_TRUE(plan.learn(measure, {1e-3, 0.0}));
    const LateWork next = plan.workFor(false);
    EXPECT_LE(std::pow(0.6, next.cycles * next.rounds), 1e-3);
    EXPECT_FALSE(plan.knows(true)) << "of the other kind nothing is known";
}

// What begins with more divergence gets more work two steps later.
TEST(LatePlan, FollowsTheGuess)
{
    LatePlan plan;
    const auto cyclesFor = [&plan](double guessed) {
        for (int64_t step = 0; step < 10; ++step)
        {
            plan.noteStep(step, false);
            LateMeasure measure;
            measure.step = step;
            measure.before = 1.0;
            measure.guessed = guessed;
            measure.after = 1e-6;
            plan.learn(measure, {1e-4, 0.0});
        }
        return plan.workFor(false).cycles * plan.workFor(false).rounds;
    };
    const int32_t few = cyclesFor(0.0005);
    const int32_t many = cyclesFor(0.5);
    EXPECT_EQ(few, 1);
    EXPECT_GE(many, 3);
}

} // namespace
} // namespace tarn
