// LatePlan: how much work a projection on a device needs, learnt from steps that are over.
//
// There a step must not wait for its own sums, so that cycles are counted out beforehand, from what
// earlier ones left of the divergence. The step before last is asked for: it is nearly always over,
// and it is the same one on every run, so that the plan, and with it the result, does not depend on
// how fast the device is. Steps that reflect and steps that do not (see Flow::reflection) begin
// with other divergence, and are planned for apart.
#pragma once

#include "backend/flow/flow_backend.h"

#include <cstdint>

namespace tarn
{

// What is wanted of a projection, in LateMeasure's unit.
struct LateGoal
{
    double tolerance = 1e-4; // of the divergence before
    double rounding = 0.0;   // less cannot be had
};

struct LateWork
{
    int32_t cycles = 1; // in the first round
    int32_t rounds = 1;
    int32_t later = 1; // cycles in each further round
    int32_t more = 0;  // sweeps after each interpolation to the finest grid, beyond the usual ones
};

class LatePlan
{
  public:
    static constexpr int64_t kLag = 2; // steps until a measure is asked for

    LatePlan() noexcept;

    LateWork workFor(bool reflected) const;

    // Whether a few steps of this kind have been learnt from. Until then, steps should wait for
    // what they come to, and go on where it is not enough.
    bool knows(bool reflected) const;

    // Step `step` does what workFor told.
    void noteStep(int64_t step, bool reflected);

    // What became of an earlier step. Returns whether it missed its goal by more than rounding.
    bool learn(const LateMeasure& measure, const LateGoal& goal);

    // Of the step learnt from last.
    double before() const { return before_; }
    double wanted() const { return wanted_; } // that it leave

  private:
    static constexpr int32_t kChoices = 13;   // of work; late_plan.cpp lists them
    static constexpr int32_t kFirstSteps = 4; // of a kind

    // Steps of a kind.
    struct Kind
    {
        int32_t choice = 0;
        int64_t last = -1;            // step that was learnt from,
        int32_t learnt = 0;           // and how many there were
        double leaves[kChoices] = {}; // of what the guess left, as far as is known,
        double forgets = 0.0;         // and the part of it that is forgotten with each step

        void learn(int32_t choice, double left, bool missed);
        void choose(double wanted);
    };
    struct Done
    {
        int64_t step = -1;
        bool reflected = false;
        int32_t choice = 0;
    };

    Kind kinds_[2]; // those that do not reflect, those that do
    Done done_[kLag + 1];
    double before_ = 0.0;
    double wanted_ = 0.0;
};

} // namespace tarn
