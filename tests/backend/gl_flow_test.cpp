// Flows on a GPU against flows on the CPU: the same scenes, the same strokes, the same fields.
//
// Numbers of a step differ by rounding, and whirls let differences grow: scenes are short enough,
// and slow enough, that they stay small.
#include "support/gl_device.h"
#include "support/log_capture.h"
#include "support/test_flow.h"
#include "tarn/water_on_flow.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <memory>

namespace tarn
{
namespace
{

using test::FieldCopy;
using test::TestFlow;

class GlFlow : public testing::Test
{
  protected:
    static void SetUpTestSuite()
    {
        if (!test::mayLackGl())
        {
            gl_ = std::make_unique<test::OwnedGl>();
        }
    }
    static void TearDownTestSuite() { gl_.reset(); }
    void SetUp() override { TARN_SKIP_WITHOUT_GL(); }

    static tnFlowDef onGpu(tnFlowDef def)
    {
        def.backend = tn_backendGL;
        def.gl = gl_->handle();
        return def;
    }

  private:
    static inline std::unique_ptr<test::OwnedGl> gl_; // programs are compiled once for all tests
};

// |a - b| over |b|, both as roots of sums of squares; of fields that are next to nothing, 0.
double relativeDifference(const FieldCopy& a, const FieldCopy& b)
{
    double different = 0.0;
    double all = 0.0;
    for (size_t k = 0; k < a.values.size(); ++k)
    {
        const double d = double(a.values[k]) - double(b.values[k]);
        different += d * d;
        all += double(b.values[k]) * double(b.values[k]);
    }
    return all > 1e-20 ? std::sqrt(different / all) : 0.0;
}

// Pressure has a free constant where nothing lets it out: less its mean.
FieldCopy pressureOf(const TestFlow& flow)
{
    FieldCopy pressure = flow.copy(tn_flowPressure);
    const tnFlowDef def = flow.def();
    const bool closed = def.left.type != tn_flowOutflow && def.right.type != tn_flowOutflow &&
                        def.bottom.type != tn_flowOutflow && def.top.type != tn_flowOutflow;
    const auto mean = static_cast<float>(pressure.sum() / double(pressure.values.size()));
    for (float& value : pressure.values)
    {
        value -= closed ? mean : 0.0f;
    }
    return pressure;
}

// A round brush that moves along a circle and pours dye.
void stroke(const TestFlow& flow, int32_t step)
{
    const float angle = 0.1f * float(step);
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = {0.5f + 0.25f * std::cos(angle), 0.5f + 0.25f * std::sin(angle)};
    brush.to = {brush.from.x - 0.02f * std::sin(angle), brush.from.y + 0.02f * std::cos(angle)};
    brush.radius = 0.06f;
    brush.velocity = {-0.05f * std::sin(angle), 0.05f * std::cos(angle)};
    brush.dye[0] = 0.2f;
    brush.temperature = 1.0f;
    EXPECT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
}

using Prepare = std::function<void(TestFlow&)>;

Prepare withCircle(tnVec2 position, float radius, tnVec2 velocity)
{
    return [=](TestFlow& flow) {
        tnSolidDef circle = tnDefaultSolidDef();
        circle.position = position;
        circle.radius = radius;
        circle.velocity = velocity;
        tnSolid added = {};
        EXPECT_EQ(tnFlow_AddSolid(flow.handle(), &circle, &added), tn_success);
    };
}

void expectAlike(const tnFlowDef& def, const tnFlowDef& other, int32_t steps, double tolerance,
                 const Prepare& prepare = {})
{
    TestFlow cpu(def);
    TestFlow gpu(other);
    for (TestFlow* flow : {&cpu, &gpu})
    {
        flow->setStream(test::whirls(0.1, 7, def.left.type == tn_flowPeriodic));
        if (prepare)
        {
            prepare(*flow);
        }
    }
    uint32_t flags = 0;
    for (int32_t k = 0; k < steps; ++k)
    {
        for (TestFlow* flow : {&cpu, &gpu})
        {
            stroke(*flow, k);
            flags |= flow->step(1.0f / 60.0f);
        }
    }
    EXPECT_EQ(flags, 0u);
    EXPECT_LE(gpu.stats().divergenceAfter, 1.1e-4f * gpu.stats().divergenceBefore);
    EXPECT_NEAR(double(gpu.stats().maxSpeed), double(cpu.stats().maxSpeed),
                0.15 * double(cpu.stats().maxSpeed)); // of the step before last
    for (const tnFlowField field : {tn_flowVelocityX, tn_flowVelocityY})
    {
        EXPECT_LE(relativeDifference(gpu.copy(field), cpu.copy(field)), tolerance) << field;
    }
    EXPECT_LE(relativeDifference(pressureOf(gpu), pressureOf(cpu)), tolerance);
    for (int32_t c = 0; c < def.dyeChannels; ++c)
    {
        EXPECT_LE(relativeDifference(gpu.dye(c), cpu.dye(c)), tolerance) << "dye " << c;
    }
    if (def.temperature)
    {
        EXPECT_LE(relativeDifference(gpu.copy(tn_flowTemperature), cpu.copy(tn_flowTemperature)),
                  tolerance);
    }
}

TEST_F(GlFlow, WallsAsOnTheCpu)
{
    const tnFlowDef def = test::flowDef(96, 64);
    expectAlike(def, onGpu(def), 60, 1e-3);
}

TEST_F(GlFlow, OddSizesAsOnTheCpu)
{
    for (const auto& [nx, ny] : {std::pair{33, 47}, std::pair{5, 3}, std::pair{1, 40}})
    {
        const tnFlowDef def = test::flowDef(nx, ny);
        expectAlike(def, onGpu(def), 20, 1e-3);
    }
}

TEST_F(GlFlow, PeriodicAsOnTheCpu)
{
    tnFlowDef def = test::flowDef(64, 64);
    test::makePeriodic(def);
    expectAlike(def, onGpu(def), 60, 1e-3);
    def = test::flowDef(44, 52); // no power of two: see wrapped in flow_grid.glsl
    test::makePeriodic(def);
    expectAlike(def, onGpu(def), 30, 1e-3);
    def = test::flowDef(64, 48);
    test::makePeriodic(def, true, false);
    expectAlike(def, onGpu(def), 30, 1e-3);
}

// Large enough that some tiles of the projection have to do with no edge.
TEST_F(GlFlow, AwayFromTheEdgesAsOnTheCpu)
{
    tnFlowDef def = test::flowDef(103, 205);
    expectAlike(def, onGpu(def), 12, 1e-4);
    expectAlike(def, onGpu(def), 12, 1e-3, withCircle({0.5f, 0.9f}, 0.2f, {}));
    test::makePeriodic(def);
    expectAlike(def, onGpu(def), 12, 1e-4);
}

// A ring whose length is no power of two, and what is given lies across its seam.
TEST_F(GlFlow, FieldsGivenOnARingGoAsOnTheCpu)
{
    tnFlowDef def = test::flowDef(72, 40);
    def.temperature = true;
    test::makePeriodic(def, true, false);
    const auto give = [](TestFlow& flow) {
        const auto wave = [](double x, double) { return std::cos(6.283185307179586 * x); };
        flow.set(tn_flowVelocityX, [](double, double y) { return 0.3 * std::tanh(8.0 * y - 2.0); });
        flow.set(tn_flowVelocityY, [&](double x, double y) { return 0.02 * wave(x, y); });
        flow.set(tn_flowTemperature, wave);
        flow.set(tn_flowDye0, [](double x, double) { return x < 0.1 || x > 0.8 ? 1.0 : 0.0; });
    };
    expectAlike(def, onGpu(def), 1, 1e-3, give);
    expectAlike(def, onGpu(def), 30, 1e-3, give);
}

TEST_F(GlFlow, WindTunnelAsOnTheCpu)
{
    tnFlowDef def = test::flowDef(96, 48);
    def.left = test::edgeOf(tn_flowInflow, 0.3f);
    def.left.dye[0] = 1.0f;
    def.right = test::edgeOf(tn_flowOutflow);
    def.bottom.noSlip = true;
    def.top.noSlip = true;
    def.top.tangentialSpeed = 0.2f;
    expectAlike(def, onGpu(def), 60, 1e-3);
}

// What comes in along a ring, by profiles that differ on both sides of its seam.
TEST_F(GlFlow, ProfilesOnARingAsOnTheCpu)
{
    for (const bool upright : {false, true})
    {
        tnFlowDef def = test::flowDef(40, 40);
        def.temperature = true;
        def.settings.viscosity = 1e-3f;
        test::makePeriodic(def, !upright, upright);
        (upright ? def.left : def.bottom) = test::edgeOf(tn_flowInflow, 0.4f);
        (upright ? def.right : def.top) = test::edgeOf(tn_flowOutflow);
        const auto give = [&](TestFlow& flow) {
            const tnSide side = upright ? tn_sideLeft : tn_sideBottom;
            float values[40];
            for (int32_t k = 0; k < 40; ++k)
            {
                values[k] = 0.01f * static_cast<float>(k); // a step at the seam
            }
            for (const tnEdgeQuantity quantity :
                 {tn_edgeTangentialSpeed, tn_edgeTemperature, tn_edgeDye0})
            {
                EXPECT_EQ(tnFlow_SetEdgeProfile(flow.handle(), side, quantity, values, 40),
                          tn_success);
            }
        };
        expectAlike(def, onGpu(def), 30, 1e-3, give);
    }
}

TEST_F(GlFlow, ForcesAsOnTheCpu)
{
    tnFlowDef def = test::flowDef(64, 64);
    def.temperature = true;
    def.settings.confinement = 3.0f;
    def.settings.dyeWeight[0] = 0.05f;
    def.settings.dyeDissipation[0] = 0.5f;
    def.settings.cooling = 0.4f;
    def.settings.velocityDissipation = 0.2f;
    def.settings.acceleration = {0.05f, 0.0f};
    expectAlike(def, onGpu(def), 40, 2e-3);
}

TEST_F(GlFlow, FineDyeAndEveryScheme)
{
    for (const tnAdvection scheme :
         {tn_advectionMacCormack, tn_advectionSemiLagrangian, tn_advectionConserving})
    {
        tnFlowDef def = test::flowDef(48, 48);
        def.dyeChannels = 3;
        def.dyeScale = 2;
        def.settings.dyeAdvection = scheme;
        def.settings.velocityAdvection =
            scheme == tn_advectionConserving ? tn_advectionMacCormack : scheme;
        expectAlike(def, onGpu(def), 20, 1e-3);
    }
}

TEST_F(GlFlow, WhatTheHostDoesAsOnTheCpu)
{
    tnFlowDef def = test::flowDef(48, 48);
    def.settings.viscosity = 1e-3f;
    def.settings.dyeDiffusivity[0] = 1e-4f;
    def.tracerCapacity = 100;
    const auto solid = [](TestFlow& flow) {
        tnSolidDef circle = tnDefaultSolidDef();
        circle.position = {0.4f, 0.6f};
        circle.radius = 0.1f;
        tnSolid added = {};
        EXPECT_EQ(tnFlow_AddSolid(flow.handle(), &circle, &added), tn_success);
    };
    expectAlike(def, onGpu(def), 20, 1e-3);
    expectAlike(def, onGpu(def), 20, 2e-3, solid);
}

// Nothing of a step waits: whatever the driver does, two runs are one.
TEST_F(GlFlow, TwoRunsAreTheSame)
{
    const tnFlowDef def = onGpu(test::flowDef(64, 64));
    uint64_t hashes[2] = {};
    for (uint64_t& hash : hashes)
    {
        TestFlow flow(def);
        flow.setStream(test::whirls(0.5, 3));
        for (int32_t k = 0; k < 30; ++k)
        {
            stroke(flow, k);
            flow.step(1.0f / 60.0f);
        }
        hash = flow.hash();
    }
    EXPECT_EQ(hashes[0], hashes[1]);
}

TEST_F(GlFlow, SavedHereRestoredThere)
{
    const tnFlowDef def = test::flowDef(40, 40);
    TestFlow cpu(def);
    TestFlow gpu(onGpu(def));
    gpu.setStream(test::whirls(0.2, 5));
    for (int32_t k = 0; k < 10; ++k)
    {
        stroke(gpu, k);
        gpu.step(1.0f / 60.0f);
    }
    const std::vector<std::byte> bytes = gpu.save();
    ASSERT_EQ(tnFlow_Restore(cpu.handle(), bytes.data(), bytes.size()), tn_success);
    EXPECT_EQ(cpu.hash(), gpu.hash());
    cpu.step(1.0f / 60.0f, 10);
    gpu.step(1.0f / 60.0f, 10);
    EXPECT_LE(relativeDifference(gpu.dye(), cpu.dye()), 1e-4);
    EXPECT_LE(relativeDifference(gpu.copy(tn_flowVelocityX), cpu.copy(tn_flowVelocityX)), 1e-3);
    ASSERT_EQ(tnFlow_Resize(gpu.handle(), 60, 60, 1), tn_success);
    EXPECT_EQ(gpu.step(1.0f / 60.0f, 3), 0u);
}

TEST_F(GlFlow, SolidsThatComeMoveAndGo)
{
    const tnFlowDef def = test::flowDef(48, 48);
    expectAlike(def, onGpu(def), 20, 5e-3, withCircle({0.3f, 0.5f}, 0.12f, {0.3f, 0.0f}));
}

// Brushes whose dyes are partly the same, over one another: each does what it would do alone.
TEST_F(GlFlow, StrokesOverOneAnother)
{
    tnFlowDef def = test::flowDef(64, 64);
    def.dyeChannels = 3;
    const auto pour = [](TestFlow& flow) {
        for (int32_t k = 0; k < 12; ++k)
        {
            tnFlowBrush brush = tnDefaultFlowBrush();
            brush.mode = tn_brushHold;
            brush.from = brush.to = {0.5f + 0.01f * float(k % 3), 0.5f};
            brush.radius = 0.1f;
            brush.dye[k % 3] = 0.1f * float(k);
            brush.dye[(k + 1) % 3] = 1.0f;
            brush.holdVelocity = brush.holdTemperature = false;
            EXPECT_EQ(tnFlow_Brush(flow.handle(), &brush), tn_success);
        }
    };
    expectAlike(def, onGpu(def), 4, 1e-3, pour);
}

// What bodies on a surface do to a flow on the device.
TEST_F(GlFlow, BodiesPushItAsOnTheCpu)
{
    const tnFlowDef def = test::flowDef(48, 48);
    TestFlow cpu(def);
    TestFlow gpu(onGpu(def));
    for (const TestFlow* flow : {&cpu, &gpu})
    {
        tnWaterDef waterDef = tnDefaultWaterDef();
        waterDef.nx = waterDef.ny = 48;
        waterDef.cellSize = def.cellSize;
        waterDef.settings.spray = 0.0f;
        tnWater water = {};
        ASSERT_EQ(tnCreateWater(&waterDef, &water), tn_success);
        tnBodyDef crate = tnDefaultBodyDef();
        crate.halfSize = {0.05f, 0.05f, 0.05f};
        crate.position = {0.5f, 0.5f, 1.0f};
        crate.velocity = {0.5f, 0.2f, 0.0f};
        tnBody body = {};
        ASSERT_EQ(tnWater_AddBody(water, &crate, &body), tn_success);
        const tnFlowSurface surface = tnDefaultFlowSurface();
        for (int32_t k = 0; k < 5; ++k)
        {
            tnWater_StepOnFlow(water, flow->handle(), &surface, 1.0f / 60.0f);
        }
        EXPECT_EQ(tnDestroyWater(water), tn_success);
    }
    EXPECT_GT(cpu.copy(tn_flowVelocityX).largest(), 1e-3f);
    EXPECT_LE(relativeDifference(gpu.copy(tn_flowVelocityX), cpu.copy(tn_flowVelocityX)), 1e-3);
}

TEST_F(GlFlow, FallsBackWhereTheDeviceFails)
{
    for (const GlFault fault : {GlFault::memory, GlFault::compile})
    {
        for (const tnFallback fallback : {tn_fallbackFail, tn_fallbackCpu})
        {
            const test::BreakableGl own; // nothing is compiled in it yet
            tnFlowDef def = test::flowDef(32, 32);
            def.backend = tn_backendGL;
            def.gl = own.handle();
            def.fallback = fallback;
            own.force(fault);
            test::LogCapture log;
            tnFlow flow = {};
            const tnResult result = tnCreateFlow(&def, &flow);
            EXPECT_TRUE(log.has(tn_logGl));
            if (fallback == tn_fallbackFail)
            {
                EXPECT_EQ(result,
                          fault == GlFault::memory ? tn_errorOutOfMemory : tn_errorUnsupported);
                EXPECT_TRUE(TN_IS_NULL(flow));
                continue;
            }
            ASSERT_EQ(result, tn_success);
            tnFlowDef made = {};
            EXPECT_EQ(tnFlow_GetDef(flow, &made), tn_success);
            EXPECT_EQ(made.backend, tn_backendCpu);
            EXPECT_EQ(tnFlow_Step(flow, 1.0f / 60.0f), 0u);
            EXPECT_EQ(tnDestroyFlow(flow), tn_success);
        }
    }
}

TEST_F(GlFlow, WhereTheContextIsLost)
{
    for (const tnFallback fallback : {tn_fallbackFail, tn_fallbackCpu})
    {
        const test::BreakableGl own;
        tnFlowDef def = test::flowDef(32, 32);
        def.backend = tn_backendGL;
        def.gl = own.handle();
        def.fallback = fallback;
        TestFlow flow(def);
        flow.setStream(test::whirls(0.2, 5));
        flow.step(1.0f / 60.0f, 5);
        const FieldCopy before = flow.copy(tn_flowVelocityX);
        own.force(GlFault::loss);
        test::LogCapture log;
        const uint32_t flags = flow.step(1.0f / 60.0f, 3);
        const bool goesOn = fallback == tn_fallbackCpu;
        EXPECT_EQ((flags & uint32_t{tn_stepLost}) == 0, goesOn);
        EXPECT_EQ(log.has(tn_logGl), goesOn);
        EXPECT_EQ(flow.def().backend, goesOn ? tn_backendCpu : tn_backendGL);
        EXPECT_TRUE(flow.isFinite());
        const double change = relativeDifference(flow.copy(tn_flowVelocityX), before);
        EXPECT_EQ(change > 0.0, goesOn);
        EXPECT_LE(change, 0.2); // it goes on from there
    }
}

TEST_F(GlFlow, RefusesWithoutADevice)
{
    tnFlowDef def = test::flowDef(16, 16);
    def.backend = tn_backendGL;
    test::LogCapture log;
    tnFlow flow = {};
    EXPECT_EQ(tnCreateFlow(&def, &flow), tn_errorInvalidHandle);
    EXPECT_TRUE(TN_IS_NULL(flow));
    EXPECT_TRUE(log.has(tn_logInvalidHandle));
}

} // namespace
} // namespace tarn
