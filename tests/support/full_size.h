// Whether tests run at full size: TARN_TEST_FULL=1 in the environment. Otherwise big grids and
// long runs are scaled down, so that the sanitizers finish in minutes.
#pragma once

#include <cstdlib>
#include <cstring>

namespace tarn::test
{

inline bool fullSize()
{
    const char* value = std::getenv("TARN_TEST_FULL");
    return value != nullptr && std::strcmp(value, "0") != 0 && *value != '\0';
}

// `full` at full size, else `quick`.
template <class T>
T scaled(T quick, T full)
{
    return fullSize() ? full : quick;
}

} // namespace tarn::test
