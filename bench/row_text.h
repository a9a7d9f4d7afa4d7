// How suites read their rows back and show numbers in a table.
#pragma once

#include "bench/suite.h"

#include <fmt/format.h>

namespace tarn::bench
{

template <class T>
T get(const Row& row, const char* key)
{
    return row.at(key).get<T>();
}

// How many times `divisor` goes into `dividend`.
inline double ratio(const Row& row, const char* dividend, const char* divisor)
{
    return get<double>(row, dividend) / get<double>(row, divisor);
}

inline std::string milliseconds(double ms)
{
    return fmt::format("{:.3f}", ms);
}

// A number that not every row has.
inline std::string numberOrNothing(const Row& row, const char* key, int digits)
{
    const bool isThere = row.contains(key) && !row.at(key).is_null();
    return isThere ? fmt::format("{:.{}f}", get<double>(row, key), digits) : "";
}

// What a row measures, as in "plume 512 x 512, 2 threads".
inline std::string rowName(const std::string& name, int32_t n, int32_t threads)
{
    return fmt::format("{} {} x {}, {} thread{}", name, n, n, threads, threads == 1 ? "" : "s");
}

// What a suite is meant to reach, and what it did, as in
// "reached  plume 512 x 512, 2 threads: 123 times as fast as the textbook, at least 100".
inline std::string barLine(const std::string& row, double value, const char* figure, bool isAtLeast,
                           double bound)
{
    const bool isReached = isAtLeast ? value >= bound : value <= bound;
    return fmt::format("{:7}  {}: {:.3g} {}, at {} {:g}", isReached ? "reached" : "missed", row,
                       value, figure, isAtLeast ? "least" : "most", bound);
}

} // namespace tarn::bench
