// How fast this machine's memory is: the triad a = b + s c over arrays that no cache holds.
//
// Counted as J. McCalpin's STREAM counts it: two arrays read and one written.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tarn::bench
{

class Bandwidth
{
  public:
    Bandwidth();

    // Bytes a second that so many threads move together: the most of several runs.
    double measure(int32_t threads);

  private:
    std::vector<float> a_, b_, c_;
};

// What the steps of a round took, and how fast the memory was around them.
struct Round
{
    double ms;
    double bytesPerSecond;
};

// The memory's speed around steps that nothing disturbed: the most of those rounds that took no
// more than a tenth longer than the quickest. There must be one at least.
double bandwidthBeside(std::span<const Round> rounds);

} // namespace tarn::bench
