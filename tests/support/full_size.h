// Whether tests run at full size: TARN_TEST_FULL=1 in the environment. Otherwise big grids and
// long runs are scaled down, so that the sanitizers finish in minutes.
#pragma once

#include <cstdlib>
#include <cstring>

namespace tarn::test
{

// Whether this build is instrumented, and several to many times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSlowBuild = true;
#elif defined(__has_feature)
inline constexpr bool kSlowBuild =
    __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool kSlowBuild = false;
#endif

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
