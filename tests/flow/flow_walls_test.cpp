// Nothing leaks: dye, warmth and tracers stay on their side of a wall of one cell, of a diagonal
// line of single cells and of a thin plate, in a flow that crosses five cells a step.
#include "support/full_size.h"
#include "support/test_flow.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::FieldCopy;
using test::TestFlow;

constexpr int32_t kCells = 48;
constexpr float kCell = 1.0f / static_cast<float>(kCells);
constexpr float kDt = 1.0f / 60.0f;

// A wall, and which side of it a place is on: above 0, below 0; 0 where the wall itself is near.
struct Wall
{
    std::string name;
    std::function<void(TestFlow&)> build;
    std::function<double(double, double)> side;
};

void setCells(TestFlow& flow, const std::function<bool(int32_t, int32_t)>& isSolid)
{
    std::vector<uint8_t> mask(static_cast<size_t>(kCells) * kCells);
    for (int32_t j = 0; j < kCells; ++j)
    {
        for (int32_t i = 0; i < kCells; ++i)
        {
            mask[static_cast<size_t>(j) * kCells + static_cast<size_t>(i)] =
                isSolid(i, j) ? 255 : 0;
        }
    }
    ASSERT_EQ(tnFlow_SetMask(flow.handle(), mask.data(), kCells * kCells), tn_success);
}

std::vector<Wall> walls()
{
    const auto capsule = [](float angle, float radius) {
        return [angle, radius](TestFlow& flow) {
            tnSolidDef plate = tnDefaultSolidDef();
            plate.type = tn_shapeCapsule;
            plate.radius = radius;
            plate.halfSize.x = 2.0f; // beyond all edges
            plate.position = {0.503f, 0.497f};
            plate.angle = angle;
            tnSolid solid = {};
            ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &plate, &solid), tn_success);
        };
    };
    const auto across = [](double angle) {
        return [angle](double x, double y) {
            return (x - 0.503) * std::sin(angle) - (y - 0.497) * std::cos(angle);
        };
    };
    std::vector<Wall> all = {
        {"one column",
         [](TestFlow& flow) { setCells(flow, [](int32_t i, int32_t) { return i == 24; }); },
         [](double x, double) { return x - 24.5 / kCells; }},
        {"one row",
         [](TestFlow& flow) { setCells(flow, [](int32_t, int32_t j) { return j == 24; }); },
         [](double, double y) { return y - 24.5 / kCells; }},
        {"diagonal",
         [](TestFlow& flow) { setCells(flow, [](int32_t i, int32_t j) { return i == j; }); },
         [](double x, double y) { return x - y; }},
        {"other diagonal",
         [](TestFlow& flow) {
             setCells(flow, [](int32_t i, int32_t j) { return i + j == kCells - 1; });
         },
         [](double x, double y) { return x + y - 1.0; }},
    };
    for (const double angle : {1.5708, 0.0, 0.31, 0.7854, 2.2})
    {
        for (const float cells : {0.02f, 0.3f})
        {
            all.push_back(
                {"plate of " + std::to_string(2.0f * cells) + " cells at " + std::to_string(angle),
                 capsule(static_cast<float>(angle), cells * kCell), across(angle)});
        }
    }
    return all;
}

// Dye 1, warmth 100 and all tracers on one side; jets on both sides blow against the wall.
void expectNoLeak(const Wall& wall, int32_t dyeScale, tnAdvection scheme)
{
    const std::string name =
        wall.name + ", dyeScale " + std::to_string(dyeScale) + ", scheme " + std::to_string(scheme);
    tnFlowDef def = test::flowDef(kCells, kCells);
    def.dyeScale = dyeScale;
    def.temperature = true;
    def.tracerCapacity = 2000;
    def.settings.thermalExpansion = 0.0f;
    def.settings.dyeAdvection = scheme;
    def.settings.temperatureAdvection = scheme;
    TestFlow flow(def);
    wall.build(flow);
    // A cell that the wall touches may be on either side: what is near it counts for neither.
    const double near = 1.5 * static_cast<double>(kCell);
    const auto inside = [&](double x, double y) { return wall.side(x, y) > 0.0 ? 1.0 : 0.0; };
    flow.set(tn_flowDye0, inside);
    flow.set(tn_flowTemperature, [&](double x, double y) { return 100.0 * inside(x, y); });
    std::vector<tnVec2> points;
    for (int32_t k = 0; k < 40 * 40; ++k)
    {
        const tnVec2 at = {(0.5f + static_cast<float>(k % 40)) / 40.0f,
                           (0.5f + static_cast<float>(k / 40)) / 40.0f};
        if (wall.side(static_cast<double>(at.x), static_cast<double>(at.y)) > near)
        {
            points.push_back(at);
        }
    }
    ASSERT_EQ(tnFlow_AddTracers(flow.handle(), points.data(), static_cast<int32_t>(points.size())),
              tn_success);
    const float speed = 15.0f * kCell / kDt; // walls turn it into five cells a step and more
    const int32_t steps = test::kSlowBuild ? 12 : 24;
    for (int32_t k = 0; k < steps; ++k)
    {
        for (int32_t n = 0; n < 4; ++n)
        {
            tnFlowBrush jet = tnDefaultFlowBrush();
            const float turn = 0.7f * static_cast<float>(k) + 1.5708f * static_cast<float>(n);
            jet.mode = tn_brushHold;
            jet.holdRate = 1000.0f;
            jet.holdDye = jet.holdTemperature = false;
            jet.radius = 0.12f;
            jet.from = jet.to = {0.5f + 0.3f * std::cos(turn), 0.5f + 0.3f * std::sin(turn)};
            jet.velocity = {-speed * std::cos(turn), -speed * std::sin(turn)};
            ASSERT_EQ(tnFlow_Brush(flow.handle(), &jet), tn_success);
        }
        flow.step(kDt);
    }
    EXPECT_GT(flow.stats().maxSpeed, 5.0f * kCell / kDt) << name;
    const auto expectKept = [&](const FieldCopy& field, float amount, const char* what) {
        float outside = 0.0f;
        for (int32_t j = 0; j < field.rows; ++j)
        {
            for (int32_t i = 0; i < field.columns; ++i)
            {
                const tnVec2 at = field.place(i, j);
                if (wall.side(static_cast<double>(at.x), static_cast<double>(at.y)) < -near)
                {
                    outside = std::max(outside, std::fabs(field.at(i, j)));
                }
            }
        }
        EXPECT_EQ(outside, 0.0f) << what << " on the other side: " << name;
        EXPECT_LE(field.most(), amount * 1.01f) << name;
    };
    expectKept(flow.dye(), 1.0f, "dye");
    expectKept(flow.copy(tn_flowTemperature), 100.0f, "warmth");
    const std::vector<tnVec2> tracers = flow.tracers();
    EXPECT_EQ(tracers.size(), points.size()) << name;
    int32_t through = 0;
    for (const tnVec2& at : tracers)
    {
        through += wall.side(static_cast<double>(at.x), static_cast<double>(at.y)) < -near ? 1 : 0;
    }
    EXPECT_EQ(through, 0) << "tracers on the other side: " << name;
}

TEST(FlowWalls, NothingLeaksThroughWallsOfOneCellNorThinPlates)
{
    for (const Wall& wall : walls())
    {
        expectNoLeak(wall, 1, tn_advectionMacCormack);
        expectNoLeak(wall, 2, tn_advectionSemiLagrangian);
        expectNoLeak(wall, 1, tn_advectionConserving);
    }
}

TEST(FlowWalls, NothingLeaksIntoFinerDyeEither)
{
    for (const Wall& wall : walls())
    {
        expectNoLeak(wall, 3, tn_advectionMacCormack);
        expectNoLeak(wall, 2, tn_advectionConserving);
    }
}

// Between a warm plate and a cold wall warmth falls off linearly in the end; an insulated plate
// takes the wall's.
TEST(FlowWalls, APlateOfFixedTemperatureWarmsTheFluidNextToIt)
{
    for (const bool isFixed : {true, false})
    {
        tnFlowDef def = test::flowDef(8, 64);
        test::makePeriodic(def, true, false);
        def.temperature = true;
        def.settings.thermalExpansion = 0.0f;
        def.settings.thermalDiffusivity = 2.0f;
        def.top.fixedTemperature = true;
        def.top.temperature = -5.0f;
        TestFlow flow(def);
        const float height = 8.0f; // of the grid, which is a metre wide
        tnSolidDef plate = tnDefaultSolidDef();
        plate.type = tn_shapeBox;
        plate.radius = 0.0f;
        plate.position = {0.5f, 0.0f};
        plate.halfSize = {1.0f, 2.0f};
        plate.fixedTemperature = isFixed;
        plate.temperature = 20.0f;
        tnSolid solid = {};
        ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &plate, &solid), tn_success);
        flow.step(0.5f, 400);
        for (const float y : {2.5f, 4.0f, 6.0f, 7.5f})
        {
            const float part = (y - 2.0f) / (height - 2.0f);
            const float expected = isFixed ? 20.0f - 25.0f * part : -5.0f;
            EXPECT_NEAR(flow.sample(0.5f, y).temperature, expected, 0.25f) << "at " << y;
        }
    }
}

// The fluid on the far side of a wall moves by no more than a projection may leave.
TEST(FlowWalls, AFlowOnOneSideLeavesTheOtherSideStill)
{
    tnFlowDef def = test::flowDef(kCells, kCells);
    TestFlow flow(def);
    setCells(flow, [](int32_t i, int32_t) { return i == 24; });
    tnFlowBrush jet = tnDefaultFlowBrush();
    jet.from = jet.to = {0.25f, 0.5f};
    jet.radius = 0.05f; // its weight is nothing at the wall
    jet.velocity = {3.0f, 1.0f};
    for (int32_t k = 0; k < 20; ++k)
    {
        ASSERT_EQ(tnFlow_Brush(flow.handle(), &jet), tn_success);
        flow.step(kDt);
    }
    const FieldCopy u = flow.copy(tn_flowVelocityX);
    const FieldCopy v = flow.copy(tn_flowVelocityY);
    float most = 0.0f;
    for (int32_t j = 0; j < kCells; ++j)
    {
        for (int32_t i = 26; i < kCells; ++i)
        {
            most = std::max({most, std::fabs(u.at(i, j)), std::fabs(v.at(i, j))});
        }
    }
    EXPECT_GT(flow.stats().maxSpeed, 0.5f);
    EXPECT_LE(most, 1e-4f * flow.stats().maxSpeed);
}

// A piston pushes everything before it and leaves nothing behind.
TEST(FlowWalls, AMovingPlatePushesTheFluidAndLetsNothingThrough)
{
    tnFlowDef def = test::flowDef(kCells, kCells);
    def.right = test::edgeOf(tn_flowOutflow);
    def.left = test::edgeOf(tn_flowOutflow);
    TestFlow flow(def);
    tnSolidDef plate = tnDefaultSolidDef();
    plate.type = tn_shapeBox;
    plate.radius = 0.0f;
    plate.halfSize = {0.7f * kCell, 2.0f};
    plate.position = {0.2f, 0.5f};
    plate.velocity = {0.5f, 0.0f};
    tnSolid solid = {};
    ASSERT_EQ(tnFlow_AddSolid(flow.handle(), &plate, &solid), tn_success);
    flow.set(tn_flowDye0, [](double x, double) { return x > 0.2 ? 1.0 : 0.0; });
    flow.step(kDt, 50);
    tnSolidDef now = {};
    ASSERT_EQ(tnFlow_GetSolid(flow.handle(), solid, &now), tn_success);
    EXPECT_NEAR(now.position.x, 0.2f + 0.5f * 50.0f * kDt, 1e-4f);
    for (const float x : {0.1f, 0.3f, 0.5f})
    {
        EXPECT_NEAR(flow.sample(x, 0.5f).velocity.x, 0.5f, 0.01f) << "drawn along at " << x;
        EXPECT_LE(flow.sample(x, 0.5f).dye[0], 1e-3f) << "behind it at " << x;
    }
    EXPECT_NEAR(flow.sample(0.8f, 0.5f).velocity.x, 0.5f, 0.01f);
    EXPECT_NEAR(flow.sample(0.8f, 0.5f).dye[0], 1.0f, 0.01f) << "before it";
}

} // namespace
} // namespace tarn
