// TN_ASSERT: states an invariant of the library itself.
//
// Bad input from a caller is never an assertion; it is a named error (see api/). In builds without
// assertions the condition is not evaluated, but still compiled.
#pragma once

#include "tarn/base.h"

#include <cstdint>

namespace tarn
{

// Tells the assert hook. Returns true when the program should stop here.
bool assertFailed(const char* condition, const char* file, int32_t line) noexcept;

// Stops in the debugger, or ends the program where there is none.
[[noreturn]] void stopHere() noexcept;

void setAssertHandler(tnAssertFcn* handler) noexcept;

} // namespace tarn

#if !defined(NDEBUG) || defined(TN_ENABLE_ASSERTS)
#define TN_ASSERTS_ON 1
#else
#define TN_ASSERTS_ON 0
#endif

#define TN_ASSERT(condition)                                                                       \
    do                                                                                             \
    {                                                                                              \
        if (TN_ASSERTS_ON && !(condition) && ::tarn::assertFailed(#condition, __FILE__, __LINE__)) \
        {                                                                                          \
            ::tarn::stopHere();                                                                    \
        }                                                                                          \
    } while (false)
