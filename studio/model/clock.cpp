#include "studio/model/clock.h"

#include "studio/model/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn::studio
{
namespace
{

// Frames of 1/60 s and steps of 1/60 s are to be one to one, rounding or not.
double slackOf(double dt)
{
    return 1e-9 + 1e-6 * dt;
}

} // namespace

void Clock::pass(double wallSeconds)
{
    const double wall = std::isfinite(wallSeconds) ? std::max(wallSeconds, 0.0) : 0.0;
    const double counted = speed_ * std::min(wall, kLongestFrame);
    const double kept = std::exp(-wall / kPaceMemory);
    asked_ = kept * asked_ + speed_ * wall;
    missed_ = kept * missed_ + speed_ * wall - counted;
    due_ += counted;
    follow();
}

int Clock::countDue(double dt) const
{
    return static_cast<int>(std::min((due_ + slackOf(dt)) / dt, 1e6));
}

bool Clock::isDue(double dt)
{
    if (due_ + slackOf(dt) < dt)
    {
        return false;
    }
    due_ = std::max(0.0, due_ - dt);
    return true;
}

void Clock::giveUp()
{
    missed_ += due_;
    due_ = 0.0;
    follow();
}

void Clock::follow()
{
    pace_ = asked_ > 0.0 ? std::clamp(1.0 - missed_ / asked_, 0.0, 1.0) : 1.0;
}

void Clock::setSpeed(double speed)
{
    speed_ = std::isfinite(speed) ? std::clamp(speed, kSlowest, kFastest) : 1.0;
    restart();
}

void Clock::restart()
{
    due_ = 0.0;
    asked_ = 0.0;
    missed_ = 0.0;
    pace_ = 1.0;
}

} // namespace tarn::studio
