// How fast this machine's memory is: the triad a = b + s c over arrays that no cache holds.
//
// Counted as J. McCalpin's STREAM counts it: two arrays read and one written.
#pragma once

#include <cstdint>
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

} // namespace tarn::bench
