// What the edges of a water let in and out, and that every drop of it is booked.
#include "tarn/water.h"

#include "support/full_size.h"
#include "support/test_water.h"

#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::TestWater;

constexpr float kDt = 1.0f / 60.0f;

void setEdge(const TestWater& water, tnSide side, const tnWaterEdge& edge)
{
    EXPECT_EQ(tnWater_SetEdge(water.handle(), side, &edge), tn_success);
}

tnWaterEdge edge(const TestWater& water, tnSide side)
{
    tnWaterEdge edge = {};
    EXPECT_EQ(tnWater_GetEdge(water.handle(), side, &edge), tn_success);
    return edge;
}

// A heap of water in a corner, so that waves cross everything.
void disturb(TestWater& water)
{
    water.set(tn_waterSurface, [](double x, double y) {
        return 1.0 + 0.4 * std::exp(-4.0 * ((x - 1.5) * (x - 1.5) + (y - 1.0) * (y - 1.0)));
    });
}

TEST(WaterEdges, VolumeLessWhatWasAddedStaysTheSameWithEveryEdge)
{
    const tnWaterEdge kinds[] = {
        test::edgeOf(tn_waterWall),         test::edgeOf(tn_waterOpen),
        test::edgeOf(tn_waterLevel, 1.3f),  test::edgeOf(tn_waterLevel, -1.0f),
        test::edgeOf(tn_waterInflow, 0.2f), test::edgeOf(tn_waterInflow, -0.2f),
        test::edgeOf(tn_waterPeriodic),
    };
    for (size_t k = 0; k < std::size(kinds); ++k)
    {
        for (const bool alongX : {true, false})
        {
            tnWaterDef def = test::waterDef(40, 37);
            (alongX ? def.left : def.bottom) = kinds[k];
            (alongX ? def.right : def.top) = kinds[k];
            TestWater water(def);
            water.set(tn_waterTerrain, [](double x, double y) { return 0.3 * std::sin(x + y); });
            disturb(water);
            const tnWaterTotals before = water.totals();
            water.step(kDt, test::scaled(200, 2000));
            const tnWaterTotals after = water.totals();
            EXPECT_NEAR(after.volume - after.added, before.volume - before.added,
                        1e-6 * before.volume)
                << "edge " << k;
            EXPECT_GE(water.copy(tn_waterDepth).least(), 0.0f);
            const bool passes = kinds[k].type != tn_waterWall && kinds[k].type != tn_waterPeriodic;
            EXPECT_EQ(std::fabs(after.added - before.added) > 1e-3, passes) << "edge " << k;
        }
    }
}

TEST(WaterEdges, WallSendsTheWaveBack)
{
    TestWater water(test::waterDef(64, 8));
    water.set(tn_waterSurface, [](double x, double) { return x < 1.0 ? 1.02 : 1.0; });
    const double energy = water.totals().potentialEnergy;
    water.step(kDt, 300);
    EXPECT_NEAR(water.totals().volume, 8.02, 8e-6);
    EXPECT_NEAR(water.totals().added, 0.02, 1e-6) << "only the field added any";
    EXPECT_NEAR(water.totals().potentialEnergy, energy, 1e-3 * energy);
    EXPECT_GT(water.totals().kineticEnergy, 0.0) << "it sloshes still";
}

TEST(WaterEdges, OpenLetsTheWaveGo)
{
    tnWaterDef def = test::waterDef(64, 8);
    def.left = def.right = test::edgeOf(tn_waterOpen);
    TestWater water(def);
    water.set(tn_waterSurface,
              [](double x, double) { return 1.0 + 0.05 * std::exp(-4.0 * (x - 4.0) * (x - 4.0)); });
    water.step(kDt, 60);
    const double passing = water.totals().kineticEnergy;
    water.step(kDt, 240);
    EXPECT_LT(water.totals().kineticEnergy, 1e-3 * passing);
    EXPECT_LT(water.totals().added, 0.05) << "the heap has left";
}

TEST(WaterEdges, LevelFillsAndDrainsTheLake)
{
    for (const float level : {1.4f, 0.6f})
    {
        tnWaterDef def = test::waterDef(24, 8);
        def.right = test::edgeOf(tn_waterLevel, level);
        def.right.dye[0] = 1.0f;
        def.settings.liquid.roughness = 1.0f; // so that it comes to rest
        TestWater water(def);
        water.step(kDt, 1200);
        EXPECT_NEAR(water.sample(0.5f, 0.5f).surface, level, 0.02f);
        EXPECT_NEAR(water.totals().added, 3.0 * (static_cast<double>(level) - 1.0), 0.05);
        EXPECT_EQ(water.totals().dye[0] > 0.1, level > 1.0f) << "dye comes in with the water";
    }
}

TEST(WaterEdges, InflowBringsItsDischargeAndDye)
{
    tnWaterDef def = test::waterDef(40, 16);
    def.bottom = test::edgeOf(tn_waterInflow, 0.25f);
    def.bottom.dye[0] = 3.0f;
    TestWater water(def);
    water.step(kDt, 120);
    const double expected = 0.25 * 5.0 * 2.0; // m^2/s, metres, seconds
    EXPECT_NEAR(water.totals().added, expected, 1e-3 * expected);
    EXPECT_NEAR(water.totals().dye[0], 3.0 * expected, 0.01 * expected);
}

TEST(WaterEdges, InflowEntersWhereTheGroundIsLowest)
{
    tnWaterDef def = test::waterDef(32, 33);
    def.level = 0.0f;
    def.left = test::edgeOf(tn_waterInflow, 0.02f);
    def.right = test::edgeOf(tn_waterOpen);
    TestWater water(def);
    water.set(tn_waterTerrain,
              [](double x, double y) { return 0.5 * std::fabs(y - 2.0625) - 0.02 * x; });
    water.step(kDt, 60); // it has not reached the other end yet
    EXPECT_GT(water.sample(0.1f, 2.0625f).depth, 0.05f) << "the river";
    EXPECT_EQ(water.sample(0.1f, 0.2f).depth, 0.0f) << "its valley's side";
    EXPECT_NEAR(water.totals().added, 0.02 * 33 * 0.125, 1e-3);
}

TEST(WaterEdges, OutflowByInflowEndsAtDryGround)
{
    tnWaterDef def = test::waterDef(16, 8);
    def.level = 0.2f;
    def.left = test::edgeOf(tn_waterInflow, -1.0f);
    TestWater water(def);
    water.step(kDt, 1200);
    EXPECT_GE(water.copy(tn_waterDepth).least(), 0.0f);
    EXPECT_GE(water.totals().volume, 0.0);
    EXPECT_LT(water.totals().volume, 0.2 * 0.4);
    EXPECT_NEAR(water.totals().volume - water.totals().added, 0.4, 1e-6);
}

TEST(WaterEdges, PeriodicGoesRound)
{
    tnWaterDef def = test::waterDef(32, 32);
    test::makePeriodic(def);
    TestWater water(def);
    water.set(tn_waterVelocityX, [](double, double) { return 1.0; });
    water.set(TestWater::dyeField(0), [](double x, double) { return x < 1.0 ? 1.0 : 0.0; });
    water.step(kDt, 240); // 4 m: once round
    EXPECT_GT(water.sample(0.5f, 2.0f).dye[0], 0.8f);
    EXPECT_LT(water.sample(2.5f, 2.0f).dye[0], 0.05f);
    EXPECT_NEAR(water.totals().momentumX, 16.0 * 1000.0, 0.5);
}

TEST(WaterEdges, MakingOnePeriodicMakesTheOtherSo)
{
    TestWater water(test::waterDef(16, 16));
    setEdge(water, tn_sideTop, test::edgeOf(tn_waterPeriodic));
    EXPECT_EQ(edge(water, tn_sideBottom).type, tn_waterPeriodic);
    EXPECT_EQ(edge(water, tn_sideLeft).type, tn_waterWall);
    setEdge(water, tn_sideBottom, test::edgeOf(tn_waterLevel, 2.0f));
    EXPECT_EQ(edge(water, tn_sideTop).type, tn_waterLevel);
    EXPECT_EQ(edge(water, tn_sideTop).level, 2.0f);
    setEdge(water, tn_sideTop, test::edgeOf(tn_waterOpen));
    EXPECT_EQ(edge(water, tn_sideBottom).type, tn_waterLevel);
    EXPECT_EQ(water.def().bottom.level, 2.0f);
}

TEST(WaterEdges, ChangedWhileItRunsActFromTheNextStepOn)
{
    TestWater water(test::waterDef(32, 8));
    water.step(kDt, 60);
    EXPECT_EQ(water.stats().tilesAwake, 0) << "asleep";
    setEdge(water, tn_sideLeft, test::edgeOf(tn_waterLevel, 0.5f));
    water.step(kDt, 30);
    EXPECT_LT(water.totals().added, -0.1) << "an edge wakes the water";
}

// ---- Corners

// Edges along x that meet walls and periodic edges in corners.
std::vector<tnWaterEdge> edgesBeside()
{
    tnWaterEdge level = test::edgeOf(tn_waterLevel, 1.2f);
    level.dye[0] = 0.5f;
    tnWaterEdge inflow = test::edgeOf(tn_waterInflow, 0.5f);
    inflow.dye[0] = 0.25f;
    return {test::edgeOf(tn_waterOpen), level, inflow, test::edgeOf(tn_waterInflow, -0.3f)};
}

// (What an inflow brings is shared out along it by a sum over its cells, whose order makes a
// difference of rounding.)
void expectSameColumns(const TestWater& a, const TestWater& b, int32_t shift)
{
    const float tolerance = b.def().bottom.type == tn_waterInflow ? 2e-5f : 0.0f;
    for (const tnWaterField field : test::fieldsOf(b.def()))
    {
        const test::FieldCopy x = a.copy(field);
        const test::FieldCopy y = b.copy(field);
        for (int32_t j = 0; j < y.rows; ++j)
        {
            for (int32_t i = 0; i < y.columns; ++i)
            {
                ASSERT_NEAR(x.at((i + shift) % x.columns, j), y.at(i, j), tolerance)
                    << "field " << field << ", cell " << i << ", " << j;
            }
        }
    }
}

// Nothing passes a wall, in its corners neither: water before it is half of the water that has its
// mirror image in place of the wall.
TEST(WaterEdges, WaterBeforeAWallIsHalfOfAWholeInCornersToo)
{
    constexpr int32_t kHalf = 20;
    for (const tnWaterEdge& beside : edgesBeside())
    {
        tnWaterDef def = test::waterDef(kHalf, 24);
        def.settings.spray = 0.0f;
        def.bottom = beside;
        tnWaterDef whole = def;
        whole.nx = 2 * kHalf;
        TestWater half(def);
        TestWater both(whole);
        const double wall = 0.125 * kHalf;
        both.set(tn_waterSurface, [wall](double x, double y) {
            return 1.0 + 0.3 * std::exp(-std::fabs(x - wall) - y);
        });
        half.set(tn_waterSurface, [](double x, double y) { return 1.0 + 0.3 * std::exp(-x - y); });
        for (TestWater* water : {&half, &both})
        {
            water->step(kDt, 100);
        }
        expectSameColumns(both, half, kHalf);
    }
}

// Where a periodic water begins makes no difference.
TEST(WaterEdges, PeriodicWaterMayBeginAnywhereInCornersToo)
{
    constexpr int32_t kShift = 13;
    constexpr int32_t kAcross = 32;
    for (const tnWaterEdge& beside : edgesBeside())
    {
        tnWaterDef def = test::waterDef(kAcross, 24);
        def.settings.spray = 0.0f;
        test::makePeriodic(def, true, false);
        def.bottom = beside;
        TestWater one(def);
        TestWater other(def);
        const auto heap = [](double column, double y) {
            const double x = 0.125 * std::fmod(column + kAcross, kAcross) - 1.0;
            return 1.0 + 0.3 * std::exp(-x * x - y);
        };
        one.set(tn_waterSurface, [&](double x, double y) { return heap(8.0 * x, y); });
        other.set(tn_waterSurface, [&](double x, double y) { return heap(8.0 * x + kShift, y); });
        for (TestWater* water : {&one, &other})
        {
            water->step(kDt, 100);
        }
        expectSameColumns(one, other, kShift);
    }
}

} // namespace
} // namespace tarn
