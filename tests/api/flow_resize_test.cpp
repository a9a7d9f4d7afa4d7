// Another resolution with the fluid kept.
#include "tarn/flow.h"

#include "support/full_size.h"
#include "support/log_capture.h"
#include "support/test_flow.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace tarn
{
namespace
{

using test::FieldCopy;
using test::TestFlow;

struct Size
{
    int32_t nx, ny, dyeScale;
};

const Size kSizes[] = {{128, 96, 1}, {32, 24, 2}, {64, 48, 4}, {96, 72, 1}, {45, 34, 3}, {7, 5, 2}};

double apart(tnVec2 a, tnVec2 b)
{
    return std::hypot(static_cast<double>(a.x) - static_cast<double>(b.x),
                      static_cast<double>(a.y) - static_cast<double>(b.y));
}

TEST(FlowResize, KeepsTheDyeAndTheLookOfTheVelocity)
{
    for (const bool periodic : {false, true})
    {
        for (const Size& size : kSizes)
        {
            tnFlowDef def = test::flowDef(64, 48);
            def.temperature = true;
            def.dyeScale = 2;
            if (periodic)
            {
                test::makePeriodic(def);
            }
            TestFlow flow(def);
            const auto whirl = test::whirls(0.5, 6, periodic);
            flow.setStream([&](double x, double y) { return whirl(x, y / 0.75); });
            const auto blob = [](double x, double y) {
                return 1.0 + std::cos(6.2831853 * x) * std::cos(6.2831853 * y / 0.75);
            };
            flow.set(tn_flowDye0, blob);
            flow.set(tn_flowTemperature, blob);
            flow.step(1.0f / 60.0f, 2);
            const tnFlowTotals before = flow.totals();
            std::vector<tnVec2> points;
            for (int32_t k = 0; k < 40; ++k)
            {
                points.push_back(
                    {0.1f + 0.02f * static_cast<float>(k), 0.1f + 0.013f * static_cast<float>(k)});
            }
            std::vector<tnFlowSample> old(points.size()), now(points.size());
            ASSERT_EQ(tnFlow_Sample(flow.handle(), points.data(), 40, old.data()), tn_success);
            const double time = flow.stats().time;
            ASSERT_EQ(tnFlow_Resize(flow.handle(), size.nx, size.ny, size.dyeScale), tn_success);
            EXPECT_EQ(flow.def().nx, size.nx);
            EXPECT_EQ(flow.copy(tn_flowDye0).columns, size.nx * size.dyeScale);
            EXPECT_NEAR(flow.def().cellSize * static_cast<float>(size.nx), 1.0f, 1e-6f);
            EXPECT_EQ(flow.stats().time, time);
            const tnFlowTotals after = flow.totals();
            const double tolerance = size.nx < 16 ? 0.05 : 0.01;
            EXPECT_NEAR(after.dye[0] / before.dye[0], 1.0, tolerance) << size.nx;
            EXPECT_NEAR(after.temperature / before.temperature, 1.0, tolerance) << size.nx;
            if (size.nx >= 32)
            {
                ASSERT_EQ(tnFlow_Sample(flow.handle(), points.data(), 40, now.data()), tn_success);
                double difference = 0.0, sum = 0.0;
                for (size_t k = 0; k < points.size(); ++k)
                {
                    difference += apart(now[k].velocity, old[k].velocity);
                    sum += apart(old[k].velocity, {});
                    EXPECT_NEAR(now[k].dye[0], old[k].dye[0], 0.03f);
                }
                EXPECT_LE(difference / sum, size.nx >= 64 ? 0.02 : 0.15) << size.nx;
            }
            EXPECT_EQ(flow.step(1.0f / 60.0f, 3), 0u) << size.nx;
            EXPECT_TRUE(flow.isFinite());
        }
    }
}

TEST(FlowResize, ThereAndBackIsTheSameSizeAndNearlyTheSameFluid)
{
    TestFlow flow(test::flowDef(64, 64));
    flow.setStream(test::whirls(0.5, 6));
    flow.step(1.0f / 60.0f, 2);
    const FieldCopy before = flow.copy(tn_flowVelocityX);
    ASSERT_EQ(tnFlow_Resize(flow.handle(), 128, 128, 1), tn_success);
    ASSERT_EQ(tnFlow_Resize(flow.handle(), 64, 64, 1), tn_success);
    EXPECT_EQ(flow.def().cellSize, 1.0f / 64.0f);
    EXPECT_LE(test::largestDifference(flow.copy(tn_flowVelocityX), before),
              0.05f * before.largest());
}

TEST(FlowResize, KeepsHandlesStrokesTracersAndMask)
{
    const test::LogCapture log;
    tnFlowDef def = test::flowDef(32, 32);
    def.tracerCapacity = 8;
    def.threads = 2;
    TestFlow flow(def);
    tnSolidDef circle = tnDefaultSolidDef();
    circle.position = {0.25f, 0.25f};
    circle.velocity = {0.1f, 0.0f};
    tnSolid solid = {};
    ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &circle, &solid), tn_success);
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.mode = tn_brushRate;
    brush.from = brush.to = {0.7f, 0.7f};
    brush.dye[0] = 1.0f;
    tnEmitter emitter = {};
    ASSERT_EQ(tnFlow_AddEmitter(flow.handle(), &brush, &emitter), tn_success);
    const tnVec2 tracer = {0.8f, 0.3f};
    ASSERT_EQ(tnFlow_AddTracers(flow.handle(), &tracer, 1), tn_success);
    ASSERT_EQ(tnFlow_PaintMask(flow.handle(), {0.5f, 0.9f}, {0.5f, 0.9f}, 0.06f, true), tn_success);
    const double covered = flow.copy(tn_flowSolidCells).sum() / (32.0 * 32.0);
    tnFlowBrush impulse = tnDefaultFlowBrush();
    impulse.from = impulse.to = {0.7f, 0.2f};
    impulse.dye[0] = 5.0f;
    ASSERT_EQ(tnFlow_Brush(flow.handle(), &impulse), tn_success);

    ASSERT_EQ(tnFlow_Resize(flow.handle(), 80, 80, 1), tn_success);
    EXPECT_EQ(flow.def().threads, 2);
    tnSolidDef same = {};
    EXPECT_EQ(tnFlow_GetSolid(flow.handle(), solid, &same), tn_success);
    EXPECT_EQ(same.position.x, 0.25f);
    EXPECT_EQ(same.velocity.x, 0.1f);
    EXPECT_NEAR(flow.copy(tn_flowSolidCells).sum() / (80.0 * 80.0), covered, 0.002);
    ASSERT_EQ(flow.tracers().size(), 1u);
    EXPECT_EQ(flow.tracers()[0].x, 0.8f);
    flow.step(1.0f / 60.0f);
    EXPECT_GT(flow.sample(0.7f, 0.2f).dye[0], 4.0f) << "the stroke that waited";
    EXPECT_GT(flow.sample(0.7f, 0.7f).dye[0], 0.01f) << "the emitter goes on";
    EXPECT_EQ(tnFlow_RemoveEmitter(flow.handle(), emitter), tn_success);
    EXPECT_EQ(tnFlow_RemoveSolid(flow.handle(), solid), tn_success);
    EXPECT_TRUE(log.entries().empty());
}

TEST(FlowResize, DropsProfilesWithAWarning)
{
    const test::LogCapture log;
    tnFlowDef def = test::flowDef(16, 16);
    def.left = test::edgeOf(tn_flowInflow, 1.0f);
    def.right = test::edgeOf(tn_flowOutflow);
    TestFlow flow(def);
    const std::vector<float> profile(16, 0.5f);
    ASSERT_EQ(
        tnFlow_SetEdgeProfile(flow.handle(), tn_sideLeft, tn_edgeNormalSpeed, profile.data(), 16),
        tn_success);
    ASSERT_EQ(tnFlow_Resize(flow.handle(), 16, 16, 2), tn_success);
    EXPECT_TRUE(log.entries().empty()) << "the same size keeps them";
    EXPECT_EQ(flow.copy(tn_flowVelocityX).at(0, 5), 0.5f);
    ASSERT_EQ(tnFlow_Resize(flow.handle(), 32, 32, 1), tn_success);
    EXPECT_EQ(log.last(), tn_logFlowResize);
    EXPECT_EQ(flow.copy(tn_flowVelocityX).at(0, 5), 1.0f) << "the uniform speed is back";
}

TEST(FlowResize, RefusesOtherProportionsAndCellsOutOfRange)
{
    const test::LogCapture log;
    tnFlowDef def = test::flowDef(16, 8);
    def.cellSize = 2.0e-6f;
    TestFlow flow(def);
    const uint64_t before = flow.hash();
    EXPECT_EQ(tnFlow_Resize(flow.handle(), 32, 8, 1), tn_errorInvalidArgument);
    EXPECT_EQ(tnFlow_Resize(flow.handle(), 8, 16, 1), tn_errorInvalidArgument);
    EXPECT_EQ(tnFlow_Resize(flow.handle(), 64, 32, 1), tn_errorInvalidArgument);
    EXPECT_EQ(log.entries().size(), 3u);
    EXPECT_EQ(flow.hash(), before);
    EXPECT_EQ(tnFlow_Resize(flow.handle(), 32, 16, 1), tn_success);
}

TEST(FlowResize, ComesBackFromCellsThatCouldNotBeAsHigh)
{
    TestFlow flow(test::flowDef(100, 33));
    ASSERT_EQ(tnFlow_Resize(flow.handle(), 16, 5, 1), tn_success);
    EXPECT_EQ(tnFlow_Resize(flow.handle(), 100, 33, 1), tn_success);
}

TEST(FlowResize, IsTheSameForEveryNumberOfThreads)
{
    const auto run = [](int32_t threads) {
        tnFlowDef def = test::busyDef(40, 30);
        def.threads = threads;
        TestFlow flow(def);
        test::fillBusyScene(flow.handle());
        for (int32_t step = 0; step < 4; ++step)
        {
            test::stepBusyScene(flow.handle(), step);
        }
        EXPECT_EQ(tnFlow_Resize(flow.handle(), 60, 45, 1), tn_success);
        for (int32_t step = 4; step < 8; ++step)
        {
            test::stepBusyScene(flow.handle(), step);
        }
        return flow.hash();
    };
    EXPECT_EQ(run(1), run(3));
}

} // namespace
} // namespace tarn
