// Intervals in order, joined where they meet.
#include "field/interval_union.h"

#include <algorithm>

namespace tarn
{

void IntervalUnion::add(Interval interval)
{
    if (!(interval.from <= interval.to))
    {
        return;
    }
    int32_t begin = 0; // of those that the new one meets
    while (begin < count_ && intervals_[begin].to < interval.from)
    {
        ++begin;
    }
    int32_t end = begin;
    for (; end < count_ && intervals_[end].from <= interval.to; ++end)
    {
        interval.from = std::min(interval.from, intervals_[end].from);
        interval.to = std::max(interval.to, intervals_[end].to);
    }
    replace(begin, end, interval);
    if (count_ > kCapacity)
    {
        closeNarrowestGap();
    }
}

double IntervalUnion::openPart(Interval within) const
{
    const double length = within.to - within.from;
    double covered = 0.0;
    for (int32_t index = 0; index < count_; ++index)
    {
        const double from = std::max(within.from, intervals_[index].from);
        const double to = std::min(within.to, intervals_[index].to);
        if (from <= to && !(length > 0.0))
        {
            return 0.0;
        }
        covered += std::max(to - from, 0.0);
    }
    return length > 0.0 ? std::max(1.0 - covered / length, 0.0) : 1.0;
}

// One interval for those from `begin` up to `end`, or before `end` where there are none.
void IntervalUnion::replace(int32_t begin, int32_t end, Interval by)
{
    if (begin == end)
    {
        std::copy_backward(intervals_ + begin, intervals_ + count_, intervals_ + count_ + 1);
    }
    else
    {
        std::copy(intervals_ + end, intervals_ + count_, intervals_ + begin + 1);
    }
    intervals_[begin] = by;
    count_ += begin + 1 - end;
}

void IntervalUnion::closeNarrowestGap()
{
    int32_t narrowest = 0;
    double width = intervals_[1].from - intervals_[0].to;
    for (int32_t index = 1; index + 1 < count_; ++index)
    {
        const double gap = intervals_[index + 1].from - intervals_[index].to;
        if (gap < width)
        {
            narrowest = index;
            width = gap;
        }
    }
    replace(narrowest, narrowest + 2, {intervals_[narrowest].from, intervals_[narrowest + 1].to});
}

} // namespace tarn
