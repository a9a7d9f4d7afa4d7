// Flow through its public API: what it is by default, what a brush adds, what views and samples
// show, how tracers and the liquid texture move.
#include "tarn/flow.h"

#include "support/full_size.h"
#include "support/log_capture.h"
#include "support/random.h"
#include "support/test_flow.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace tarn
{
namespace
{

using test::FieldCopy;
using test::TestFlow;

constexpr float kDt = 1.0f / 60.0f;

tnResult addBrush(const TestFlow& flow, const tnFlowBrush& brush)
{
    return tnFlow_Brush(flow.handle(), &brush);
}

tnFlowBrush dyeBrush(float x, float y, float radius, float amount)
{
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = brush.to = {x, y};
    brush.radius = radius;
    brush.dye[0] = amount;
    return brush;
}

// What a brush weighs at a place, by its definition.
double brushWeight(const tnFlowBrush& brush, tnVec2 at)
{
    const double alongX = static_cast<double>(brush.to.x) - static_cast<double>(brush.from.x);
    const double alongY = static_cast<double>(brush.to.y) - static_cast<double>(brush.from.y);
    const double x = static_cast<double>(at.x) - static_cast<double>(brush.from.x);
    const double y = static_cast<double>(at.y) - static_cast<double>(brush.from.y);
    const double length2 = alongX * alongX + alongY * alongY;
    const double part =
        length2 > 0.0 ? std::clamp((x * alongX + y * alongY) / length2, 0.0, 1.0) : 0.0;
    const double distance = std::hypot(x - part * alongX, y - part * alongY);
    const double scaled = distance / static_cast<double>(brush.radius);
    return std::exp(-scaled * scaled);
}

// ---- At rest

TEST(Flow, DefaultsMakeAFlowThatStepsWithoutComplaint)
{
    const test::LogCapture log;
    const tnFlowDef def = tnDefaultFlowDef();
    TestFlow flow(def);
    EXPECT_TRUE(tnFlow_IsValid(flow.handle()));
    EXPECT_EQ(flow.step(kDt, 2), 0u);
    EXPECT_EQ(flow.def().nx, def.nx);
    EXPECT_EQ(flow.def().settings.tolerance, def.settings.tolerance);
    EXPECT_EQ(flow.stats().steps, 2);
    EXPECT_NEAR(flow.stats().time, 2.0 / 60.0, 1e-8);
    EXPECT_TRUE(log.entries().empty());
}

TEST(Flow, StillFluidStaysStillExactly)
{
    for (const tnFlowEdgeType sides : {tn_flowWall, tn_flowPeriodic, tn_flowOutflow})
    {
        for (const tnAdvection scheme :
             {tn_advectionMacCormack, tn_advectionSemiLagrangian, tn_advectionConserving})
        {
            tnFlowDef def = test::flowDef(37, 29);
            def.left = def.right = test::edgeOf(sides);
            def.temperature = true;
            def.dyeScale = 2;
            def.settings.viscosity = 0.01f;
            def.settings.confinement = 10.0f;
            def.settings.dyeAdvection = scheme;
            def.settings.temperatureAdvection = scheme;
            def.settings.ambientTemperature = 20.0f;
            TestFlow flow(def);
            tnSolid solid = {};
            tnSolidDef circle = tnDefaultSolidDef();
            circle.position = {0.4f, 0.4f};
            circle.radius = 0.13f;
            ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &circle, &solid), tn_success);
            flow.set(tn_flowDye0, [](double x, double y) { return std::sin(9.0 * x) + y; });
            const FieldCopy before = flow.dye();
            const FieldCopy warmth = flow.copy(tn_flowTemperature);
            EXPECT_EQ(warmth.least(), 20.0f) << "a new flow has ambient temperature";
            EXPECT_EQ(flow.step(kDt, 5), 0u);
            EXPECT_EQ(flow.copy(tn_flowVelocityX).largest(), 0.0f);
            EXPECT_EQ(flow.copy(tn_flowVelocityY).largest(), 0.0f);
            EXPECT_EQ(flow.dye().values, before.values) << "edges " << sides << ", by " << scheme;
            EXPECT_EQ(flow.copy(tn_flowTemperature).values, warmth.values);
        }
    }
}

// ---- Brushes

TEST(FlowBrush, AddsItsAmountTimesItsWeightOnce)
{
    for (const int32_t scale : {1, 3})
    {
        tnFlowDef def = test::flowDef(48, 40);
        def.dyeScale = scale;
        def.temperature = true;
        TestFlow flow(def);
        tnFlowBrush brush = dyeBrush(0.3f, 0.41f, 0.07f, 2.0f);
        brush.temperature = 0.0f;
        brush.to = {0.62f, 0.25f};
        ASSERT_EQ(addBrush(flow, brush), tn_success);
        EXPECT_EQ(flow.step(kDt), 0u);
        const FieldCopy dye = flow.dye();
        for (int32_t j = 0; j < dye.rows; ++j)
        {
            for (int32_t i = 0; i < dye.columns; ++i)
            {
                EXPECT_NEAR(static_cast<double>(dye.at(i, j)),
                            2.0 * brushWeight(brush, dye.place(i, j)), 4e-6);
            }
        }
        EXPECT_EQ(flow.step(kDt), 0u);
        EXPECT_EQ(flow.dye().values, dye.values) << "an impulse acts once";
    }
}

TEST(FlowBrush, AddsWarmthOnceOrPerSecondOrHoldsIt)
{
    constexpr float kMiddle = 0.515625f; // of a cell
    constexpr float kOneSecond = 1.0f;
    struct Case
    {
        tnBrushMode mode;
        float expected;
    };
    for (const auto& [mode, expected] :
         {Case{tn_brushImpulse, 5.0f + 30.0f}, Case{tn_brushRate, 5.0f + 30.0f},
          Case{tn_brushHold, 30.0f - 25.0f * std::exp(-2.0f)}})
    {
        tnFlowDef def = test::flowDef(32, 32);
        def.temperature = true;
        def.settings.thermalExpansion = 0.0f;
        TestFlow flow(def);
        flow.set(tn_flowTemperature, [](double, double) { return 5.0; });
        tnFlowBrush brush = dyeBrush(kMiddle, kMiddle, 0.2f, 0.0f);
        brush.mode = mode;
        brush.temperature = 30.0f;
        brush.holdRate = 2.0f;
        ASSERT_EQ(addBrush(flow, brush), tn_success);
        flow.step(kOneSecond);
        EXPECT_NEAR(flow.sample(kMiddle, kMiddle).temperature, expected, 1e-3f) << mode;
        EXPECT_NEAR(flow.sample(0.02f, 0.02f).temperature, 5.0f, 1e-3f) << "far from it";
    }
}

TEST(FlowBrush, LeavesNoGapsAlongItsWay)
{
    TestFlow flow(test::flowDef(64, 64));
    tnFlowBrush brush = dyeBrush(0.1f, 0.13f, 0.02f, 1.0f);
    brush.to = {0.9f, 0.77f};
    ASSERT_EQ(addBrush(flow, brush), tn_success);
    flow.step(kDt);
    for (int32_t k = 0; k <= 100; ++k)
    {
        const float part = static_cast<float>(k) / 100.0f;
        const float x = brush.from.x + part * (brush.to.x - brush.from.x);
        const float y = brush.from.y + part * (brush.to.y - brush.from.y);
        EXPECT_GT(flow.sample(x, y).dye[0], 0.5f) << "at part " << part;
    }
}

TEST(FlowBrush, RateAddsPerSecondWhateverTheStep)
{
    for (const int32_t steps : {30, 144})
    {
        TestFlow flow(test::flowDef(32, 32));
        tnFlowBrush brush = dyeBrush(0.515625f, 0.515625f, 0.2f, 3.0f); // the middle of a cell
        brush.mode = tn_brushRate;
        tnEmitter emitter = {};
        ASSERT_EQ(tnFlow_AddEmitter(flow.handle(), &brush, &emitter), tn_success);
        flow.step(1.0f / static_cast<float>(steps), steps);
        EXPECT_NEAR(flow.sample(0.515625f, 0.515625f).dye[0], 3.0f, 1e-4f);
        ASSERT_EQ(tnFlow_RemoveEmitter(flow.handle(), emitter), tn_success);
        flow.step(kDt);
        EXPECT_NEAR(flow.sample(0.515625f, 0.515625f).dye[0], 3.0f, 1e-4f);
    }
}

TEST(FlowBrush, AnEmitterThatIsSetAnewGoesOnAsItSays)
{
    TestFlow flow(test::flowDef(32, 32));
    tnFlowBrush brush = dyeBrush(0.265625f, 0.515625f, 0.05f, 3.0f);
    brush.mode = tn_brushRate;
    tnEmitter emitter = {};
    ASSERT_EQ(tnFlow_AddEmitter(flow.handle(), &brush, &emitter), tn_success);
    flow.step(0.1f, 10);
    brush.from = brush.to = {0.734375f, 0.515625f};
    brush.dye[0] = 1.0f;
    ASSERT_EQ(tnFlow_SetEmitter(flow.handle(), emitter, &brush), tn_success);
    flow.step(0.1f, 10);
    EXPECT_NEAR(flow.sample(0.265625f, 0.515625f).dye[0], 3.0f, 1e-4f) << "where it was";
    EXPECT_NEAR(flow.sample(0.734375f, 0.515625f).dye[0], 1.0f, 1e-4f) << "where it is";
    brush.mode = tn_brushHold;
    brush.holdRate = 1e3f;
    brush.velocity = {0.5f, 0.0f};
    brush.dye[0] = 0.25f;
    ASSERT_EQ(tnFlow_SetEmitter(flow.handle(), emitter, &brush), tn_success);
    flow.step(1e-2f);
    EXPECT_NEAR(flow.sample(0.734375f, 0.515625f).dye[0], 0.25f, 1e-2f);
    EXPECT_GT(flow.sample(0.734375f, 0.515625f).velocity.x, 0.1f);
}

TEST(FlowBrush, HoldDrawsTowardsItsAmountsAtItsRate)
{
    for (const int32_t steps : {30, 144})
    {
        tnFlowDef def = test::flowDef(32, 32);
        def.temperature = true;
        TestFlow flow(def);
        flow.set(tn_flowDye0, [](double, double) { return 5.0; });
        tnFlowBrush brush = dyeBrush(0.515625f, 0.515625f, 0.2f, 1.0f);
        brush.mode = tn_brushHold;
        brush.holdRate = 2.0f;
        brush.holdVelocity = false;
        brush.temperature = 100.0f;
        brush.holdTemperature = false;
        tnEmitter emitter = {};
        ASSERT_EQ(tnFlow_AddEmitter(flow.handle(), &brush, &emitter), tn_success);
        flow.step(1.0f / static_cast<float>(steps), steps);
        const tnFlowSample sample = flow.sample(0.515625f, 0.515625f);
        EXPECT_NEAR(sample.dye[0], 1.0f + 4.0f * std::exp(-2.0f), 1e-4f);
        EXPECT_EQ(sample.temperature, 0.0f) << "it was told not to hold temperature";
        EXPECT_EQ(flow.copy(tn_flowVelocityX).largest(), 0.0f);
    }
}

TEST(FlowBrush, GivesThePeriodicBoxItsMomentum)
{
    // Projection takes nothing from the mean; the mean of a brush is pi r^2 of the area.
    tnFlowDef def = test::flowDef(64, 64);
    test::makePeriodic(def);
    TestFlow flow(def);
    tnFlowBrush brush = dyeBrush(0.97f, 0.03f, 0.1f, 0.0f);
    brush.velocity = {2.0f, -1.0f};
    ASSERT_EQ(addBrush(flow, brush), tn_success);
    flow.step(kDt);
    const FieldCopy u = flow.copy(tn_flowVelocityX);
    const FieldCopy v = flow.copy(tn_flowVelocityY);
    double sumX = 0.0, sumY = 0.0;
    for (int32_t j = 0; j < 64; ++j)
    {
        for (int32_t i = 0; i < 64; ++i)
        {
            sumX += static_cast<double>(u.at(i, j));
            sumY += static_cast<double>(v.at(i, j));
        }
    }
    const double mean = std::numbers::pi * 0.01;
    EXPECT_NEAR(sumX / 4096.0, 2.0 * mean, 1e-5);
    EXPECT_NEAR(sumY / 4096.0, -1.0 * mean, 1e-5);
}

TEST(FlowBrush, GoesAroundPeriodicEdges)
{
    // The same stroke half a period away, and whole periods away, gives the same picture, moved.
    tnFlowDef def = test::flowDef(32, 32);
    test::makePeriodic(def);
    const auto dyeOf = [&](float x, float y, float radius) {
        TestFlow flow(def);
        tnFlowBrush brush = dyeBrush(x, y, radius, 1.0f);
        brush.to = {x + 0.25f, y + 0.125f};
        EXPECT_EQ(addBrush(flow, brush), tn_success);
        flow.step(kDt);
        return flow.dye();
    };
    for (const float radius : {0.08f, 0.4f})
    {
        const FieldCopy middle = dyeOf(0.375f, 0.4375f, radius);
        for (const float turns : {0.0f, 1.0f, -5.0f})
        {
            const FieldCopy corner = dyeOf(turns + 0.875f, turns + 0.9375f, radius);
            for (int32_t j = 0; j < 32; ++j)
            {
                for (int32_t i = 0; i < 32; ++i)
                {
                    EXPECT_NEAR(corner.at((i + 16) % 32, (j + 16) % 32), middle.at(i, j), 2e-6f)
                        << turns << " periods away, radius " << radius;
                }
            }
        }
    }
}

// ---- Views and samples

TEST(FlowViews, HaveTheShapesOriginsAndSpacingOfTheStaggeredGrid)
{
    tnFlowDef def = test::flowDef(12, 7);
    def.cellSize = 0.25f;
    def.origin = {-3.0f, 5.0f};
    def.dyeScale = 4;
    def.temperature = true;
    def.texture = true;
    TestFlow flow(def);
    struct Expected
    {
        tnFlowField field;
        int32_t columns, rows;
        float x, y, spacing;
    };
    const float h = 0.25f;
    const float d = 0.0625f;
    const Expected all[] = {
        {tn_flowVelocityX, 13, 7, -3.0f, 5.0f + h / 2, h},
        {tn_flowVelocityY, 12, 8, -3.0f + h / 2, 5.0f, h},
        {tn_flowPressure, 12, 7, -3.0f + h / 2, 5.0f + h / 2, h},
        {tn_flowTemperature, 12, 7, -3.0f + h / 2, 5.0f + h / 2, h},
        {tn_flowDivergence, 12, 7, -3.0f + h / 2, 5.0f + h / 2, h},
        {tn_flowVorticity, 13, 8, -3.0f, 5.0f, h},
        {tn_flowSolidCells, 12, 7, -3.0f + h / 2, 5.0f + h / 2, h},
        {tn_flowOpenX, 13, 7, -3.0f, 5.0f + h / 2, h},
        {tn_flowOpenY, 12, 8, -3.0f + h / 2, 5.0f, h},
        {tn_flowTextureX0, 12, 7, -3.0f + h / 2, 5.0f + h / 2, h},
        {tn_flowTextureY1, 12, 7, -3.0f + h / 2, 5.0f + h / 2, h},
        {tn_flowSolidDyes, 48, 28, -3.0f + d / 2, 5.0f + d / 2, d},
        {tn_flowDye0, 48, 28, -3.0f + d / 2, 5.0f + d / 2, d},
    };
    for (const Expected& expected : all)
    {
        const FieldCopy copy = flow.copy(expected.field);
        EXPECT_EQ(copy.columns, expected.columns) << "field " << expected.field;
        EXPECT_EQ(copy.rows, expected.rows) << "field " << expected.field;
        EXPECT_EQ(copy.origin.x, expected.x) << "field " << expected.field;
        EXPECT_EQ(copy.origin.y, expected.y) << "field " << expected.field;
        EXPECT_EQ(copy.spacing, expected.spacing) << "field " << expected.field;
    }
}

TEST(FlowViews, ShowWhatWasSet)
{
    tnFlowDef def = test::flowDef(20, 15);
    def.temperature = true;
    def.dyeScale = 2;
    TestFlow flow(def);
    for (const tnFlowField field : {tn_flowTemperature, tn_flowDye0})
    {
        flow.set(field, [](double x, double y) { return 3.0 * x - y; });
        const FieldCopy copy = flow.copy(field);
        const tnVec2 at = copy.place(7, 4);
        EXPECT_NEAR(copy.at(7, 4), 3.0f * at.x - at.y, 1e-6f);
    }
}

TEST(FlowViews, ShowVorticityAndDivergenceOfTheVelocity)
{
    TestFlow flow(test::flowDef(16, 16));
    flow.set(tn_flowVelocityX, [](double x, double y) { return 2.0 * x - 3.0 * y; });
    flow.set(tn_flowVelocityY, [](double x, double y) { return 5.0 * x + 4.0 * y; });
    const FieldCopy whirl = flow.copy(tn_flowVorticity);
    const FieldCopy grows = flow.copy(tn_flowDivergence);
    for (int32_t j = 2; j < 14; ++j)
    {
        for (int32_t i = 2; i < 14; ++i)
        {
            EXPECT_NEAR(whirl.at(i, j), 8.0f, 1e-4f);
            EXPECT_NEAR(grows.at(i, j), 6.0f, 1e-4f);
        }
    }
}

TEST(FlowSamples, AgreeWithTheViewsAtTheirNodes)
{
    for (const bool periodic : {false, true})
    {
        for (const int32_t steps : {1, 2}) // a pair: the second is reflected
        {
            tnFlowDef def = test::flowDef(24, 18);
            def.dyeScale = 3;
            def.temperature = true;
            def.origin = {-1.0f, 2.0f};
            if (periodic)
            {
                test::makePeriodic(def);
            }
            TestFlow flow(def);
            flow.setStream(test::whirls(0.5, 3, periodic));
            flow.set(tn_flowDye0, [](double x, double y) { return std::sin(7.0 * x + 3.0 * y); });
            flow.set(tn_flowTemperature, [](double x, double y) { return 20.0 * x * y; });
            flow.step(kDt, steps);
            const auto check = [&](tnFlowField field, auto pick, float tolerance) {
                const FieldCopy copy = flow.copy(field);
                const float scale = std::max(copy.largest(), 1e-3f);
                for (int32_t j = 0; j < copy.rows; ++j)
                {
                    for (int32_t i = 0; i < copy.columns; ++i)
                    {
                        const tnVec2 at = copy.place(i, j);
                        EXPECT_NEAR(pick(flow.sample(at.x, at.y)) / scale, copy.at(i, j) / scale,
                                    tolerance)
                            << "field " << field << " at " << i << ", " << j << " after " << steps;
                    }
                }
            };
            using Sample = tnFlowSample;
            check(
                tn_flowVelocityX, [](const Sample& s) { return s.velocity.x; }, 2e-5f);
            check(
                tn_flowVelocityY, [](const Sample& s) { return s.velocity.y; }, 2e-5f);
            check(
                tn_flowPressure, [](const Sample& s) { return s.pressure; }, 2e-5f);
            check(
                tn_flowTemperature, [](const Sample& s) { return s.temperature; }, 2e-5f);
            check(
                tn_flowVorticity, [](const Sample& s) { return s.vorticity; }, 2e-5f);
            check(
                tn_flowDye0, [](const Sample& s) { return s.dye[0]; }, 5e-5f);
        }
    }
}

TEST(FlowSamples, BeyondTheGridAreTheNearestEdgesOrGoRound)
{
    tnFlowDef def = test::flowDef(16, 16);
    test::makePeriodic(def, true, false);
    TestFlow flow(def);
    flow.set(tn_flowDye0,
             [](double x, double y) { return std::sin(2.0 * std::numbers::pi * x) + 2.0 * y; });
    for (const float y : {0.2f, 0.7f})
    {
        for (const float x : {0.1f, 0.95f})
        {
            const float inside = flow.sample(x, y).dye[0];
            EXPECT_NEAR(flow.sample(x + 3.0f, y).dye[0], inside, 1e-5f);
            EXPECT_NEAR(flow.sample(x - 2.0f, y).dye[0], inside, 1e-5f);
        }
    }
    EXPECT_EQ(flow.sample(0.3f, 5.0f).dye[0], flow.sample(0.3f, 1.0f).dye[0]);
    EXPECT_EQ(flow.sample(0.3f, -5.0f).dye[0], flow.sample(0.3f, 0.0f).dye[0]);
    EXPECT_EQ(flow.sample(0.3f, 5.0f).solid, 1.0f) << "beyond a wall is solid";
    EXPECT_EQ(flow.sample(5.3f, 0.5f).solid, 0.0f) << "a ring has no outside";
}

TEST(FlowSamples, TellWhatIsSolid)
{
    TestFlow flow(test::flowDef(16, 16));
    ASSERT_EQ(tnFlow_PaintMask(flow.handle(), {0.53f, 0.53f}, {0.53f, 0.53f}, 0.01f, true),
              tn_success);
    EXPECT_EQ(flow.sample(0.53f, 0.53f).solid, 1.0f);
    EXPECT_EQ(flow.sample(0.43f, 0.53f).solid, 0.0f);
    EXPECT_EQ(flow.copy(tn_flowSolidCells).sum(), 1.0);
    ASSERT_EQ(tnFlow_SetMask(flow.handle(), nullptr, 0), tn_success);
    EXPECT_EQ(flow.sample(0.53f, 0.53f).solid, 0.0f);
}

// ---- Tracers

TEST(FlowTracers, FollowAUniformFlowAroundARing)
{
    tnFlowDef def = test::flowDef(32, 32);
    test::makePeriodic(def);
    def.tracerCapacity = 3;
    TestFlow flow(def);
    flow.set(tn_flowVelocityX, [](double, double) { return 0.75; });
    flow.set(tn_flowVelocityY, [](double, double) { return -0.5; });
    const tnVec2 start[2] = {{0.1f, 0.2f}, {0.9f, 0.05f}};
    ASSERT_EQ(tnFlow_AddTracers(flow.handle(), start, 2), tn_success);
    flow.step(0.01f, 100);
    const std::vector<tnVec2> end = flow.tracers();
    ASSERT_EQ(end.size(), 2u);
    for (size_t k = 0; k < 2; ++k)
    {
        EXPECT_NEAR(end[k].x, std::fmod(start[k].x + 0.75f, 1.0f), 1e-4f);
        EXPECT_NEAR(end[k].y, std::fmod(start[k].y + 0.5f, 1.0f), 1e-4f);
    }
}

TEST(FlowTracers, TurnWithARigidRotation)
{
    tnFlowDef def = test::flowDef(64, 64);
    def.tracerCapacity = 1;
    TestFlow flow(def);
    const auto spin = [&flow] {
        flow.set(tn_flowVelocityX, [](double, double y) { return 0.5 - y; });
        flow.set(tn_flowVelocityY, [](double x, double) { return x - 0.5; });
    };
    const tnVec2 start = {0.6f, 0.5f};
    ASSERT_EQ(tnFlow_AddTracers(flow.handle(), &start, 1), tn_success);
    // Far from the walls the square's own flow is a rotation too; it is set anew in each step.
    for (int32_t k = 0; k < 50; ++k)
    {
        spin();
        flow.step(0.01f);
    }
    const tnVec2 end = flow.tracers().at(0);
    EXPECT_NEAR(std::hypot(end.x - 0.5f, end.y - 0.5f), 0.1f, 3e-3f);
}

TEST(FlowTracers, HundredsOfThousandsGoTogether)
{
    constexpr int32_t kCount = test::kSlowBuild ? 100'000 : 300'000;
    tnFlowDef def = test::flowDef(64, 64);
    test::makePeriodic(def);
    def.tracerCapacity = kCount;
    def.threads = 2;
    TestFlow flow(def);
    flow.set(tn_flowVelocityX, [](double, double) { return 0.5; });
    flow.set(tn_flowVelocityY, [](double, double) { return -0.25; });
    std::vector<tnVec2> points;
    for (int32_t k = 0; k < kCount; ++k)
    {
        const float x = static_cast<float>(k % 1000) / 1000.0f;
        const float y = static_cast<float>(k / 1000) / 1000.0f;
        points.push_back({x, y});
    }
    ASSERT_EQ(tnFlow_AddTracers(flow.handle(), points.data(), kCount), tn_success);
    flow.step(0.0125f, 40); // half a second
    const std::vector<tnVec2> there = flow.tracers();
    ASSERT_EQ(there.size(), points.size());
    EXPECT_EQ(flow.stats().tracers, kCount);
    float most = 0.0f;
    for (size_t k = 0; k < points.size(); ++k)
    {
        const float x = there[k].x - points[k].x - 0.25f;
        const float y = there[k].y - points[k].y + 0.125f;
        most = std::max({most, std::fabs(x - std::round(x)), std::fabs(y - std::round(y))});
    }
    EXPECT_LE(most, 2e-5f);
}

TEST(FlowTracers, LeaveThroughOpenEdgesAndTheOthersKeepTheirOrder)
{
    tnFlowDef def = test::flowDef(32, 16);
    def.left = test::edgeOf(tn_flowInflow, 1.0f);
    def.right = test::edgeOf(tn_flowOutflow);
    def.tracerCapacity = 4;
    TestFlow flow(def);
    const tnVec2 start[4] = {{0.1f, 0.1f}, {0.8f, 0.2f}, {0.2f, 0.3f}, {0.9f, 0.4f}};
    ASSERT_EQ(tnFlow_AddTracers(flow.handle(), start, 4), tn_success);
    flow.step(0.01f, 40);
    const std::vector<tnVec2> left = flow.tracers();
    ASSERT_EQ(left.size(), 2u);
    EXPECT_NEAR(left[0].x, 0.5f, 0.02f);
    EXPECT_NEAR(left[0].y, 0.1f, 1e-4f);
    EXPECT_NEAR(left[1].y, 0.3f, 1e-4f);
    EXPECT_EQ(flow.stats().tracers, 2);
}

TEST(FlowTracers, AreNotAddedInSolidsOrOutside)
{
    tnFlowDef def = test::flowDef(16, 16);
    def.tracerCapacity = 8;
    TestFlow flow(def);
    ASSERT_EQ(tnFlow_PaintMask(flow.handle(), {0.5f, 0.5f}, {0.5f, 0.5f}, 0.2f, true), tn_success);
    const float nan = std::nanf("");
    const tnVec2 points[5] = {{0.5f, 0.5f}, {1.5f, 0.5f}, {0.1f, -0.1f}, {nan, 0.5f}, {0.1f, 0.1f}};
    EXPECT_EQ(tnFlow_AddTracers(flow.handle(), points, 5), tn_success);
    ASSERT_EQ(flow.tracers().size(), 1u);
    EXPECT_EQ(flow.tracers()[0].x, 0.1f);
    EXPECT_EQ(tnFlow_ClearTracers(flow.handle()), tn_success);
    EXPECT_TRUE(flow.tracers().empty());
}

// ---- Liquid texture

TEST(FlowTexture, IsDisplacedByTheFlowAndRenewedEveryPeriod)
{
    tnFlowDef def = test::flowDef(16, 16);
    test::makePeriodic(def);
    def.texture = true;
    def.settings.texturePeriod = 0.5f;
    TestFlow flow(def);
    flow.set(tn_flowVelocityX, [](double, double) { return 0.5; });
    flow.set(tn_flowVelocityY, [](double, double) { return -0.25; });
    const float dt = 0.01f;
    for (int32_t step = 1; step <= 160; ++step)
    {
        flow.step(dt);
        float first = -1.0f, second = -1.0f;
        ASSERT_EQ(tnFlow_GetTextureWeights(flow.handle(), &first, &second), tn_success);
        EXPECT_NEAR(first + second, 1.0f, 1e-6f);
        EXPECT_GE(first, 0.0f);
        EXPECT_GE(second, 0.0f);
        const double phase = std::fmod(static_cast<double>(step) * 0.02, 1.0);
        EXPECT_NEAR(static_cast<double>(first), 1.0 - std::fabs(2.0 * phase - 1.0), 1e-3);
        // The fluid at a cell came from where it was when its layer began.
        const FieldCopy x = flow.copy(tn_flowTextureX0);
        const FieldCopy y = flow.copy(tn_flowTextureY0);
        const float age = -2.0f * x.at(5, 5);
        EXPECT_NEAR(x.least(), x.most(), 1e-5f);
        EXPECT_NEAR(y.at(5, 5), 0.25f * age, 1e-5f);
        EXPECT_LE(age, 0.5f + 2.0f * dt);
        if (first > 0.1f)
        {
            EXPECT_NEAR(age, static_cast<float>(phase) * 0.5f, 1.1f * dt) << "step " << step;
        }
    }
}

TEST(FlowTexture, StaysWithinReachOverAnHourOfStirring)
{
    tnFlowDef def = test::flowDef(16, 16);
    def.texture = true;
    def.dyeChannels = 0;
    TestFlow flow(def);
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.mode = tn_brushHold;
    brush.from = {0.3f, 0.4f};
    brush.to = {0.7f, 0.6f};
    brush.radius = 0.1f;
    brush.velocity = {0.5f, -0.3f};
    tnEmitter emitter = {};
    ASSERT_EQ(tnFlow_AddEmitter(flow.handle(), &brush, &emitter), tn_success);
    const int32_t steps = test::scaled(test::kSlowBuild ? 1200 : 12000, 216000);
    const float dt = 3600.0f / static_cast<float>(steps);
    float farthest = 0.0f;
    for (int32_t step = 0; step < steps; ++step)
    {
        flow.step(dt);
        if (step % 10 == 0)
        {
            for (int32_t k = 0; k < 4; ++k)
            {
                const auto field = static_cast<tnFlowField>(tn_flowTextureX0 + k);
                farthest = std::max(farthest, flow.copy(field).largest());
            }
        }
    }
    EXPECT_GT(farthest, 0.05f);
    EXPECT_LE(farthest, 1.0f) << "nothing comes from outside of the box";
}

// ---- Settings and edges between steps

TEST(FlowSettings, MayAllChangeBetweenAnyTwoSteps)
{
    tnFlowDef def = test::flowDef(24, 20);
    def.temperature = true;
    def.texture = true;
    TestFlow flow(def);
    flow.setStream(test::whirls(1.0, 5));
    test::Random random(7);
    for (int32_t step = 0; step < 200; ++step)
    {
        tnFlowSettings s = tnDefaultFlowSettings();
        const auto sometimes = [&](float most) {
            return random.chance(0.5f) ? random.magnitude(1e-4f * most, most) : 0.0f;
        };
        s.density = random.magnitude(0.1f, 1000.0f);
        s.viscosity = s.density * sometimes(0.1f);
        s.acceleration = {sometimes(1.0f), -sometimes(1.0f)};
        s.gravity = {-sometimes(10.0f), sometimes(10.0f)};
        s.thermalExpansion = sometimes(0.1f);
        s.ambientTemperature = sometimes(10.0f);
        s.thermalDiffusivity = sometimes(0.1f);
        s.cooling = sometimes(5.0f);
        s.dyeWeight[0] = sometimes(1.0f);
        s.dyeDiffusivity[0] = sometimes(0.1f);
        s.dyeDissipation[0] = sometimes(1.0f);
        s.velocityDissipation = sometimes(1.0f);
        s.confinement = sometimes(20.0f);
        s.velocityAdvection = static_cast<tnAdvection>(random.below(2));
        s.dyeAdvection = static_cast<tnAdvection>(random.below(3));
        s.temperatureAdvection = static_cast<tnAdvection>(random.below(3));
        s.tolerance = random.magnitude(1e-6f, 0.1f);
        s.texturePeriod = random.magnitude(0.1f, 10.0f);
        ASSERT_EQ(tnFlow_SetSettings(flow.handle(), &s), tn_success);
        tnFlowSettings now = {};
        ASSERT_EQ(tnFlow_GetSettings(flow.handle(), &now), tn_success);
        EXPECT_EQ(now.viscosity, s.viscosity);
        EXPECT_EQ(now.dyeAdvection, s.dyeAdvection);
        tnFlowBrush brush = dyeBrush(random.unit(), random.unit(), 0.1f, 1.0f);
        brush.velocity = {random.unit(), random.unit()};
        ASSERT_EQ(addBrush(flow, brush), tn_success);
        const uint32_t flags = flow.step(random.magnitude(1e-3f, 0.1f));
        EXPECT_EQ(flags & ~uint32_t{tn_stepNotConverged}, 0u) << "step " << step;
    }
    EXPECT_TRUE(flow.isFinite());
    EXPECT_LT(flow.stats().maxSpeed, 1000.0f);
}

TEST(FlowEdges, ChangeTheirTypeWithTheFluidKept)
{
    tnFlowDef def = test::flowDef(32, 24);
    def.temperature = true;
    def.tracerCapacity = 4;
    def.dyeScale = 2;
    TestFlow flow(def);
    flow.setStream(test::whirls(0.3, 11));
    flow.set(tn_flowDye0, [](double x, double y) { return x + y; });
    const tnVec2 tracer = {0.5f, 0.5f};
    ASSERT_EQ(tnFlow_AddTracers(flow.handle(), &tracer, 1), tn_success);
    tnSolid solid = {};
    const tnSolidDef circle = tnDefaultSolidDef();
    ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &circle, &solid), tn_success);
    flow.step(kDt, 3);

    struct Change
    {
        tnSide side;
        tnFlowEdgeType type;
    };
    for (const Change change :
         {Change{tn_sideTop, tn_flowOutflow}, Change{tn_sideLeft, tn_flowInflow},
          Change{tn_sideRight, tn_flowPeriodic}, Change{tn_sideRight, tn_flowOutflow},
          Change{tn_sideBottom, tn_flowPeriodic}, Change{tn_sideTop, tn_flowWall},
          Change{tn_sideLeft, tn_flowWall}})
    {
        const FieldCopy dye = flow.dye();
        const FieldCopy u = flow.copy(tn_flowVelocityX);
        const double time = flow.stats().time;
        const tnFlowEdge edge = test::edgeOf(change.type, 0.1f);
        ASSERT_EQ(tnFlow_SetEdge(flow.handle(), change.side, &edge), tn_success);
        tnFlowEdge now = {};
        ASSERT_EQ(tnFlow_GetEdge(flow.handle(), change.side, &now), tn_success);
        EXPECT_EQ(now.type, change.type);
        EXPECT_EQ(flow.dye().values, dye.values);
        EXPECT_EQ(flow.copy(tn_flowVelocityX).at(10, 10), u.at(10, 10));
        EXPECT_EQ(flow.stats().time, time);
        EXPECT_EQ(flow.tracers().size(), 1u);
        tnSolidDef same = {};
        EXPECT_EQ(tnFlow_GetSolid(flow.handle(), solid, &same), tn_success);
        const uint32_t flags = flow.step(kDt, 3);
        EXPECT_EQ(flags & ~uint32_t{tn_stepIncompatible}, 0u) << "after side " << change.side;
        EXPECT_TRUE(flow.isFinite());
    }
    tnFlowEdge left = {};
    tnFlowEdge right = {};
    ASSERT_EQ(tnFlow_GetEdge(flow.handle(), tn_sideLeft, &left), tn_success);
    ASSERT_EQ(tnFlow_GetEdge(flow.handle(), tn_sideRight, &right), tn_success);
    EXPECT_EQ(left.type, tn_flowWall);
    EXPECT_EQ(right.type, tn_flowOutflow);
}

TEST(FlowEdges, ProfilesGiveEachCellItsOwnInflow)
{
    tnFlowDef def = test::flowDef(16, 16);
    def.left = test::edgeOf(tn_flowInflow, 1.0f);
    def.right = test::edgeOf(tn_flowOutflow);
    TestFlow flow(def);
    std::vector<float> profile(16);
    for (size_t k = 0; k < 16; ++k)
    {
        profile[k] = static_cast<float>(k) * 0.1f;
    }
    ASSERT_EQ(
        tnFlow_SetEdgeProfile(flow.handle(), tn_sideLeft, tn_edgeNormalSpeed, profile.data(), 16),
        tn_success);
    flow.step(kDt);
    const FieldCopy shaped = flow.copy(tn_flowVelocityX);
    for (int32_t j = 0; j < 16; ++j)
    {
        EXPECT_EQ(shaped.at(0, j), profile[static_cast<size_t>(j)]);
    }
    ASSERT_EQ(tnFlow_SetEdgeProfile(flow.handle(), tn_sideLeft, tn_edgeNormalSpeed, nullptr, 0),
              tn_success);
    flow.step(kDt);
    EXPECT_EQ(flow.copy(tn_flowVelocityX).at(0, 3), 1.0f);
}

// ---- Many dyes, and what a step tells

// All channels there can be, on the finest grid there can be: each goes with the wind by itself.
TEST(FlowDyes, EightOnAGridEightTimesFinerMoveAlike)
{
    for (const tnAdvection scheme :
         {tn_advectionMacCormack, tn_advectionSemiLagrangian, tn_advectionConserving})
    {
        tnFlowDef def = test::flowDef(16, 12);
        test::makePeriodic(def);
        def.dyeChannels = TN_MAX_DYES;
        def.dyeScale = 8;
        def.settings.dyeAdvection = scheme;
        TestFlow flow(def);
        flow.set(tn_flowVelocityX, [](double, double) { return 1.0; });
        flow.set(tn_flowVelocityY, [](double, double) { return -0.75; });
        const double k = 2.0 * std::numbers::pi;
        const auto wave = [k](double x, double y, int32_t c) {
            return (1.0 + c) * (2.0 + std::sin(k * x) * std::cos(k * y / 0.75));
        };
        for (int32_t c = 0; c < TN_MAX_DYES; ++c)
        {
            flow.set(TestFlow::dyeField(c), [&](double x, double y) { return wave(x, y, c); });
        }
        flow.step(0.025f, 10); // a quarter of the way round
        for (int32_t c = 0; c < TN_MAX_DYES; ++c)
        {
            FieldCopy expected = flow.dye(c);
            ASSERT_EQ(expected.columns, 128);
            ASSERT_EQ(expected.rows, 96);
            expected.fill([&](double x, double y) { return wave(x - 0.25, y + 0.1875, c); });
            EXPECT_LE(test::largestDifference(flow.dye(c), expected),
                      0.01f * (1.0f + static_cast<float>(c)))
                << "dye " << c << ", scheme " << scheme;
        }
    }
}

TEST(FlowStats, TellHowManyIterationsEachSolveTook)
{
    tnFlowDef def = test::flowDef(64, 48);
    def.dyeChannels = 2;
    TestFlow flow(def);
    flow.setStream(test::whirls(0.5, 3));
    flow.step(kDt);
    EXPECT_GE(flow.stats().pressureIterations, 1);
    EXPECT_LE(flow.stats().pressureIterations, 10);
    EXPECT_EQ(flow.stats().viscosityIterations, 0);
    EXPECT_EQ(flow.stats().diffusionIterations, 0);
    tnFlowSettings settings = flow.settings();
    settings.viscosity = 0.01f;
    settings.dyeDiffusivity[1] = 0.01f;
    ASSERT_EQ(tnFlow_SetSettings(flow.handle(), &settings), tn_success);
    flow.step(kDt);
    EXPECT_GE(flow.stats().viscosityIterations, 2) << "one at least for either component";
    EXPECT_GE(flow.stats().diffusionIterations, 1);
    const int32_t ofOne = flow.stats().diffusionIterations;
    settings.dyeDiffusivity[0] = 0.01f;
    settings.maxIterations = 1;
    settings.tolerance = 1e-6f;
    ASSERT_EQ(tnFlow_SetSettings(flow.handle(), &settings), tn_success);
    flow.step(kDt);
    EXPECT_GT(flow.stats().diffusionIterations, ofOne) << "those of both dyes";
    EXPECT_EQ(flow.stats().pressureIterations, 1) << "as many as are allowed";
}

// ---- Memory

void expectStepsAllocateNothing(TestFlow& flow, int32_t steps)
{
    test::fillBusyScene(flow.handle());
    const int64_t before = tnGetAllocationCount();
    for (int32_t step = 0; step < steps; ++step)
    {
        test::stepBusyScene(flow.handle(), step);
    }
    EXPECT_EQ(tnGetAllocationCount(), before);
}

TEST(Flow, StepsAllocateNothing)
{
    tnFlowDef def = test::busyDef(40, 32);
    def.threads = 2;
    TestFlow flow(def);
    expectStepsAllocateNothing(flow, 20);
    const int64_t before = tnGetAllocationCount();
    (void)flow.sample(0.5f, 0.5f);
    (void)flow.totals();
    (void)flow.save();
    (void)flow.hash();
    EXPECT_EQ(tnGetAllocationCount(), before) << "looking at it allocates nothing either";
}

// On grids that have many levels, bands and blocks of solids, with everything that is solved for.
TEST(Flow, StepsOfALargeSceneAllocateNothingEither)
{
    const int32_t cells = test::kSlowBuild ? 96 : 384;
    tnFlowDef def = test::busyDef(cells, cells);
    def.threads = 3;
    def.settings.tolerance = 1e-5f;
    TestFlow flow(def);
    expectStepsAllocateNothing(flow, 4);
}

} // namespace
} // namespace tarn
