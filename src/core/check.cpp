// The assert hook: by default a failed assertion is printed and the program stops.
#include "core/check.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace tarn
{
namespace
{

bool printAndStop(const char* condition, const char* file, int32_t line)
{
    std::fprintf(stderr, "tarn: assertion failed: %s (%s:%d)\n", condition, file, line);
    return true;
}

constinit std::atomic<tnAssertFcn*> gHandler = printAndStop;

} // namespace

bool assertFailed(const char* condition, const char* file, int32_t line) noexcept
{
    return gHandler.load()(condition, file, line);
}

void stopHere() noexcept
{
#if defined(_MSC_VER)
    __debugbreak();
    std::abort();
#elif defined(__GNUC__)
    __builtin_trap();
#else
    std::abort();
#endif
}

void setAssertHandler(tnAssertFcn* handler) noexcept
{
    gHandler.store(handler != nullptr ? handler : printAndStop);
}

} // namespace tarn
