// Small loops over rows that several stages share. Sums are made in eight lanes, whatever the
// vector length, so that they have the same bits everywhere.
#pragma once

#include <cstdint>

namespace tarn
{

inline constexpr int32_t kSumLanes = 8;

// The sum over a row of term(i), which is a double.
template <class Term>
double sumLanes(int32_t count, Term&& term)
{
    double lanes[kSumLanes] = {};
    int32_t i = 0;
    for (; i + kSumLanes <= count; i += kSumLanes)
    {
        for (int32_t lane = 0; lane < kSumLanes; ++lane)
        {
            lanes[lane] += term(i + lane);
        }
    }
    for (int32_t lane = 0; i < count; ++i, ++lane)
    {
        lanes[lane] += term(i);
    }
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
           ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

// row += factor * added
inline void addRow(float* row, float factor, const float* added, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        row[i] += factor * added[i];
    }
}

} // namespace tarn
