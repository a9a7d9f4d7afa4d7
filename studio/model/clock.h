// Clock: turns the wall's time into fixed steps, and says honestly when the machine cannot keep up.
#pragma once

namespace tarn::studio
{

class Clock
{
  public:
    // Time of the wall goes on by so many seconds; of a long pause only kLongestFrame counts.
    void pass(double wallSeconds);

    // Whether a step of dt (unit: s) is due; takes it from what has passed.
    bool isDue(double dt);
    int countDue(double dt) const; // how many are

    // The frame has no more time for steps that are due: they are not caught up with.
    void giveUp();

    // How many seconds of the scene go with one of the wall's: kSlowest .. kFastest (defaults.h).
    void setSpeed(double speed);
    double speed() const { return speed_; }

    // 1: as fast as asked for; 0.4: at 40 % of that. Over the last second or so.
    double pace() const { return pace_; }

    // Forgets what was due.
    void restart();

  private:
    void follow();

    double speed_ = 1.0;
    double due_ = 0.0;    // s of the scene that were asked for and not yet done
    double asked_ = 0.0;  // s of the scene, fading
    double missed_ = 0.0; // of those, what was given up
    double pace_ = 1.0;
};

} // namespace tarn::studio
