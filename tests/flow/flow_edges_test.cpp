// Edges: a uniform flow passes through them untouched, and what leaves leaves nothing behind.
#include "support/full_size.h"
#include "support/test_flow.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::FieldCopy;
using test::TestFlow;

constexpr tnSide kSides[] = {tn_sideLeft, tn_sideRight, tn_sideBottom, tn_sideTop};

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

// A wall that starts to slide along still fluid draws it along as far as viscosity has come: at a
// distance d after a time t with U erfc(d / sqrt(4 nu t)) (Stokes), to the right or up.
TEST(FlowEdges, ASlidingWallOnAnySideDrawsTheFluidAlong)
{
    constexpr float kSpeed = 0.7f;
    constexpr float kViscosity = 0.01f;
    constexpr float kTime = 0.5f;
    for (const tnSide side : kSides)
    {
        const bool isUpright = side == tn_sideLeft || side == tn_sideRight;
        tnFlowDef def = test::flowDef(64, 64);
        test::makePeriodic(def, !isUpright, isUpright);
        def.settings.viscosity = kViscosity;
        TestFlow flow(def);
        tnFlowEdge wall = test::edgeOf(tn_flowWall);
        wall.noSlip = true;
        wall.tangentialSpeed = kSpeed;
        ASSERT_EQ(tnFlow_SetEdge(flow.handle(), side, &wall), tn_success);
        flow.step(0.005f, 100);
        for (const float distance : {0.0390625f, 0.1015625f, 0.2265625f})
        {
            const bool isLow = side == tn_sideLeft || side == tn_sideBottom;
            const float place = isLow ? distance : 1.0f - distance;
            const tnVec2 velocity =
                flow.sample(isUpright ? place : 0.5f, isUpright ? 0.5f : place).velocity;
            const float along = isUpright ? velocity.y : velocity.x;
            const float across = isUpright ? velocity.x : velocity.y;
            const float expected =
                kSpeed * std::erfc(distance / std::sqrt(4.0f * kViscosity * kTime));
            EXPECT_NEAR(along, expected, 0.01f * kSpeed) << "side " << side;
            EXPECT_NEAR(across, 0.0f, 1e-6f) << "side " << side;
        }
    }
}

// Wind that comes in askew, warm here and cold there, by profiles: the whole grid has it once it
// has passed.
TEST(FlowEdges, ProfilesOfInflowGiveItsSpeedAlongTheEdgeAndItsWarmth)
{
    for (const tnSide side : kSides)
    {
        const bool isUpright = side == tn_sideLeft || side == tn_sideRight;
        const bool isLow = side == tn_sideLeft || side == tn_sideBottom;
        tnFlowDef def = test::flowDef(32, 32);
        def.temperature = true;
        def.settings.thermalExpansion = 0.0f;
        test::makePeriodic(def, !isUpright, isUpright);
        tnFlowEdge* edges[] = {&def.left, &def.right, &def.bottom, &def.top};
        *edges[side] = test::edgeOf(tn_flowInflow, 1.0f);
        *edges[side ^ 1] = test::edgeOf(tn_flowOutflow);
        TestFlow flow(def);
        // A step of warmth along the edge is carried askew: by half as much along as across.
        std::vector<float> along(32, 0.5f);
        std::vector<float> warmth(32);
        for (size_t k = 0; k < warmth.size(); ++k)
        {
            warmth[k] = k < 16 ? 10.0f : -4.0f;
        }
        ASSERT_EQ(
            tnFlow_SetEdgeProfile(flow.handle(), side, tn_edgeTangentialSpeed, along.data(), 32),
            tn_success);
        ASSERT_EQ(tnFlow_SetEdgeProfile(flow.handle(), side, tn_edgeTemperature, warmth.data(), 32),
                  tn_success);
        flow.step(1.0f / 64.0f, 160);
        for (const float distance : {0.125f, 0.5f, 0.875f})
        {
            for (const float start : {0.125f, 0.375f, 0.625f, 0.875f})
            {
                const float there = std::fmod(start + 0.5f * distance, 1.0f);
                const float across = isLow ? distance : 1.0f - distance;
                const tnFlowSample sample =
                    flow.sample(isUpright ? across : there, isUpright ? there : across);
                const float intoX = isLow ? 1.0f : -1.0f;
                EXPECT_NEAR(isUpright ? sample.velocity.x : sample.velocity.y, intoX, 1e-3f)
                    << "side " << side;
                EXPECT_NEAR(isUpright ? sample.velocity.y : sample.velocity.x, 0.5f, 1e-3f)
                    << "side " << side;
                EXPECT_NEAR(sample.temperature, start < 0.5f ? 10.0f : -4.0f, 0.15f)
                    << "side " << side << " at " << distance << ", " << start;
            }
        }
    }
}

// What comes in along a periodic axis may as well come in some cells further on: profiles look
// across the seam at the corners too, and so do the rows beyond the edge.
TEST(FlowEdges, WhereAPeriodicAxisBeginsMakesNoDifferenceToWhatComesIn)
{
    constexpr int32_t kCells = 32;
    constexpr int32_t kShift = 5;
    for (const tnSide side : kSides)
    {
        const bool isUpright = side == tn_sideLeft || side == tn_sideRight;
        const auto run = [&](int32_t shift) {
            tnFlowDef def = test::flowDef(kCells, kCells);
            test::makePeriodic(def, !isUpright, isUpright);
            def.temperature = true;
            def.settings.thermalExpansion = 0.0f;
            def.settings.viscosity = 0.002f;
            def.settings.tolerance = 1e-6f;
            def.dyeScale = 2;
            tnFlowEdge* edges[] = {&def.left, &def.right, &def.bottom, &def.top};
            *edges[side] = test::edgeOf(tn_flowInflow);
            *edges[side ^ 1] = test::edgeOf(tn_flowOutflow);
            auto flow = std::make_unique<TestFlow>(def);
            const auto give = [&](tnEdgeQuantity quantity, float mean, float phase) {
                std::vector<float> values(kCells);
                for (int32_t k = 0; k < kCells; ++k)
                {
                    const float turn = 2.0f * std::numbers::pi_v<float> / kCells;
                    values[static_cast<size_t>((k + shift) % kCells)] =
                        mean + 0.3f * std::sin(turn * static_cast<float>(k) + phase);
                }
                EXPECT_EQ(
                    tnFlow_SetEdgeProfile(flow->handle(), side, quantity, values.data(), kCells),
                    tn_success);
            };
            give(tn_edgeNormalSpeed, 1.0f, 0.0f);
            give(tn_edgeTangentialSpeed, 0.4f, 1.0f);
            give(tn_edgeTemperature, 1.0f, 2.0f);
            give(tn_edgeDye0, 1.0f, 3.0f);
            flow->step(1.0f / 64.0f, 40);
            return flow;
        };
        const auto here = run(0);
        const auto there = run(kShift);
        const float way = static_cast<float>(kShift) / kCells;
        float most[4] = {};
        for (int32_t j = 0; j < kCells; ++j)
        {
            for (int32_t i = 0; i < kCells; ++i)
            {
                const float x = (static_cast<float>(i) + 0.5f) / kCells;
                const float y = (static_cast<float>(j) + 0.5f) / kCells;
                const tnFlowSample a = here->sample(x, y);
                const tnFlowSample b = isUpright ? there->sample(x, std::fmod(y + way, 1.0f))
                                                 : there->sample(std::fmod(x + way, 1.0f), y);
                most[0] = std::max(most[0], std::fabs(a.velocity.x - b.velocity.x));
                most[1] = std::max(most[1], std::fabs(a.velocity.y - b.velocity.y));
                most[2] = std::max(most[2], std::fabs(a.temperature - b.temperature));
                most[3] = std::max(most[3], std::fabs(a.dye[0] - b.dye[0]));
            }
        }
        for (const float difference : most)
        {
            EXPECT_LE(difference, 2e-5f) << "side " << side;
        }
    }
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
