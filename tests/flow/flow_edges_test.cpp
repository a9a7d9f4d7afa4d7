// Edges: a uniform flow passes through them untouched, and what leaves leaves nothing behind.
#include "support/full_size.h"
#include "support/test_flow.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>

namespace tarn
{
namespace
{

using test::FieldCopy;
using test::TestFlow;

// How far a velocity is from a uniform one.
float disturbance(const TestFlow& flow, float u, float v)
{
    float most = 0.0f;
    for (const float value : flow.copy(tn_flowVelocityX).values)
    {
        most = std::max(most, std::fabs(value - u));
    }
    for (const float value : flow.copy(tn_flowVelocityY).values)
    {
        most = std::max(most, std::fabs(value - v));
    }
    return most;
}

void record(const std::string& name, double value)
{
    testing::Test::RecordProperty(name, std::to_string(value));
}

TEST(FlowEdges, UniformFlowOnATorusStaysUniform)
{
    for (const tnAdvection scheme : {tn_advectionMacCormack, tn_advectionSemiLagrangian})
    {
        tnFlowDef def = test::flowDef(41, 32);
        test::makePeriodic(def);
        def.settings.velocityAdvection = scheme;
        def.settings.viscosity = 0.01f;
        TestFlow flow(def);
        flow.set(tn_flowVelocityX, [](double, double) { return 1.0; });
        flow.set(tn_flowVelocityY, [](double, double) { return -0.6; });
        EXPECT_EQ(flow.step(1.0f / 60.0f, 100), 0u);
        EXPECT_LE(disturbance(flow, 1.0f, -0.6f), 2e-6f);
    }
}

TEST(FlowEdges, UniformFlowFromInflowToOutflowStaysUniform)
{
    // Along x and along y, with the wind at any side; CFL 1/2 and 5.
    for (const int32_t side : {0, 1, 2, 3})
    {
        for (const float dt : {0.0125f, 0.125f})
        {
            tnFlowDef def = test::flowDef(40, 40);
            tnFlowEdge* const edges[4] = {&def.left, &def.right, &def.bottom, &def.top};
            *edges[side] = test::edgeOf(tn_flowInflow, 1.0f);
            edges[side]->dye[0] = 0.5f;
            *edges[side ^ 1] = test::edgeOf(tn_flowOutflow);
            edges[side ^ 1]->dye[0] = 7.0f; // must not come in
            const float speed = side % 2 == 0 ? 1.0f : -1.0f;
            const float u = side < 2 ? speed : 0.0f;
            const float v = side < 2 ? 0.0f : speed;
            for (const tnAdvection scheme : {tn_advectionMacCormack, tn_advectionSemiLagrangian})
            {
                for (const float viscosity : {0.0f, 0.01f})
                {
                    SCOPED_TRACE(testing::Message()
                                 << "from side " << side << ", dt " << dt << ", scheme " << scheme
                                 << ", viscosity " << viscosity);
                    def.settings.velocityAdvection = scheme;
                    def.settings.viscosity = viscosity;
                    TestFlow flow(def);
                    flow.set(tn_flowVelocityX,
                             [u](double, double) { return static_cast<double>(u); });
                    flow.set(tn_flowVelocityY,
                             [v](double, double) { return static_cast<double>(v); });
                    flow.set(tn_flowDye0, [](double, double) { return 0.5; });
                    EXPECT_EQ(flow.step(dt, 200), 0u);
                    EXPECT_LE(disturbance(flow, u, v), 1e-6f);
                    EXPECT_NEAR(flow.dye().least(), 0.5f, 1e-6f);
                    EXPECT_NEAR(flow.dye().most(), 0.5f, 1e-6f);
                }
            }
        }
    }
}

// The first step's solve makes the wind blow everywhere, as exactly as it was asked to.
TEST(FlowEdges, FluidAtRestBlowsUniformlyOnceAWindBlowsIn)
{
    for (const int32_t side : {0, 1, 2, 3})
    {
        for (const float dt : {0.0125f, 0.125f})
        {
            SCOPED_TRACE(testing::Message() << "from side " << side << ", dt " << dt);
            tnFlowDef def = test::flowDef(40, 40);
            tnFlowEdge* const edges[4] = {&def.left, &def.right, &def.bottom, &def.top};
            *edges[side] = test::edgeOf(tn_flowInflow, 1.0f);
            *edges[side ^ 1] = test::edgeOf(tn_flowOutflow);
            const float speed = side % 2 == 0 ? 1.0f : -1.0f;
            const float u = side < 2 ? speed : 0.0f;
            const float v = side < 2 ? 0.0f : speed;
            TestFlow flow(def);
            EXPECT_EQ(flow.step(dt), 0u);
            EXPECT_LE(disturbance(flow, u, v), 1e-3f);
            EXPECT_EQ(flow.step(dt, static_cast<int32_t>(2.0f / dt)), 0u); // twice through
            EXPECT_LE(disturbance(flow, u, v), 1e-5f);
        }
    }
}

TEST(FlowEdges, InflowFillsTheGridWithItsDye)
{
    tnFlowDef def = test::flowDef(40, 8);
    def.left = test::edgeOf(tn_flowInflow, 1.0f);
    def.left.dye[0] = 1.0f;
    def.right = test::edgeOf(tn_flowOutflow);
    for (const tnAdvection scheme :
         {tn_advectionMacCormack, tn_advectionSemiLagrangian, tn_advectionConserving})
    {
        def.settings.dyeAdvection = scheme;
        TestFlow flow(def);
        flow.step(1e-4f);     // the wind begins
        flow.step(0.01f, 50); // and its front has come half the way
        EXPECT_NEAR(flow.sample(0.25f, 0.1f).dye[0], 1.0f, 0.02f) << scheme;
        EXPECT_NEAR(flow.sample(0.75f, 0.1f).dye[0], 0.0f, 0.02f) << scheme;
        EXPECT_NEAR(flow.totals().dye[0], 0.5 * 0.2, 0.02 * 0.2) << scheme;
        flow.step(0.01f, 150);
        EXPECT_NEAR(flow.dye().least(), 1.0f, 1e-3f) << scheme;
    }
}

// A whirl in a wind of 1 m/s, whose speed is `swirl` at its ring and 0 beyond: what it does is its
// own, and not the far field's.
test::PlaceFunction shieldedWhirl(double swirl, double x0, double y0, double radius)
{
    return [=](double x, double y) {
        const double r2 = ((x - x0) * (x - x0) + (y - y0) * (y - y0)) / (radius * radius);
        return y + 0.5 * swirl * radius * std::exp(0.5 * (1.0 - r2)) * 2.0;
    };
}

TEST(FlowEdges, AWhirlLeavesThroughOutflowWithoutAKick)
{
    constexpr float kSwirl = 0.4f;
    constexpr int32_t kColumns = 96;
    constexpr int32_t kRows = 48;
    const auto wind = [](int32_t columns) {
        tnFlowDef def = test::flowDef(columns, kRows);
        def.cellSize = 1.0f / static_cast<float>(kRows);
        def.left = test::edgeOf(tn_flowInflow, 1.0f);
        def.right = test::edgeOf(tn_flowOutflow);
        return def;
    };
    // The same in a channel twice as long, where the edge is too far away to matter.
    TestFlow flow(wind(kColumns));
    TestFlow truth(wind(2 * kColumns));
    const auto whirl = shieldedWhirl(static_cast<double>(kSwirl), 1.5, 0.5, 0.12);
    flow.setStream(whirl);
    truth.setStream(whirl);
    const float dt = 0.5f / static_cast<float>(kRows);
    float kick = 0.0f;
    for (int32_t step = 0; step < 2 * 96; ++step)
    {
        flow.step(dt);
        truth.step(dt);
        const FieldCopy u = flow.copy(tn_flowVelocityX);
        const FieldCopy v = flow.copy(tn_flowVelocityY);
        const FieldCopy trueU = truth.copy(tn_flowVelocityX);
        const FieldCopy trueV = truth.copy(tn_flowVelocityY);
        // In the half that is upstream of where the whirl began.
        for (int32_t j = 0; j < kRows; ++j)
        {
            for (int32_t i = 0; i < kColumns / 2; ++i)
            {
                kick = std::max(kick, std::fabs(u.at(i, j) - trueU.at(i, j)));
                kick = std::max(kick, std::fabs(v.at(i, j) - trueV.at(i, j)));
            }
        }
    }
    const float left = disturbance(flow, 1.0f, 0.0f) / kSwirl;
    record("kick_upstream_part_of_swirl", static_cast<double>(kick / kSwirl));
    record("left_behind_part_of_swirl", static_cast<double>(left));
    EXPECT_LE(kick / kSwirl, 0.02f) << "upstream, while it leaves";
    EXPECT_LE(left, 0.02f) << "anywhere, after it has left";
    EXPECT_LE(disturbance(truth, 1.0f, 0.0f) / kSwirl, 2.0f);
}

TEST(FlowEdges, FluidMayComeInThroughAnOpenTop)
{
    // A plume in a box with an open top draws fluid in beside it; nothing blows up.
    tnFlowDef def = test::flowDef(48, 48);
    def.top = test::edgeOf(tn_flowOutflow);
    def.temperature = true;
    TestFlow flow(def);
    tnFlowBrush heat = tnDefaultFlowBrush();
    heat.mode = tn_brushHold;
    heat.from = heat.to = {0.5f, 0.2f};
    heat.radius = 0.06f;
    heat.temperature = 100.0f;
    heat.dye[0] = 1.0f;
    heat.holdVelocity = false;
    tnEmitter emitter = {};
    ASSERT_EQ(tnFlow_AddEmitter(flow.handle(), &heat, &emitter), tn_success);
    EXPECT_EQ(flow.step(1.0f / 60.0f, 200), 0u);
    EXPECT_TRUE(flow.isFinite());
    EXPECT_GT(flow.sample(0.5f, 0.8f).velocity.y, 0.1f) << "it rises";
    EXPECT_LT(flow.stats().maxSpeed, 10.0f);
    EXPECT_LE(flow.dye().most(), 1.0001f);
    EXPECT_GE(flow.dye().least(), -1e-4f);
}

// X06: what comes in cannot leave.
TEST(FlowEdges, InflowIntoASealedBoxIsReportedAndSpreadEvenly)
{
    tnFlowDef def = test::flowDef(24, 24);
    def.left = test::edgeOf(tn_flowInflow, 1.0f);
    TestFlow flow(def);
    const uint32_t flags = flow.step(1.0f / 60.0f, 20);
    EXPECT_NE(flags & tn_stepIncompatible, 0u);
    EXPECT_GT(flow.stats().incompatibility, 0.0f);
    EXPECT_TRUE(flow.isFinite());
    EXPECT_LT(flow.stats().maxSpeed, 5.0f);
    const FieldCopy divergence = flow.copy(tn_flowDivergence);
    EXPECT_NEAR(divergence.least(), -1.0f, 0.01f) << "1 m/s into a square metre";
    EXPECT_NEAR(divergence.most(), -1.0f, 0.01f);
}

} // namespace
} // namespace tarn
