// Water through its public API: what it is by default, what strokes, springs, rain and liquids do,
// and what views, samples and statistics show.
#include "tarn/water.h"

#include "support/full_size.h"
#include "support/log_capture.h"
#include "support/test_water.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace tarn
{
namespace
{

using test::FieldCopy;
using test::TestWater;

constexpr float kDt = 1.0f / 60.0f;

// Large enough that what is done in the middle does not see the walls.
constexpr float kMiddle = 4.0625f; // of cell 32

tnWaterDef pool()
{
    return test::waterDef(65, 65);
}

tnWaterBrush strokeInTheMiddle()
{
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = brush.to = {kMiddle, kMiddle};
    brush.radius = 0.5f;
    return brush;
}

double weightAt(const tnWaterBrush& brush, tnVec2 at)
{
    const double d = std::hypot(static_cast<double>(at.x - brush.from.x),
                                static_cast<double>(at.y - brush.from.y)) /
                     static_cast<double>(brush.radius);
    return d <= 3.0 ? std::exp(-d * d) : 0.0;
}

// The whole volume under a brush of amount 1.
double volumeOf(const tnWaterBrush& brush)
{
    return std::numbers::pi * static_cast<double>(brush.radius) * static_cast<double>(brush.radius);
}

// What is there and was not booked as coming or going.
double unbooked(const TestWater& water)
{
    const tnWaterTotals totals = water.totals();
    return totals.volume - totals.added;
}

// ---- At rest

TEST(Water, DefaultsMakeAPoolThatStepsWithoutComplaint)
{
    const test::LogCapture log;
    const tnWaterDef def = tnDefaultWaterDef();
    TestWater water(def);
    EXPECT_TRUE(tnWater_IsValid(water.handle()));
    EXPECT_EQ(water.step(kDt, 3), 0u);
    EXPECT_EQ(water.def().nx, def.nx);
    EXPECT_EQ(water.settings().gravity, 9.81f);
    EXPECT_EQ(water.stats().steps, 3);
    EXPECT_NEAR(water.stats().time, 3.0 / 60.0, 1e-8);
    EXPECT_EQ(water.stats().lostTime, 0.0);
    EXPECT_NEAR(water.totals().volume, 12.8 * 12.8, 1e-4);
    EXPECT_NEAR(water.totals().wetArea, 12.8 * 12.8, 1e-4);
    EXPECT_EQ(water.totals().kineticEnergy, 0.0);
    EXPECT_EQ(water.copy(tn_waterDepth).least(), 1.0f);
    EXPECT_EQ(water.copy(tn_waterDepth).most(), 1.0f);
    EXPECT_TRUE(log.entries().empty());
}

TEST(Water, LevelBelowTheGroundIsDryGround)
{
    tnWaterDef def = pool();
    def.level = -3.0f;
    TestWater water(def);
    EXPECT_EQ(water.step(kDt, 3), 0u);
    EXPECT_EQ(water.totals().volume, 0.0);
    EXPECT_EQ(water.totals().wetArea, 0.0);
    EXPECT_EQ(water.sample(1.0f, 1.0f).depth, 0.0f);
}

TEST(Water, StepAllocatesNothing)
{
    TestWater water(test::busyWaterDef(70, 40));
    test::fillBusyWater(water);
    const int64_t before = tnGetAllocationCount();
    for (int32_t k = 0; k < 30; ++k)
    {
        test::stepBusyWater(water, k);
    }
    (void)water.totals();
    (void)water.sample(0.0f, 3.0f);
    EXPECT_EQ(tnGetAllocationCount(), before);
    EXPECT_GT(water.stats().viscosityIterations, 0) << "the solver has been at work";
    EXPECT_GT(water.particles().size(), 10u) << "and spray";
}

// ---- Strokes

TEST(WaterBrush, PushesWithItsVelocityTimesItsWeight)
{
    TestWater water(pool());
    tnWaterBrush brush = strokeInTheMiddle();
    brush.velocity = {0.6f, -0.3f};
    water.brush(brush);
    water.step(1e-6f);
    const FieldCopy x = water.copy(tn_waterVelocityX);
    const FieldCopy y = water.copy(tn_waterVelocityY);
    for (int32_t j = 0; j < x.rows; ++j)
    {
        for (int32_t i = 0; i < x.columns; ++i)
        {
            const double weight = weightAt(brush, x.place(i, j));
            EXPECT_NEAR(static_cast<double>(x.at(i, j)), 0.6 * weight, 1e-4);
            EXPECT_NEAR(static_cast<double>(y.at(i, j)), -0.3 * weight, 1e-4);
        }
    }
    const tnWaterTotals totals = water.totals();
    EXPECT_NEAR(totals.momentumX, 1000.0 * 0.6 * volumeOf(brush), 1.0);
    EXPECT_NEAR(totals.momentumY, 1000.0 * -0.3 * volumeOf(brush), 1.0);
    EXPECT_EQ(totals.added, 0.0);
}

TEST(WaterBrush, PoursAndBooksWhatItPoured)
{
    TestWater water(pool());
    const double before = unbooked(water);
    tnWaterBrush brush = strokeInTheMiddle();
    brush.water = 0.2f;
    water.brush(brush);
    water.step(1e-6f);
    EXPECT_NEAR(water.sample(kMiddle, kMiddle).depth, 1.2f, 1e-4f);
    EXPECT_NEAR(water.totals().added, 0.2 * volumeOf(brush), 1e-4);
    water.step(kDt, 60);
    EXPECT_LT(water.sample(kMiddle, kMiddle).depth, 1.1f) << "the heap runs off";
    EXPECT_NEAR(unbooked(water), before, 1e-6 * before);
}

TEST(WaterBrush, TakesNoMoreThanThereIs)
{
    TestWater water(pool());
    const double before = unbooked(water);
    tnWaterBrush brush = strokeInTheMiddle();
    brush.water = -50.0f;
    water.brush(brush);
    water.step(1e-6f);
    const FieldCopy depth = water.copy(tn_waterDepth);
    EXPECT_GE(depth.least(), 0.0f);
    EXPECT_EQ(depth.at(32, 32), 0.0f);
    EXPECT_GT(water.totals().added, -50.0 * volumeOf(brush));
    EXPECT_NEAR(unbooked(water), before, 1e-6 * before);
    water.step(kDt, 120);
    EXPECT_GT(water.copy(tn_waterDepth).least(), 0.5f) << "the hole has filled";
    EXPECT_NEAR(unbooked(water), before, 1e-6 * before);
}

TEST(WaterBrush, RateAddsPerSecondWhateverTheStep)
{
    for (const int32_t steps : {30, 144})
    {
        TestWater water(pool());
        tnWaterBrush brush = strokeInTheMiddle();
        brush.mode = tn_brushRate;
        brush.water = 0.1f;
        for (int32_t k = 0; k < steps; ++k)
        {
            water.brush(brush);
            water.step(1.0f / static_cast<float>(steps));
        }
        EXPECT_NEAR(water.totals().added, 0.1 * volumeOf(brush), 1e-4) << steps;
    }
}

TEST(WaterBrush, SplashIsADentWithARingAndOfNoVolume)
{
    TestWater water(pool());
    tnWaterBrush brush = strokeInTheMiddle();
    brush.splash = 0.2f;
    const double before = water.totals().volume;
    water.brush(brush);
    water.step(1e-6f);
    EXPECT_NEAR(water.sample(kMiddle, kMiddle).depth, 0.8f, 1e-3f);
    EXPECT_GT(water.sample(kMiddle + 0.75f, kMiddle).depth, 1.01f) << "the ring";
    EXPECT_NEAR(water.totals().volume, before, 1e-6 * before);
    EXPECT_NEAR(water.totals().added, 0.0, 1e-6 * before);
}

TEST(WaterBrush, TerrainGoesUpWithTheWaterOnIt)
{
    TestWater water(pool());
    const double before = water.totals().volume;
    tnWaterBrush brush = strokeInTheMiddle();
    brush.terrain = 1.5f;
    water.brush(brush);
    water.step(1e-6f);
    EXPECT_NEAR(water.sample(kMiddle, kMiddle).terrain, 1.5f, 1e-5f);
    EXPECT_NEAR(water.sample(kMiddle, kMiddle).surface, 2.5f, 0.01f) << "it went along";
    water.step(kDt, 240);
    EXPECT_NEAR(water.totals().volume, before, 1e-6 * before);
    EXPECT_LT(water.sample(kMiddle, kMiddle).depth, 0.02f) << "an island now";
    EXPECT_EQ(water.totals().added, 0.0);
}

TEST(WaterBrush, ColoursAndWhitens)
{
    tnWaterDef def = pool();
    def.dyeChannels = 3;
    TestWater water(def);
    tnWaterBrush brush = strokeInTheMiddle();
    brush.dye[2] = 0.7f;
    brush.foam = 0.9f;
    water.brush(brush);
    water.step(1e-6f);
    const tnWaterSample middle = water.sample(kMiddle, kMiddle);
    EXPECT_NEAR(middle.dye[2], 0.7f, 1e-3f);
    EXPECT_EQ(middle.dye[0], 0.0f);
    EXPECT_NEAR(middle.foam, 0.9f, 1e-3f);
    EXPECT_NEAR(water.totals().dye[2], 0.7 * volumeOf(brush), 1e-3);
    const double dye = water.totals().dye[2];
    water.step(kDt, 60);
    EXPECT_NEAR(water.totals().dye[2], dye, 1e-5 * dye) << "dye stays";
    const float after = std::exp(-1.0f / water.settings().foamLife);
    EXPECT_NEAR(water.sample(kMiddle, kMiddle).foam, 0.9f * after, 0.02f) << "foam fades";
}

TEST(WaterBrush, DyeDecaysAtItsRate)
{
    tnWaterDef def = pool();
    def.settings.dyeDissipation[0] = 2.0f;
    TestWater water(def);
    water.set(TestWater::dyeField(0), [](double, double) { return 1.0; });
    water.step(kDt, 60);
    EXPECT_NEAR(water.sample(kMiddle, kMiddle).dye[0], std::exp(-2.0f), 1e-4f);
}

TEST(WaterBrush, IsTheSameRoundTheCornersOfATorus)
{
    tnWaterDef def = test::waterDef(64, 64);
    test::makePeriodic(def);
    const auto depthsOf = [&](float x, float y) {
        TestWater water(def);
        tnWaterBrush brush = tnDefaultWaterBrush();
        brush.from = brush.to = {x, y};
        brush.water = 0.1f;
        water.brush(brush);
        water.step(kDt, 10);
        return water.copy(tn_waterDepth);
    };
    const FieldCopy middle = depthsOf(4.0f, 4.0f);
    const FieldCopy corner = depthsOf(0.0f, 8.0f);
    for (int32_t j = 0; j < 64; ++j)
    {
        for (int32_t i = 0; i < 64; ++i)
        {
            EXPECT_NEAR(corner.at((i + 32) % 64, (j + 32) % 64), middle.at(i, j), 1e-6f);
        }
    }
}

// ---- Springs and rain

TEST(WaterSprings, BringTheirDischargeWithItsVelocityAndDye)
{
    TestWater water(pool());
    const double before = unbooked(water);
    tnSpringDef spring = tnDefaultSpringDef();
    spring.position = {kMiddle, kMiddle};
    spring.discharge = 0.3f;
    spring.velocity = {1.0f, 0.0f};
    spring.dye[0] = 2.0f;
    const tnSpring handle = water.addSpring(spring);
    water.step(kDt, 30);
    EXPECT_NEAR(water.totals().added, 0.15, 1e-5);
    EXPECT_NEAR(water.totals().dye[0], 0.3, 1e-4);
    EXPECT_NEAR(water.totals().momentumX, 150.0, 2.0);
    EXPECT_NEAR(unbooked(water), before, 1e-6 * before);
    spring.discharge = 0.6f;
    ASSERT_EQ(tnWater_SetSpring(water.handle(), handle, &spring), tn_success);
    water.step(kDt, 30);
    EXPECT_NEAR(water.totals().added, 0.45, 1e-5);
    ASSERT_EQ(tnWater_RemoveSpring(water.handle(), handle), tn_success);
    water.step(kDt, 30);
    EXPECT_NEAR(water.totals().added, 0.45, 1e-5);
}

TEST(WaterSprings, DrainsEndAtDryGround)
{
    tnWaterDef def = test::waterDef(16, 16);
    def.level = 0.1f;
    TestWater water(def);
    const double before = unbooked(water);
    tnSpringDef drain = tnDefaultSpringDef();
    drain.position = {1.0f, 1.0f};
    drain.discharge = -1.0f;
    water.addSpring(drain);
    water.step(kDt, 30);
    EXPECT_LT(water.totals().added, -0.01);
    EXPECT_GT(water.totals().added, -0.4) << "there were 0.4 m^3";
    EXPECT_GE(water.copy(tn_waterDepth).least(), 0.0f);
    EXPECT_NEAR(unbooked(water), before, 1e-6 * before);
}

TEST(WaterRain, FallsAsMuchAsItSaysInDropsOfItsVolume)
{
    for (const int32_t capacity : {0, 50, 20000})
    {
        tnWaterDef def = pool();
        def.particleCapacity = capacity;
        def.settings.rain = 1e-3f;
        def.settings.dropVolume = 1e-5f;
        TestWater water(def);
        const double before = unbooked(water);
        water.step(kDt, 60);
        const double area = 8.125 * 8.125;
        EXPECT_NEAR(water.totals().added, 1e-3 * area, 2e-5) << "a second of rain, " << capacity;
        EXPECT_NEAR(unbooked(water), before, 1e-6 * before) << capacity;
        for (const tnWaterParticle& p : water.particles())
        {
            if (p.kind == tn_particleRain)
            {
                EXPECT_EQ(p.volume, 1e-5f);
                EXPECT_LT(p.velocity.z, 0.0f);
            }
        }
        if (capacity == 20000)
        {
            EXPECT_GT(water.stats().rain, 100);
            EXPECT_GT(water.totals().airborne, 0.0);
        }
    }
}

TEST(WaterRain, WetsDryGround)
{
    tnWaterDef def = pool();
    def.level = 0.0f;
    def.settings.rain = 1e-2f;
    TestWater water(def);
    water.step(kDt, 120);
    EXPECT_GT(water.totals().wetArea, 0.9 * 8.125 * 8.125);
}

// ---- Spray

TEST(WaterSpray, ThrownByHandFliesAndComesBack)
{
    tnWaterDef def = pool();
    def.settings.spray = 0.0f;
    TestWater water(def);
    const double before = water.totals().volume;
    const tnVec3 at = {kMiddle, kMiddle, 1.0f};
    ASSERT_EQ(tnWater_AddSpray(water.handle(), at, {0.0f, 0.0f, 4.0f}, 1e-3f, true), tn_success);
    EXPECT_NEAR(water.totals().airborne, 1e-3, 1e-9);
    EXPECT_NEAR(water.totals().volume, before, 1e-9 * before) << "it was taken";
    ASSERT_EQ(tnWater_AddSpray(water.handle(), at, {0.0f, 0.0f, 4.0f}, 1e-3f, false), tn_success);
    EXPECT_NEAR(water.totals().added, 1e-3, 1e-9) << "it is new";
    water.step(kDt, 12);
    ASSERT_EQ(water.particles().size(), 2u);
    const tnWaterParticle drop = water.particles()[0];
    EXPECT_EQ(drop.kind, tn_particleSpray);
    EXPECT_NEAR(drop.age, 0.2f, 1e-3f);
    EXPECT_NEAR(drop.position.z, 1.0f + 4.0f * 0.2f - 0.5f * 9.81f * 0.04f, 0.1f)
        << "a little less: the air";
    water.step(kDt, 60);
    EXPECT_EQ(water.stats().spray, 0);
    EXPECT_NEAR(water.totals().airborne, 0.0, 1e-9);
    EXPECT_NEAR(water.totals().volume, before + 1e-3, 1e-6 * before);
}

TEST(WaterSpray, LeavesABreakingWaveOnlyWhereItMay)
{
    for (const float spray : {0.0f, 1.0f})
    {
        tnWaterDef def = test::waterDef(128, 16);
        def.particleCapacity = 20000;
        def.settings.spray = spray;
        TestWater water(def);
        water.set(tn_waterDepth, [](double x, double) { return x < 4.0 ? 2.0 : 0.2; });
        int32_t most = 0;
        for (int32_t k = 0; k < 60; ++k)
        {
            water.step(kDt);
            most = std::max(most, water.stats().spray);
        }
        EXPECT_EQ(most > 0, spray > 0.0f) << most;
    }
}

// ---- Liquids and wind

TEST(WaterLiquids, HaveNamesAndFigures)
{
    for (int32_t k = 0; k < tn_liquidCount; ++k)
    {
        const auto name = static_cast<tnLiquidName>(k);
        EXPECT_STRNE(tnLiquidName_ToString(name), "unknown");
        EXPECT_GT(tnGetLiquid(name).density, 900.0f);
        EXPECT_GT(tnGetLiquid(name).viscosity, 0.0f);
    }
    EXPECT_STREQ(tnLiquidName_ToString(static_cast<tnLiquidName>(-1)), "unknown");
    EXPECT_STREQ(tnLiquidName_ToString(tn_liquidHoney), "honey");
    EXPECT_EQ(tnGetLiquid(static_cast<tnLiquidName>(99)).density, 998.0f);
    EXPECT_GT(tnGetLiquid(tn_liquidMud).yieldStress, 0.0f);
}

// How far a heap of a liquid has run along a dry channel after a second.
double reachOf(tnLiquidName name)
{
    tnWaterDef def = test::waterDef(160, 4);
    def.level = 0.0f;
    def.settings.spray = 0.0f;
    def.settings.liquid = tnGetLiquid(name);
    TestWater water(def);
    water.set(tn_waterDepth, [](double x, double) { return x < 2.0 ? 0.5 : 0.0; });
    water.step(kDt, 60);
    return water.totals().wetArea / 0.5;
}

TEST(WaterLiquids, ThickOnesFlowSlowerThanWater)
{
    const double water = reachOf(tn_liquidWater);
    const double honey = reachOf(tn_liquidHoney);
    const double lava = reachOf(tn_liquidLava);
    EXPECT_GT(water, 5.0) << "a dam break runs at up to 4.4 m/s";
    EXPECT_LT(honey, 0.8 * water);
    EXPECT_LT(lava, honey);
    EXPECT_GT(lava, 2.0);
}

TEST(WaterLiquids, MudStandsOnASlopeThatWaterRunsDown)
{
    for (const bool stands : {true, false})
    {
        tnWaterDef def = test::waterDef(40, 8);
        def.settings.liquid = tnGetLiquid(stands ? tn_liquidMud : tn_liquidWater);
        TestWater water(def);
        // Stress on the ground: 1900 * 9.81 * 0.05 * 0.02 = 19 Pa, below 50.
        water.set(tn_waterTerrain, [](double x, double) { return -0.02 * x; });
        water.set(tn_waterDepth, [](double, double) { return 0.05; });
        const FieldCopy before = water.copy(tn_waterDepth);
        water.step(kDt, 120);
        const float moved = test::largestDifference(water.copy(tn_waterDepth), before);
        EXPECT_EQ(moved < 1e-3f, stands) << moved;
        if (stands)
        {
            EXPECT_EQ(water.copy(tn_waterVelocityX).largest(), 0.0f);
        }
    }
}

TEST(WaterLiquids, RoughGroundSlowsARiverDown)
{
    const auto speedOver = [](float roughness) {
        tnWaterDef def = test::waterDef(32, 4);
        test::makePeriodic(def, true, false);
        def.level = 0.3f;
        def.settings.liquid.roughness = roughness;
        TestWater water(def);
        water.set(tn_waterVelocityX, [](double, double) { return 1.0; });
        water.step(kDt, 60);
        return water.sample(2.0f, 0.25f).velocity.x;
    };
    EXPECT_GT(speedOver(0.0f), 0.98f);
    // du/dt = -g n^2 u^2 / h^(4/3)
    const float expected = 1.0f / (1.0f + 9.81f * 0.03f * 0.03f / std::pow(0.3f, 4.0f / 3.0f));
    EXPECT_NEAR(speedOver(0.03f), expected, 5e-3f);
}

TEST(WaterWind, DrivesTheSurface)
{
    tnWaterDef def = test::waterDef(32, 32);
    test::makePeriodic(def);
    def.settings.wind = {20.0f, 0.0f};
    TestWater water(def);
    water.step(kDt, 60);
    // stress 1.2 * 1.3e-3 * 20^2 Pa over a column of 1000 kg/m^2, for a second
    EXPECT_NEAR(water.sample(2.0f, 2.0f).velocity.x, 6.24e-4f, 2e-5f);
    EXPECT_NEAR(water.sample(2.0f, 2.0f).velocity.y, 0.0f, 1e-7f);
}

// ---- Fields, views and samples

TEST(WaterViews, HaveOneNumberForEachCellAtItsMiddle)
{
    tnWaterDef def = test::waterDef(12, 7);
    def.origin = {-3.0f, 5.0f};
    TestWater water(def);
    for (const tnWaterField field : test::fieldsOf(def))
    {
        const FieldCopy copy = water.copy(field);
        EXPECT_EQ(copy.columns, 12);
        EXPECT_EQ(copy.rows, 7);
        EXPECT_EQ(copy.origin.x, -2.9375f);
        EXPECT_EQ(copy.origin.y, 5.0625f);
        EXPECT_EQ(copy.spacing, 0.125f);
    }
}

TEST(WaterViews, ShowWhatWasSet)
{
    TestWater water(test::waterDef(20, 15));
    const auto wave = [](double x, double y) { return 0.5 + 0.2 * std::sin(2.0 * x - y); };
    for (const tnWaterField field : {tn_waterTerrain, tn_waterDepth, tn_waterVelocityX,
                                     tn_waterVelocityY, tn_waterFoam, TestWater::dyeField(0)})
    {
        water.set(field, wave);
        FieldCopy expected = water.copy(field);
        const FieldCopy shown = expected;
        expected.fill(wave);
        EXPECT_LE(test::largestDifference(shown, expected), 1e-6f) << "field " << field;
    }
    const FieldCopy depth = water.copy(tn_waterDepth);
    const FieldCopy ground = water.copy(tn_waterTerrain);
    EXPECT_NEAR(water.copy(tn_waterSurface).at(3, 4), depth.at(3, 4) + ground.at(3, 4), 1e-6f);
}

TEST(WaterViews, SurfaceIsSetAsWhatLiesAboveTheGround)
{
    TestWater water(test::waterDef(32, 8));
    water.set(tn_waterTerrain, [](double x, double) { return 0.5 * x; });
    water.set(tn_waterSurface, [](double, double) { return 1.0; });
    const FieldCopy depth = water.copy(tn_waterDepth);
    for (int32_t i = 0; i < 32; ++i)
    {
        const float ground = 0.5f * depth.place(i, 0).x;
        EXPECT_NEAR(depth.at(i, 3), std::max(1.0f - ground, 0.0f), 1e-6f);
    }
    EXPECT_NEAR(unbooked(water), 4.0, 1e-5) << "what fields change is booked";
    EXPECT_LT(water.totals().added, 0.0);
}

TEST(WaterSamples, AgreeWithTheFieldsInTheMiddleOfCells)
{
    TestWater water(test::waterDef(24, 18));
    water.set(tn_waterTerrain, [](double x, double y) { return 0.1 * x * y; });
    water.set(tn_waterVelocityX, [](double x, double y) { return 0.2 * x - 0.1 * y; });
    water.set(tn_waterVelocityY, [](double x, double) { return 0.3 - 0.2 * x; });
    water.set(TestWater::dyeField(0), [](double x, double y) { return x + y; });
    water.set(tn_waterFoam, [](double x, double) { return 0.2 * x; });
    const auto agrees = [&](tnWaterField field, auto pick) {
        const FieldCopy copy = water.copy(field);
        for (int32_t j = 0; j < copy.rows; ++j)
        {
            for (int32_t i = 0; i < copy.columns; ++i)
            {
                const tnVec2 at = copy.place(i, j);
                EXPECT_NEAR(pick(water.sample(at.x, at.y)), copy.at(i, j), 2e-5f)
                    << "field " << field << " at " << i << ", " << j;
            }
        }
    };
    agrees(tn_waterSurface, [](const tnWaterSample& s) { return s.surface; });
    agrees(tn_waterTerrain, [](const tnWaterSample& s) { return s.terrain; });
    agrees(tn_waterDepth, [](const tnWaterSample& s) { return s.depth; });
    agrees(tn_waterVelocityX, [](const tnWaterSample& s) { return s.velocity.x; });
    agrees(tn_waterVelocityY, [](const tnWaterSample& s) { return s.velocity.y; });
    agrees(tn_waterFoam, [](const tnWaterSample& s) { return s.foam; });
    agrees(tn_waterDye0, [](const tnWaterSample& s) { return s.dye[0]; });
}

TEST(WaterSamples, NormalIsThatOfTheSurface)
{
    TestWater water(test::waterDef(64, 64));
    water.set(tn_waterDepth, [](double x, double y) { return 2.0 + 0.1 * x - 0.2 * y; });
    const tnVec3 normal = water.sample(4.1f, 3.3f).normal;
    const float length = std::sqrt(1.0f + 0.01f + 0.04f);
    EXPECT_NEAR(normal.x, -0.1f / length, 1e-4f);
    EXPECT_NEAR(normal.y, 0.2f / length, 1e-4f);
    EXPECT_NEAR(normal.z, 1.0f / length, 1e-4f);
}

TEST(WaterSamples, TellHowFastTheSurfaceRises)
{
    // Water that converges at 0.4 a second, a metre deep.
    TestWater water(test::waterDef(64, 64));
    water.set(tn_waterVelocityX, [](double x, double) { return -0.2 * (x - 4.0); });
    water.set(tn_waterVelocityY, [](double, double y) { return -0.2 * (y - 4.0); });
    EXPECT_NEAR(water.sample(4.0f, 4.0f).velocity.z, 0.4f, 1e-3f);
}

TEST(WaterSamples, BeyondTheGridAreTheNearestEdgesOrGoRound)
{
    tnWaterDef def = test::waterDef(32, 32);
    test::makePeriodic(def, true, false);
    TestWater water(def);
    water.set(tn_waterDepth, [](double x, double y) {
        return 1.0 + 0.1 * std::sin(0.5 * std::numbers::pi * x) + 0.1 * y;
    });
    const float inside = water.sample(1.3f, 2.0f).surface;
    EXPECT_NEAR(water.sample(1.3f + 8.0f, 2.0f).surface, inside, 1e-5f);
    EXPECT_NEAR(water.sample(1.3f - 4.0f, 2.0f).surface, inside, 1e-5f);
    EXPECT_EQ(water.sample(1.3f, 9.0f).surface, water.sample(1.3f, 4.0f).surface);
    EXPECT_EQ(water.sample(1.3f, -9.0f).surface, water.sample(1.3f, 0.0f).surface);
}

TEST(WaterSamples, OnDryGroundAreTheGround)
{
    tnWaterDef def = test::waterDef(16, 16);
    def.level = 0.0f;
    TestWater water(def);
    water.set(tn_waterTerrain, [](double x, double) { return x; });
    const tnWaterSample s = water.sample(1.0f, 1.0f);
    EXPECT_NEAR(s.terrain, 1.0f, 1e-6f);
    EXPECT_EQ(s.surface, s.terrain);
    EXPECT_EQ(s.depth, 0.0f);
    EXPECT_EQ(s.normal.z, 1.0f);
    EXPECT_EQ(s.velocity.x, 0.0f);
}

// ---- Statistics

TEST(WaterStats, TellSpeedsSubstepsAndTheTimeOfStages)
{
    tnWaterDef def = pool();
    def.settings.spray = 0.0f;
    TestWater water(def);
    water.set(tn_waterVelocityX, [](double x, double) { return x < 4.0 ? 0.8 : 0.0; });
    water.step(kDt);
    const tnWaterStats stats = water.stats();
    EXPECT_NEAR(stats.maxSpeed, 0.8f, 0.08f);
    EXPECT_NEAR(stats.maxWaveSpeed, 0.8f + std::sqrt(9.81f), 0.3f);
    EXPECT_EQ(stats.substeps, 2) << "3.9 m/s over 0.49 cells of 12.5 cm";
    EXPECT_GE(stats.tiles, stats.tilesAwake);
    EXPECT_GT(stats.tilesAwake, 0);
    EXPECT_GT(stats.ms[tn_waterStageWaves], 0.0f);
    for (int32_t k = 0; k < tn_waterStageCount; ++k)
    {
        EXPECT_STRNE(tnWaterStage_ToString(static_cast<tnWaterStage>(k)), "unknown");
        EXPECT_GE(stats.ms[k], 0.0f);
    }
    EXPECT_STREQ(tnWaterStage_ToString(static_cast<tnWaterStage>(99)), "unknown");
}

TEST(WaterStats, TimeThatCouldNotBeFollowedIsLostAndSaid)
{
    tnWaterDef def = pool();
    def.settings.maxSubsteps = 2;
    TestWater water(def);
    tnWaterBrush brush = strokeInTheMiddle();
    brush.water = 0.1f;
    water.brush(brush);
    EXPECT_NE(water.step(1.0f) & tn_stepSlow, 0u);
    EXPECT_EQ(water.stats().substeps, 2);
    EXPECT_NEAR(water.stats().time + water.stats().lostTime, 1.0, 1e-6);
    EXPECT_GT(water.stats().lostTime, 0.8);
}

TEST(WaterStats, TotalsAreSumsOverTheWater)
{
    tnWaterDef def = test::waterDef(16, 8);
    def.level = 0.5f;
    TestWater water(def);
    water.set(tn_waterVelocityX, [](double, double) { return 2.0; });
    water.set(tn_waterVelocityY, [](double, double) { return -1.0; });
    water.set(TestWater::dyeField(0), [](double, double) { return 3.0; });
    const tnWaterTotals totals = water.totals();
    const double volume = 2.0 * 1.0 * 0.5;
    EXPECT_NEAR(totals.volume, volume, 1e-6);
    EXPECT_NEAR(totals.momentumX, 2000.0 * volume, 1e-3);
    EXPECT_NEAR(totals.momentumY, -1000.0 * volume, 1e-3);
    EXPECT_NEAR(totals.kineticEnergy, 0.5 * 1000.0 * volume * 5.0, 1e-2);
    EXPECT_NEAR(totals.potentialEnergy, 1000.0 * 9.81 * volume * 0.25, 1e-2);
    EXPECT_NEAR(totals.dye[0], 3.0 * volume, 1e-6);
    EXPECT_NEAR(totals.wetArea, 2.0, 1e-6);
}

} // namespace
} // namespace tarn
