// LogCapture: collects what is logged while it lives, so that tests can assert on ids.
#pragma once

#include "tarn/base.h"

#include <algorithm>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace tarn::test
{

struct LogEntry
{
    tnLogLevel level;
    tnLogId id;
    std::string message;
};

class LogCapture
{
  public:
    LogCapture() { tnSetLogCallback(receive, this); }
    ~LogCapture() { tnSetLogCallback(nullptr, nullptr); }
    LogCapture(const LogCapture&) = delete;
    LogCapture& operator=(const LogCapture&) = delete;

    std::vector<LogEntry> entries() const
    {
        const std::lock_guard lock(mutex_);
        return entries_;
    }

    bool has(tnLogId id) const
    {
        const std::vector<LogEntry> all = entries();
        return std::any_of(all.begin(), all.end(), [id](const LogEntry& e) { return e.id == id; });
    }

    int64_t count(tnLogId id) const
    {
        const std::vector<LogEntry> all = entries();
        return std::count_if(all.begin(), all.end(),
                             [id](const LogEntry& e) { return e.id == id; });
    }

    // The id of the latest message, tn_logNone when there was none.
    tnLogId last() const
    {
        const std::vector<LogEntry> all = entries();
        return all.empty() ? tn_logNone : all.back().id;
    }

    void clear()
    {
        const std::lock_guard lock(mutex_);
        entries_.clear();
    }

  private:
    static void receive(void* user, tnLogLevel level, tnLogId id, const char* message)
    {
        auto* self = static_cast<LogCapture*>(user);
        const std::lock_guard lock(self->mutex_);
        self->entries_.push_back({level, id, message});
    }

    mutable std::mutex mutex_;
    std::vector<LogEntry> entries_;
};

} // namespace tarn::test
