// The log: where messages go, and that they arrive whole or cleanly cut.
#include "core/log.h"

#include "support/log_capture.h"

#include <gtest/gtest.h>

namespace tarn
{
namespace
{

TEST(Log, CallbackReceivesLevelIdAndMessage)
{
    const test::LogCapture log;
    logMessage(tn_logWarning, tn_logThreadCount, "threads: %d is %s", -3, "negative");
    ASSERT_EQ(log.entries().size(), 1u);
    EXPECT_EQ(log.entries()[0].level, tn_logWarning);
    EXPECT_EQ(log.entries()[0].id, tn_logThreadCount);
    EXPECT_EQ(log.entries()[0].message, "threads: -3 is negative");
}

TEST(Log, DefaultPrintsWarningsAndErrorsButNotInfo)
{
    testing::internal::CaptureStderr();
    logMessage(tn_logInfo, tn_logNone, "hush");
    logMessage(tn_logWarning, tn_logNone, "careful");
    logMessage(tn_logError, tn_logNone, "no");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "tarn: warning: careful\ntarn: error: no\n");
}

TEST(Log, NullBringsBackTheDefault)
{
    {
        const test::LogCapture log;
    }
    testing::internal::CaptureStderr();
    logMessage(tn_logError, tn_logNone, "back");
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "tarn: error: back\n");
}

TEST(Log, LongMessageIsCut)
{
    const test::LogCapture log;
    logMessage(tn_logInfo, tn_logNone, "%s", std::string(5000, 'x').c_str());
    EXPECT_EQ(log.entries()[0].message, std::string(kMaxLogMessage - 1, 'x'));
}

TEST(Log, CallbackMayCallTheLibrary)
{
    const auto callback = [](void*, tnLogLevel, tnLogId, const char*) {
        tnSetLogCallback(nullptr, nullptr);
    };
    tnSetLogCallback(callback, nullptr);
    logMessage(tn_logInfo, tn_logNone, "reenter");
}

TEST(Log, LoggingAllocatesNothing)
{
    const auto ignore = [](void*, tnLogLevel, tnLogId, const char*) {};
    tnSetLogCallback(ignore, nullptr);
    const int64_t before = tnGetAllocationCount();
    logMessage(tn_logError, tn_logOutOfMemory, "%s", std::string(5000, 'x').c_str());
    EXPECT_EQ(tnGetAllocationCount(), before);
    tnSetLogCallback(nullptr, nullptr);
}

} // namespace
} // namespace tarn
