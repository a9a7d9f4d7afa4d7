// Another resolution with the water kept.
#include "tarn/water.h"

#include "support/log_capture.h"
#include "support/test_water.h"

#include <cmath>
#include <gtest/gtest.h>
#include <vector>

namespace tarn
{
namespace
{

using test::FieldCopy;
using test::TestWater;

struct Size
{
    int32_t nx, ny;
};

const Size kSizes[] = {{128, 96}, {32, 24}, {96, 72}, {45, 34}, {7, 5}, {64, 48}};

double wide(float number)
{
    return static_cast<double>(number);
}

tnWaterDef poolDef()
{
    tnWaterDef def = tnDefaultWaterDef();
    def.nx = 64;
    def.ny = 48;
    def.cellSize = 0.125f; // 8 m x 6 m
    def.dyeChannels = 2;
    return def;
}

// A lake over a hill that stands out of it.
double hill(double x, double y)
{
    return 1.4 * std::exp(-((x - 4.0) * (x - 4.0) + (y - 3.0) * (y - 3.0)) / 2.0);
}

TEST(WaterResize, KeepsVolumeMomentumAndDyes)
{
    for (const bool periodic : {false, true})
    {
        for (const Size& size : kSizes)
        {
            tnWaterDef def = poolDef();
            if (periodic)
            {
                def.left.type = def.right.type = tn_waterPeriodic;
            }
            TestWater water(def);
            water.set(tn_waterTerrain, hill);
            water.set(tn_waterSurface,
                      [](double x, double y) { return 1.0 + 0.1 * std::sin(0.8 * x + 0.5 * y); });
            water.set(tn_waterVelocityX, [](double, double y) { return 0.5 + 0.1 * y; });
            water.set(tn_waterVelocityY, [](double x, double) { return 0.2 * std::sin(x); });
            water.set(TestWater::dyeField(0), [](double x, double) { return 0.3 + 0.1 * x; });
            water.set(TestWater::dyeField(1), [](double, double y) { return y > 3.0 ? 1.0 : 0.0; });
            water.step(1.0f / 60.0f, 10);
            const tnWaterTotals before = water.totals();
            const tnWaterStats stats = water.stats();
            ASSERT_EQ(tnWater_Resize(water.handle(), size.nx, size.ny, nullptr), tn_success);

            const tnWaterTotals after = water.totals();
            EXPECT_NEAR(after.volume, before.volume, 1e-6 * before.volume) << size.nx;
            EXPECT_NEAR(after.volume - after.added, before.volume - before.added,
                        1e-6 * before.volume);
            EXPECT_NEAR(after.momentumX, before.momentumX, 1e-5 * std::abs(before.momentumX));
            EXPECT_NEAR(after.momentumY, before.momentumY, 1e-5 * std::abs(before.momentumX));
            for (int k = 0; k < 2; ++k)
            {
                EXPECT_NEAR(after.dye[k], before.dye[k], 1e-5 * before.dye[k]) << size.nx;
            }
            EXPECT_EQ(water.def().nx, size.nx);
            EXPECT_EQ(water.def().ny, size.ny);
            EXPECT_EQ(water.stats().time, stats.time);
            EXPECT_EQ(water.stats().steps, stats.steps);
            water.step(1.0f / 60.0f, 5);
            EXPECT_TRUE(water.isFinite());
        }
    }
}

TEST(WaterResize, ALakeAtRestStaysAtRest)
{
    for (const Size& size : kSizes)
    {
        TestWater water(poolDef());
        water.set(tn_waterTerrain, hill);
        water.set(tn_waterSurface, [](double, double) { return 1.0; });
        ASSERT_EQ(tnWater_Resize(water.handle(), size.nx, size.ny, nullptr), tn_success);
        const float level = water.sample(0.3f, 0.3f).surface;
        EXPECT_NEAR(wide(level), 1.0, size.nx > 20 ? 0.01 : 0.1); // the hill takes up other cells
        water.step(1.0f / 60.0f, 60);
        EXPECT_LT(wide(water.stats().maxSpeed), 1e-4) << size.nx;
        EXPECT_NEAR(wide(water.sample(7.7f, 5.7f).surface), wide(level), 1e-4);
    }
}

TEST(WaterResize, TheSurfaceLooksTheSame)
{
    TestWater water(poolDef());
    const auto wave = [](double x, double y) {
        return 1.0 + 0.15 * std::sin(1.1 * x) * std::cos(0.9 * y);
    };
    water.set(tn_waterSurface, wave);
    for (const Size& size : {Size{128, 96}, Size{192, 144}, Size{64, 48}, Size{40, 30}})
    {
        ASSERT_EQ(tnWater_Resize(water.handle(), size.nx, size.ny, nullptr), tn_success);
        for (float x = 0.5f; x < 7.5f; x += 0.7f)
        {
            EXPECT_NEAR(wide(water.sample(x, 2.3f).surface), wave(wide(x), 2.3), 0.02) << size.nx;
        }
    }
}

// The range of heights that a crate goes through in two seconds, with a new grid before or without.
struct Bob
{
    float lowest, highest;
};

Bob bobOf(bool isResized)
{
    TestWater water(poolDef());
    tnBodyDef crate = tnDefaultBodyDef();
    crate.shape = tn_bodyBox;
    crate.position = {4.0f, 3.0f, 1.05f};
    const tnBody body = water.addBody(crate);
    const auto run = [&](int steps, Bob* bob) {
        for (int k = 0; k < steps; ++k)
        {
            water.step(1.0f / 60.0f);
            water.moveBodies(1.0f / 60.0f);
            bob->lowest = std::min(bob->lowest, water.body(body).position.z);
            bob->highest = std::max(bob->highest, water.body(body).position.z);
        }
    };
    Bob ignored = {0.0f, 0.0f};
    run(400, &ignored);
    const tnBodyDef before = water.body(body);
    const tnBodyForce force = water.force(body);
    if (isResized)
    {
        EXPECT_EQ(tnWater_Resize(water.handle(), 96, 72, nullptr), tn_success);
    }
    EXPECT_EQ(water.body(body).position.z, before.position.z);
    EXPECT_EQ(water.force(body).force.z, force.force.z);
    Bob bob = {before.position.z, before.position.z};
    run(120, &bob);
    return bob;
}

TEST(WaterResize, BodiesFloatOnAsIfNothingHadHappened)
{
    const Bob control = bobOf(false); // waves go to and fro in the pool
    const Bob resized = bobOf(true);
    EXPECT_NEAR(wide(resized.lowest), wide(control.lowest), 0.02); // m; of a crate of half a metre
    EXPECT_NEAR(wide(resized.highest), wide(control.highest), 0.02);
}

TEST(WaterResize, KeepsSpringsStrokesAndDrops)
{
    TestWater water(poolDef());
    tnSpringDef spring = tnDefaultSpringDef();
    spring.position = {2.0f, 2.0f};
    spring.discharge = 0.1f;
    const tnSpring handle = water.addSpring(spring);
    ASSERT_EQ(tnWater_AddSpray(water.handle(), {4.0f, 3.0f, 3.0f}, {1.0f, 0.0f, 2.0f}, 1e-3f, true),
              tn_success);
    water.step(1.0f / 60.0f);
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = brush.to = {6.0f, 3.0f};
    brush.water = 0.2f;
    water.brush(brush);
    const auto drops = water.particles();
    const tnWaterTotals before = water.totals();
    ASSERT_EQ(tnWater_Resize(water.handle(), 32, 24, nullptr), tn_success);
    ASSERT_EQ(water.particles().size(), drops.size());
    EXPECT_EQ(water.particles()[0].position.x, drops[0].position.x);
    EXPECT_NEAR(water.totals().airborne, before.airborne, 1e-12);
    water.step(1.0f / 60.0f);
    EXPECT_GT(water.totals().added, before.added + 0.03); // the stroke came, and the spring goes on
    spring.discharge = 0.0f;
    EXPECT_EQ(tnWater_SetSpring(water.handle(), handle, &spring), tn_success);
}

TEST(WaterResize, FoamGoesOnFading)
{
    const auto foamAfter = [](bool isResized) {
        TestWater water(poolDef());
        water.set(tn_waterFoam, [](double x, double) { return x < 4.0 ? 0.8 : 0.0; });
        if (isResized)
        {
            EXPECT_EQ(tnWater_Resize(water.handle(), 96, 72, nullptr), tn_success);
        }
        water.step(1.0f / 60.0f, 60);
        return wide(water.copy(tn_waterFoam).at(5, 5));
    };
    const double kept = foamAfter(false);
    EXPECT_LT(kept, 0.75); // it fades within seconds
    EXPECT_NEAR(foamAfter(true), kept, 0.01);
}

TEST(WaterResize, APuddleInAPitThatNewCellsAreTooWideForIsKept)
{
    TestWater water(poolDef());
    const auto isPit = [](double x, double y) {
        return std::abs(x - 4.06) < 0.06 && std::abs(y - 3.06) < 0.06;
    };
    water.set(tn_waterTerrain, [&](double x, double y) { return isPit(x, y) ? 0.0 : 1.0; });
    water.set(tn_waterDepth, [&](double x, double y) { return isPit(x, y) ? 0.2 : 0.0; });
    const double before = water.totals().volume;
    ASSERT_GT(before, 0.003);
    ASSERT_EQ(tnWater_Resize(water.handle(), 16, 12, nullptr), tn_success);
    EXPECT_NEAR(water.totals().volume, before, 1e-6 * before);
}

TEST(WaterResize, TakesGroundOfItsOwn)
{
    TestWater water(poolDef());
    const std::vector<float> ground(96 * 72, 0.25f);
    const double before = water.totals().volume;
    ASSERT_EQ(tnWater_Resize(water.handle(), 96, 72, ground.data()), tn_success);
    EXPECT_EQ(water.copy(tn_waterTerrain).at(50, 30), 0.25f);
    EXPECT_NEAR(water.totals().volume, before, 1e-6 * before);
    water.step(1.0f / 60.0f, 10);
    EXPECT_LT(wide(water.stats().maxSpeed), 1e-4);
}

// A body that goes lets its place fill slowly, also where that begins with a new grid.
TEST(WaterResize, WhatBodiesLeaveBehindFades)
{
    enum class Leaves
    {
        before,
        after,
        jumps
    };
    for (const Leaves leaves : {Leaves::before, Leaves::after, Leaves::jumps})
    {
        TestWater water(poolDef());
        tnBodyDef crate = tnDefaultBodyDef();
        crate.shape = tn_bodyBox;
        crate.position = {4.0f, 3.0f, 0.95f};
        const tnBody body = water.addBody(crate);
        water.step(1.0f / 60.0f, 60); // it is held: nobody moves it
        const auto displaced = [&] {
            const FieldCopy field = water.copy(tn_waterDisplaced);
            double sum = 0.0;
            for (const float value : field.values)
            {
                sum += wide(value);
            }
            return sum * wide(water.def().cellSize) * wide(water.def().cellSize);
        };
        const double volume = displaced();
        ASSERT_GT(volume, 0.05); // m^3
        const auto go = [&] { ASSERT_EQ(tnWater_RemoveBody(water.handle(), body), tn_success); };
        if (leaves == Leaves::before)
        {
            go();
        }
        else if (leaves == Leaves::jumps)
        {
            const tnBodyMotion above = {body, {4.0f, 3.0f, 20.0f}, crate.rotation, {}, {}};
            ASSERT_EQ(tnWater_SetBodyMotions(water.handle(), &above, 1), tn_success);
        }
        ASSERT_EQ(tnWater_Resize(water.handle(), 96, 72, nullptr), tn_success);
        if (leaves == Leaves::after)
        {
            go();
        }
        water.step(1.0e-3f);
        EXPECT_GT(displaced(), 0.95 * volume) << static_cast<int>(leaves);
        water.step(1.0f / 60.0f, 120);
        EXPECT_LT(displaced(), 0.01 * volume) << static_cast<int>(leaves);
    }
}

TEST(WaterResize, RefusesWhatMakesNoSense)
{
    TestWater water(poolDef());
    const uint64_t before = water.hash();
    test::LogCapture log;
    EXPECT_EQ(tnWater_Resize(water.handle(), 0, 10, nullptr), tn_errorSize);
    EXPECT_EQ(tnWater_Resize(water.handle(), 64, 64, nullptr), tn_errorInvalidArgument);
    EXPECT_EQ(tnWater_Resize(tnWater{}, 64, 48, nullptr), tn_errorInvalidHandle);
    EXPECT_TRUE(log.has(tn_logWaterSize));
    EXPECT_EQ(water.hash(), before);
}

} // namespace
} // namespace tarn
