// The log: one printf-like call that ends in the host's callback.
//
// A message says what was wrong, with the value, and what to do about it. It is formatted into a
// buffer on the stack: logging allocates nothing and may happen anywhere.
#pragma once

#include "tarn/base.h"

#if defined(__GNUC__)
#define TN_PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define TN_PRINTF_LIKE(text, first)
#endif

namespace tarn
{

// Longer messages are cut here (bytes, terminator included).
inline constexpr int kMaxLogMessage = 512;

void logMessage(tnLogLevel level, tnLogId id, const char* format, ...) noexcept
    TN_PRINTF_LIKE(3, 4);

void setLogCallback(tnLogFcn* callback, void* user) noexcept;

} // namespace tarn
