// The assert hook: who is told, and whether the program goes on.
#include "core/check.h"

#include <gtest/gtest.h>
#include <string>

namespace tarn
{
namespace
{

std::string gTold;

bool goOn(const char* condition, const char* file, int32_t line)
{
    gTold = std::string(condition) + " " + file + ":" + std::to_string(line);
    return false;
}

class Check : public testing::Test
{
  protected:
    void SetUp() override { gTold.clear(); }
    void TearDown() override { tnSetAssertHandler(nullptr); }
};

TEST_F(Check, HandlerIsToldWhatBrokeAndWhere)
{
    tnSetAssertHandler(goOn);
    EXPECT_FALSE(assertFailed("depth >= 0", "water.cpp", 12));
    EXPECT_EQ(gTold, "depth >= 0 water.cpp:12");
}

TEST_F(Check, ProgramGoesOnWhenTheHandlerSaysSo)
{
    tnSetAssertHandler(goOn);
    TN_ASSERT(1 + 1 == 3);
    EXPECT_EQ(gTold.empty(), TN_ASSERTS_ON == 0);
}

TEST_F(Check, TrueConditionIsSilent)
{
    tnSetAssertHandler(goOn);
    TN_ASSERT(1 + 1 == 2);
    EXPECT_TRUE(gTold.empty());
}

TEST_F(Check, DefaultPrintsAndAsksToStop)
{
    testing::internal::CaptureStderr();
    EXPECT_TRUE(assertFailed("depth >= 0", "water.cpp", 12));
    EXPECT_EQ(testing::internal::GetCapturedStderr(),
              "tarn: assertion failed: depth >= 0 (water.cpp:12)\n");
}

} // namespace
} // namespace tarn
