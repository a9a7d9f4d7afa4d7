// IntervalUnion: which parts of a line are covered, by one solid or by several that overlap.
//
// Intervals are kept apart and in order, in a fixed number of places: nothing is allocated. Where
// more separate intervals come than there are places, the narrowest gap is taken for covered.
#pragma once

#include <cstdint>

namespace tarn
{

struct Interval
{
    double from = 0.0;
    double to = 0.0;
};

class IntervalUnion
{
  public:
    static constexpr int32_t kCapacity = 64; // two of the most notched polygons on one line

    void clear() { count_ = 0; }

    // Those that touch become one; one that ends before it starts is ignored.
    void add(Interval interval);

    int32_t count() const { return count_; }
    const Interval& operator[](int32_t index) const { return intervals_[index]; }

    // The part of `within` that is not covered, 0 to 1; of a single point 0 or 1.
    double openPart(Interval within) const;

  private:
    void replace(int32_t begin, int32_t end, Interval by);
    void closeNarrowestGap();

    int32_t count_ = 0;
    Interval intervals_[kCapacity + 1]; // one more while a new one waits for its place
};

} // namespace tarn
