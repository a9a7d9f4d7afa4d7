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

// What a row measures, as in "plume 512 x 512, 2 threads".
inline std::string rowName(const std::string& name, int32_t n, int32_t threads)
{
    return fmt::format("{} {} x {}, {} thread{}", name, n, n, threads, threads == 1 ? "" : "s");
}

} // namespace tarn::bench
