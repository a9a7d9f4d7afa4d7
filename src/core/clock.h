// Time for statistics and benchmarks. Nothing a simulation computes depends on it.
#pragma once

#include <chrono>

namespace tarn
{

// Seconds since some fixed moment, steady.
inline double secondsNow() noexcept
{
    using Seconds = std::chrono::duration<double>;
    return Seconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace tarn
