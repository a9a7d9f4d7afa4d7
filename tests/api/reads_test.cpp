// Reads on the CPU: ready at once, of the moment they were asked for, refused where they should be.
#include "support/log_capture.h"
#include "support/test_water.h"

#include <gtest/gtest.h>
#include <limits>

namespace tarn::test
{
namespace
{

constexpr float kDt = 1.0f / 60.0f;

void pour(const TestFlow& flow)
{
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = brush.to = {0.5f, 0.5f};
    brush.radius = 0.1f;
    brush.velocity = {0.3f, 0.1f};
    brush.dye[0] = 1.0f;
    EXPECT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
}

TEST(Reads, OfAFlowAreReadyAtOnceAndStayAsTheyWere)
{
    TestFlow flow(flowDef(20, 30));
    pour(flow);
    flow.step(kDt);
    tnRead read = {};
    ASSERT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, &read), tn_success);
    const FieldCopy before = flow.dye();
    pour(flow);
    flow.step(kDt);
    tnFieldView view = {};
    ASSERT_EQ(tnFlow_GetReadField(flow.handle(), read, false, &view), tn_success);
    EXPECT_EQ(largestDifference(FieldCopy(view), before), 0.0f);
    EXPECT_GT(largestDifference(flow.dye(), before), 0.1f);
    EXPECT_EQ(view.origin.x, before.origin.x);
    EXPECT_EQ(view.spacing, before.spacing);
    EXPECT_EQ(tnFlow_EndRead(flow.handle(), read), tn_success);
}

TEST(Reads, OfWaterAreReadyAtOnceAndStayAsTheyWere)
{
    TestWater water(waterDef(20, 30));
    water.set(tn_waterSurface, [](double x, double) { return x < 1.0 ? 1.5 : 1.0; });
    water.step(kDt, 3);
    const tnVec2 points[] = {{0.5f, 0.5f}, {1.0f, 2.0f}, {-3.0f, 0.1f}};
    tnRead field = {};
    tnRead samples = {};
    ASSERT_EQ(tnWater_RequestField(water.handle(), tn_waterSurface, &field), tn_success);
    ASSERT_EQ(tnWater_RequestSamples(water.handle(), points, 3, &samples), tn_success);
    const FieldCopy before = water.copy(tn_waterSurface);
    const tnWaterSample there = water.sample(1.0f, 2.0f);
    water.step(kDt);
    tnFieldView view = {};
    ASSERT_EQ(tnWater_GetReadField(water.handle(), field, false, &view), tn_success);
    EXPECT_EQ(largestDifference(FieldCopy(view), before), 0.0f);
    const tnWaterSample* seen = nullptr;
    int32_t count = 0;
    ASSERT_EQ(tnWater_GetReadSamples(water.handle(), samples, true, &seen, &count), tn_success);
    ASSERT_EQ(count, 3);
    EXPECT_EQ(seen[1].surface, there.surface);
    EXPECT_EQ(seen[1].velocity.x, there.velocity.x);
}

TEST(Reads, OfTheSameThingAllocateOnce)
{
    TestFlow flow(flowDef(16, 16));
    const tnVec2 points[2] = {{0.1f, 0.2f}, {0.5f, 0.5f}};
    int64_t allocations = 0;
    for (int32_t k = 0; k < 3; ++k)
    {
        tnRead field = {};
        tnRead samples = {};
        ASSERT_EQ(tnFlow_RequestField(flow.handle(), tn_flowPressure, &field), tn_success);
        ASSERT_EQ(tnFlow_RequestSamples(flow.handle(), points, 2, &samples), tn_success);
        flow.step(kDt);
        EXPECT_EQ(tnFlow_EndRead(flow.handle(), field), tn_success);
        EXPECT_EQ(tnFlow_EndRead(flow.handle(), samples), tn_success);
        EXPECT_TRUE(k == 0 || tnGetAllocationCount() == allocations);
        allocations = tnGetAllocationCount();
    }
}

TEST(Reads, AreLimitedInNumber)
{
    const LogCapture log;
    TestFlow flow(flowDef(8, 8));
    tnRead reads[TN_MAX_READS] = {};
    for (tnRead& read : reads)
    {
        ASSERT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, &read), tn_success);
    }
    tnRead more = {1, 1};
    EXPECT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, &more), tn_errorCapacity);
    EXPECT_TRUE(TN_IS_NULL(more));
    EXPECT_EQ(log.last(), tn_logCapacity);
    EXPECT_EQ(tnFlow_EndRead(flow.handle(), reads[3]), tn_success);
    ASSERT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, &more), tn_success);
    EXPECT_EQ(more.index, reads[3].index);
    EXPECT_EQ(tnFlow_EndRead(flow.handle(), reads[3]), tn_errorInvalidHandle);
    EXPECT_EQ(log.last(), tn_logInvalidHandle);
}

TEST(Reads, RefuseWhatIsWrong)
{
    const LogCapture log;
    TestFlow flow(flowDef(8, 8));
    TestWater water(waterDef(8, 8));
    const tnVec2 point = {0.5f, 0.5f};
    const tnVec2 nowhere = {std::numeric_limits<float>::quiet_NaN(), 0.0f};
    tnRead read = {};
    tnFieldView view = {};
    const tnFlowSample* samples = nullptr;
    const tnWaterSample* waterSamples = nullptr;
    int32_t count = 0;
    EXPECT_EQ(tnFlow_RequestField(flow.handle(), tn_flowTemperature, &read),
              tn_errorInvalidArgument);
    EXPECT_EQ(tnWater_RequestField(water.handle(), static_cast<tnWaterField>(99), &read),
              tn_errorInvalidArgument);
    EXPECT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, nullptr), tn_errorNullPointer);
    EXPECT_EQ(tnFlow_RequestField(tnFlow{}, tn_flowDye0, &read), tn_errorInvalidHandle);
    EXPECT_EQ(tnFlow_RequestSamples(flow.handle(), &point, 0, &read), tn_errorInvalidArgument);
    EXPECT_EQ(tnFlow_RequestSamples(flow.handle(), nullptr, 1, &read), tn_errorNullPointer);
    EXPECT_EQ(tnWater_RequestSamples(water.handle(), &point, -1, &read), tn_errorSize);
    EXPECT_EQ(tnWater_RequestSamples(water.handle(), &nowhere, 1, &read), tn_errorNotFinite);

    ASSERT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, &read), tn_success);
    EXPECT_EQ(tnFlow_GetReadSamples(flow.handle(), read, false, &samples, &count),
              tn_errorInvalidArgument);
    EXPECT_EQ(tnFlow_GetReadSamples(flow.handle(), read, false, &samples, nullptr),
              tn_errorNullPointer);
    EXPECT_EQ(tnWater_GetReadField(water.handle(), read, false, &view), tn_errorInvalidHandle);
    EXPECT_EQ(tnWater_GetReadSamples(water.handle(), {}, true, &waterSamples, &count),
              tn_errorInvalidHandle);
    EXPECT_EQ(tnFlow_GetReadField(flow.handle(), {99, 1}, true, &view), tn_errorInvalidHandle);
    EXPECT_EQ(tnFlow_EndRead(flow.handle(), {}), tn_errorInvalidHandle);
}

TEST(Reads, EndWhenAStateIsRestored)
{
    const LogCapture log;
    TestFlow flow(flowDef(8, 8));
    TestWater water(waterDef(8, 8));
    const std::vector<std::byte> flowBytes = flow.save();
    const std::vector<std::byte> waterBytes = water.save();
    tnRead ofFlow = {};
    tnRead ofWater = {};
    ASSERT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, &ofFlow), tn_success);
    ASSERT_EQ(tnWater_RequestField(water.handle(), tn_waterDepth, &ofWater), tn_success);
    ASSERT_EQ(tnFlow_Restore(flow.handle(), flowBytes.data(), flowBytes.size()), tn_success);
    ASSERT_EQ(tnWater_Restore(water.handle(), waterBytes.data(), waterBytes.size()), tn_success);
    tnRead again = {};
    ASSERT_EQ(tnFlow_RequestField(flow.handle(), tn_flowDye0, &again), tn_success);
    ASSERT_EQ(tnWater_RequestField(water.handle(), tn_waterDepth, &again), tn_success);
    tnFieldView view = {};
    EXPECT_EQ(tnFlow_GetReadField(flow.handle(), ofFlow, true, &view), tn_errorInvalidHandle);
    EXPECT_EQ(tnWater_GetReadField(water.handle(), ofWater, true, &view), tn_errorInvalidHandle);
}

} // namespace
} // namespace tarn::test
