// Timing for benchmarks: the least of many, the first left out; or the lower quartile.
//
// The least time is the one with the fewest interruptions; on a shared machine it repeats within a
// few per cent where a mean does not. The first run pays for cold caches and page faults. Where
// each run does other work than the last, the lower quartile is a usual one, little disturbed.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

namespace tarn::bench
{

inline double millisecondsNow()
{
    using Milliseconds = std::chrono::duration<double, std::milli>;
    return Milliseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class Stopwatch
{
  public:
    // Runs and times work(); the first call is not counted.
    template <class F>
    void measure(F&& work)
    {
        const double start = millisecondsNow();
        work();
        const double elapsed = millisecondsNow() - start;
        if (runs_++ > 0)
        {
            least_ = std::min(least_, elapsed);
        }
    }

    double leastMs() const { return least_; }

  private:
    double least_ = std::numeric_limits<double>::infinity();
    int runs_ = 0;
};

class Samples
{
  public:
    void add(double value) { values_.push_back(value); }

    // Each becomes the lesser of itself and that of the same work done again.
    void keepLeast(const Samples& again)
    {
        for (size_t k = 0; k < values_.size() && k < again.values_.size(); ++k)
        {
            values_[k] = std::min(values_[k], again.values_[k]);
        }
    }

    // A quarter of them is no larger. There must be one at least.
    double lowerQuartile() const
    {
        std::vector<double> sorted = values_;
        std::sort(sorted.begin(), sorted.end());
        return sorted[(sorted.size() - 1) / 4];
    }

  private:
    std::vector<double> values_;
};

} // namespace tarn::bench
