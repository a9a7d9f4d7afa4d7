// The public calls of base.h: names, version, and what they do with nonsense.
#include "tarn/base.h"

#include "support/log_capture.h"

#include <gtest/gtest.h>
#include <set>
#include <string>

namespace tarn
{
namespace
{

TEST(Base, LibraryAndHeadersAgreeOnTheVersion)
{
    const tnVersion version = tnGetVersion();
    EXPECT_EQ(version.major, TN_VERSION_MAJOR);
    EXPECT_EQ(version.minor, TN_VERSION_MINOR);
    EXPECT_EQ(version.patch, TN_VERSION_PATCH);
}

TEST(Base, EveryResultHasATextOfItsOwn)
{
    std::set<std::string> texts;
    for (int i = tn_success; i <= tn_errorNotReady; ++i)
    {
        const std::string text = tnResult_ToString(static_cast<tnResult>(i));
        EXPECT_NE(text, "unknown result") << i;
        EXPECT_TRUE(texts.insert(text).second) << text;
    }
    EXPECT_STREQ(tnResult_ToString(static_cast<tnResult>(15)), "unknown result");
}

TEST(Base, EveryLogIdHasItsName)
{
    std::set<std::string> names;
    for (int i = 0; i < tn_logIdCount; ++i)
    {
        const std::string name = tnLogId_ToString(static_cast<tnLogId>(i));
        EXPECT_EQ(name.rfind("tn_log", 0), 0u) << name;
        EXPECT_TRUE(names.insert(name).second) << name;
    }
    EXPECT_STREQ(tnLogId_ToString(tn_logNullPointer), "tn_logNullPointer");
    EXPECT_STREQ(tnLogId_ToString(tn_logIdCount), "unknown log id");
}

TEST(Base, BackendsHaveNames)
{
    EXPECT_STREQ(tnBackend_ToString(tn_backendCpu), "cpu");
    EXPECT_STREQ(tnBackend_ToString(tn_backendReference), "reference");
}

TEST(Base, HashOfNothingIsFineAndOfNullIsReported)
{
    const test::LogCapture log;
    EXPECT_EQ(tnHash(nullptr, 0, 3), tnHash("", 0, 3));
    EXPECT_TRUE(log.entries().empty());
    EXPECT_EQ(tnHash(nullptr, 4, 3), 3u);
    EXPECT_EQ(log.last(), tn_logNullPointer);
}

} // namespace
} // namespace tarn
