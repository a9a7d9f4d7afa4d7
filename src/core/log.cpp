// Formats a message and hands it to the callback of the moment.
//
// The lock guards the pair {callback, user} only; the callback runs outside of it, so that it may
// call back into the library.
#include "core/log.h"

#include <cstdarg>
#include <cstdio>
#include <mutex>

namespace tarn
{
namespace
{

void printWarnings(void*, tnLogLevel level, tnLogId, const char* message)
{
    if (level != tn_logInfo)
    {
        std::fprintf(stderr, "tarn: %s: %s\n", level == tn_logError ? "error" : "warning", message);
    }
}

struct Sink
{
    tnLogFcn* callback = printWarnings;
    void* user = nullptr;
};

struct State
{
    std::mutex mutex;
    Sink sink;
};

constinit State gState;

} // namespace

void logMessage(tnLogLevel level, tnLogId id, const char* format, ...) noexcept
{
    char message[kMaxLogMessage];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(message, sizeof(message), format, arguments);
    va_end(arguments);

    Sink sink;
    {
        const std::lock_guard lock(gState.mutex);
        sink = gState.sink;
    }
    sink.callback(sink.user, level, id, message);
}

void setLogCallback(tnLogFcn* callback, void* user) noexcept
{
    const std::lock_guard lock(gState.mutex);
    gState.sink = callback != nullptr ? Sink{callback, user} : Sink{};
}

} // namespace tarn
