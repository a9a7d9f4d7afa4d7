// Time for statistics and benchmarks. Nothing a simulation computes depends on it.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace tarn
{

// Seconds since some fixed moment, steady.
inline double secondsNow() noexcept
{
    using Seconds = std::chrono::duration<double>;
    return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// Times the stages of a step, in milliseconds.
template <size_t Stages>
class StageClock
{
  public:
    explicit StageClock(float (&ms)[Stages]) : ms_(ms), last_(secondsNow())
    {
        std::fill_n(ms, Stages, 0.0f);
    }
    void ends(int32_t stage)
    {
        const double now = secondsNow();
        ms_[stage] += static_cast<float>(1000.0 * (now - last_));
        last_ = now;
    }

  private:
    float (&ms_)[Stages];
    double last_;
};

} // namespace tarn
