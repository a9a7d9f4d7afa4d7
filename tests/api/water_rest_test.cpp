// Still water: it stays still to the last bit over any ground, keeps its volume, falls asleep, and
// sleeping changes nothing.
#include "tarn/water.h"

#include "support/full_size.h"
#include "support/random.h"
#include "support/test_water.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::FieldCopy;
using test::TestWater;

constexpr float kDt = 1.0f / 60.0f;

// So thick that a pool of it is at rest within a minute: 0.3 of its momentum a second.
constexpr tnLiquid kSyrup = {1000.0f, 100.0f, 0.0f, 0.0f};

// Hills of every steepness between -0.5 and 2 m, with cliffs and single cells that stand out.
void setRandomTerrain(TestWater& water, uint64_t seed)
{
    test::Random random(seed);
    FieldCopy ground = water.copy(tn_waterTerrain);
    for (float& height : ground.values)
    {
        height = random.chance(0.1f) ? random.between(-0.5f, 2.0f) : 0.0f;
    }
    const float waveX = random.between(0.5f, 3.0f);
    const float waveY = random.between(0.5f, 3.0f);
    for (int32_t j = 0; j < ground.rows; ++j)
    {
        for (int32_t i = 0; i < ground.columns; ++i)
        {
            const tnVec2 at = ground.place(i, j);
            const float hill = 0.75f + 0.9f * std::sin(waveX * at.x) * std::cos(waveY * at.y);
            const float cliff = at.x > 3.0f && at.y > 2.5f ? 1.5f : 0.0f;
            float& height = ground.values[static_cast<size_t>(j * ground.columns + i)];
            height += hill + cliff;
        }
    }
    ASSERT_EQ(tnWater_SetField(water.handle(), tn_waterTerrain, ground.values.data(),
                               static_cast<int64_t>(ground.values.size())),
              tn_success);
}

// ---- At rest

TEST(WaterRest, LakeOverRandomTerrainWithIslandsStaysAtRest)
{
    for (uint64_t seed = 1; seed <= 6; ++seed)
    {
        for (const bool sleeps : {true, false})
        {
            tnWaterDef def = test::waterDef(51, 43);
            def.settings.sleep = sleeps;
            test::makePeriodic(def, seed % 2 == 0, seed % 3 == 0);
            TestWater water(def);
            setRandomTerrain(water, seed);
            water.set(tn_waterSurface, [](double, double) { return 0.9; });
            const FieldCopy before = water.copy(tn_waterDepth);
            ASSERT_EQ(before.least(), 0.0f) << "there are islands";
            water.step(kDt, test::scaled(200, 3000));
            EXPECT_EQ(water.copy(tn_waterDepth).values, before.values) << "seed " << seed;
            EXPECT_EQ(water.copy(tn_waterVelocityX).largest(), 0.0f) << "seed " << seed;
            EXPECT_EQ(water.copy(tn_waterVelocityY).largest(), 0.0f) << "seed " << seed;
        }
    }
}

TEST(WaterRest, NoWaterCreepsUphill)
{
    // A pool at the foot of a slope, disturbed a little for long: it never gets higher than its
    // energy allows.
    TestWater water(test::waterDef(48, 12));
    water.set(tn_waterTerrain, [](double x, double) { return 0.5 * std::max(x - 2.0, 0.0); });
    water.set(tn_waterSurface, [](double x, double) { return x < 0.5 ? 0.32 : 0.3; });
    water.step(kDt, test::scaled(1200, 12000));
    const FieldCopy depth = water.copy(tn_waterDepth);
    for (int32_t i = 0; i < depth.columns; ++i)
    {
        const float ground = 0.5f * std::max(depth.place(i, 0).x - 2.0f, 0.0f);
        for (int32_t j = 0; ground > 0.4f && j < depth.rows; ++j)
        {
            EXPECT_EQ(depth.at(i, j), 0.0f) << i << ", " << j;
        }
    }
}

TEST(WaterRest, DisturbedPoolComesToRestLevel)
{
    tnWaterDef def = test::waterDef(40, 24);
    def.settings.liquid = kSyrup;
    TestWater water(def);
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = brush.to = {2.0f, 1.0f};
    brush.water = 0.3f;
    water.brush(brush);
    int32_t steps = 0;
    do
    {
        water.step(kDt, 60);
        steps += 60;
    } while (water.stats().tilesAwake > 0 && steps < 60000);
    EXPECT_EQ(water.stats().tilesAwake, 0) << "after " << steps << " steps";
    const FieldCopy surface = water.copy(tn_waterSurface);
    EXPECT_LT(surface.most() - surface.least(), 5e-5f);
}

// ---- Volume

TEST(WaterVolume, DriftsByLessThanAMillionthWhateverHappens)
{
    tnWaterDef def = test::busyWaterDef(60, 45);
    def.particleCapacity = 20000;
    TestWater water(def);
    test::fillBusyWater(water);
    const tnWaterTotals before = water.totals();
    int32_t mostSpray = 0;
    for (int32_t k = 0; k < test::scaled(test::kSlowBuild ? 100 : 1000, 4000); ++k)
    {
        test::stepBusyWater(water, k);
        mostSpray = std::max(mostSpray, water.stats().spray);
    }
    const tnWaterTotals after = water.totals();
    EXPECT_NEAR(after.volume - after.added, before.volume - before.added, 1e-6 * after.volume);
    EXPECT_GT(mostSpray, 5);
    EXPECT_TRUE(water.isFinite());
}

TEST(WaterVolume, OfAPoolStaysToAMillionthForTenThousandSteps)
{
    tnWaterDef def = test::waterDef(96, 32);
    def.particleCapacity = 20000;
    TestWater water(def);
    const double before = water.totals().volume;
    for (int32_t k = 0; k < test::scaled(test::kSlowBuild ? 200 : 2000, 10000); ++k)
    {
        if (k % 200 == 10)
        {
            tnWaterBrush shove = tnDefaultWaterBrush();
            shove.from = shove.to = {2.0f, 2.0f};
            shove.radius = 1.5f;
            shove.velocity = {k % 400 < 200 ? 1.0f : -1.0f, 0.3f};
            shove.splash = 0.3f;
            water.brush(shove);
        }
        water.step(kDt);
    }
    EXPECT_NEAR(water.totals().volume - water.totals().added, before, 1e-6 * before);
}

// Rounding takes 2e-10 of the volume a step, as violent as this is.
TEST(WaterVolume, OfAStormInAClosedPoolStays)
{
    // Spray from breaking waves, a body that is thrown about, and nothing that comes or goes.
    tnWaterDef def = test::waterDef(96, 32);
    def.particleCapacity = 20000;
    TestWater water(def);
    water.set(tn_waterDepth, [](double x, double) { return x < 3.0 ? 1.5 : 0.15; });
    const double before = water.totals().volume;
    water.addBody(test::bodyAt(tn_bodyBox, 5.0f, 2.0f, 2.0f));
    int32_t mostSpray = 0;
    for (int32_t k = 0; k < test::scaled(test::kSlowBuild ? 100 : 1000, 4000); ++k)
    {
        if (k % 200 == 150)
        {
            tnWaterBrush shove = tnDefaultWaterBrush();
            shove.from = shove.to = {2.0f, 2.0f};
            shove.radius = 1.5f;
            shove.velocity = {k % 400 < 200 ? 4.0f : -4.0f, 0.5f};
            water.brush(shove);
        }
        water.step(kDt);
        water.moveBodies(kDt);
        mostSpray = std::max(mostSpray, water.stats().spray);
    }
    EXPECT_GT(mostSpray, 50);
    EXPECT_NEAR(water.totals().volume, before, 1e-6 * before);
}

// ---- Sleep

TEST(WaterSleep, UndisturbedPondSleepsEntirely)
{
    for (const bool bodies : {false, true})
    {
        tnWaterDef def = test::waterDef(200, 70);
        def.settings.liquid = bodies ? kSyrup : def.settings.liquid;
        TestWater water(def);
        if (bodies)
        {
            water.addBody(test::bodyAt(tn_bodyCylinder, 10.0f, 4.0f, 1.0f)); // a post
        }
        int32_t steps = 0;
        do
        {
            water.step(kDt);
        } while (water.stats().tilesAwake > 0 && ++steps < 20000);
        EXPECT_EQ(water.stats().tilesAwake, 0) << (bodies ? "with a body" : "alone");
        EXPECT_GT(water.stats().tiles, 4);
        const uint32_t flags = water.step(kDt, 3);
        EXPECT_EQ(flags, 0u);
        EXPECT_EQ(water.stats().tilesAwake, 0);
    }
}

TEST(WaterSleep, SplashWakesOnlyWhatIsAroundIt)
{
    TestWater water(test::waterDef(640, 160));
    water.step(kDt, 5);
    ASSERT_EQ(water.stats().tilesAwake, 0);
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = brush.to = {44.0f, 9.0f}; // the middle of a tile
    brush.splash = 0.1f;
    water.brush(brush);
    water.step(kDt);
    EXPECT_EQ(water.stats().tilesAwake, 9) << "of " << water.stats().tiles;
    // Waves run at 3.13 m/s: 25 cells in a second.
    water.step(kDt, 60);
    EXPECT_GT(water.stats().tilesAwake, 9);
    EXPECT_LT(water.stats().tilesAwake, water.stats().tiles / 2);
}

using Event = std::function<void(TestWater&, int32_t)>;

// Steps a water that sleeps and one that may not, and compares every bit after each step.
void expectSleepChangesNothing(tnWaterDef def, const std::function<void(TestWater&)>& begin,
                               const Event& event, const char* name)
{
    TestWater sleeps(def);
    def.settings.sleep = false;
    TestWater wakes(def);
    begin(sleeps);
    begin(wakes);
    int32_t fewest = INT32_MAX;
    for (int32_t k = 0; k < 500; ++k)
    {
        for (TestWater* water : {&sleeps, &wakes})
        {
            event(*water, k);
            water->step(k % 7 == 6 ? 0.03f : kDt);
        }
        fewest = std::min(fewest, sleeps.stats().tilesAwake);
        const std::string different = test::differentFields(sleeps, wakes);
        ASSERT_EQ(different, "") << name << ", step " << k;
        ASSERT_EQ(sleeps.particles().size(), wakes.particles().size()) << name << ", step " << k;
        for (const tnBody body : sleeps.bodies)
        {
            const tnBodyForce a = sleeps.force(body);
            const tnBodyForce b = wakes.force(body);
            ASSERT_EQ(std::memcmp(&a, &b, sizeof a), 0) << name << ", step " << k;
        }
        ASSERT_EQ(wakes.stats().tilesAwake, wakes.stats().tiles);
    }
    EXPECT_EQ(fewest, 0) << name << ": all of it slept once";
}

tnWaterBrush drop(float x, float y, float splash)
{
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = brush.to = {x, y};
    brush.splash = splash;
    return brush;
}

TEST(WaterSleep, ChangesNoBitOfASplashInAPond)
{
    expectSleepChangesNothing(
        test::waterDef(300, 90), [](TestWater&) {},
        [](TestWater& water, int32_t k) {
            if (k == 5 || k == 200)
            {
                water.brush(drop(k == 5 ? 20.0f : 4.0f, 6.0f, 0.01f));
            }
        },
        "splash");
}

TEST(WaterSleep, ChangesNoBitOfFoamThatFades)
{
    tnWaterDef def = test::waterDef(200, 70);
    def.settings.foamLife = 0.5f;
    expectSleepChangesNothing(
        def, [](TestWater&) {},
        [](TestWater& water, int32_t k) {
            if (k == 10)
            {
                tnWaterBrush brush = drop(12.0f, 4.0f, 0.0f);
                brush.foam = 1.0f;
                brush.dye[0] = 1.0f;
                water.brush(brush);
            }
        },
        "foam");
}

// Foam elsewhere, so that it is carried there and not where drops fall.
TEST(WaterSleep, ChangesNoBitOfFoamOfDropsThatLand)
{
    tnWaterDef def = test::waterDef(320, 70);
    def.settings.foamLife = 0.5f;
    expectSleepChangesNothing(
        def, [](TestWater&) {},
        [](TestWater& water, int32_t k) {
            if (k == 100)
            {
                tnWaterBrush brush = drop(4.0f, 4.0f, 0.0f);
                brush.foam = 1.0f;
                water.brush(brush);
            }
            if (k == 105)
            {
                const tnVec3 above = {36.0f, 4.0f, 1.2f};
                EXPECT_EQ(tnWater_AddSpray(water.handle(), above, {}, 1e-4f, false), tn_success);
            }
        },
        "drops");
}

// It drifts over the border of a tile, in long steps, and is wiped off after each of the steps
// around that.
TEST(WaterFoam, ThatWasWipedOffDoesNotComeBack)
{
    for (int32_t steps = 1; steps <= 8; ++steps)
    {
        tnWaterDef def = test::waterDef(320, 40);
        test::makePeriodic(def);
        TestWater water(def);
        water.set(tn_waterVelocityX, [](double, double) { return 2.0; });
        const auto foamAt = [&water](float x) {
            tnWaterBrush brush = drop(x, 2.5f, 0.0f);
            brush.radius = 0.3f;
            brush.foam = 1.0f;
            water.brush(brush);
        };
        foamAt(6.9f);
        water.step(0.1f, steps);
        ASSERT_GT(water.copy(tn_waterFoam).most(), 0.1f);
        water.set(tn_waterFoam, [](double, double) { return 0.0; });
        foamAt(36.0f);
        for (int32_t k = 0; k < 3; ++k)
        {
            water.step(0.5f * kDt);
            const FieldCopy foam = water.copy(tn_waterFoam);
            for (size_t at = 0; at < foam.values.size(); ++at)
            {
                const bool isFar = at % static_cast<size_t>(foam.columns) < 200;
                ASSERT_TRUE(!isFar || foam.values[at] == 0.0f)
                    << foam.values[at] << ", wiped off after " << steps << ", step " << k;
            }
        }
    }
}

TEST(WaterSleep, ChangesNoBitWithBodiesAtRestAndMoved)
{
    tnWaterDef def = test::waterDef(130, 40);
    def.settings.liquid = kSyrup; // so that it comes to rest in time
    expectSleepChangesNothing(
        def,
        [](TestWater& water) {
            water.addBody(test::bodyAt(tn_bodyBox, 4.0f, 2.0f, 1.0f));
            water.addBody(test::bodyAt(tn_bodySphere, 12.0f, 2.5f, 0.9f));
            water.step(kDt, 6000);
        },
        [](TestWater& water, int32_t k) {
            if (k == 250)
            {
                const tnBodyMotion away = {
                    water.bodies[0], {4.2f, 2.1f, 0.9f}, {0.0f, 0.0f, 0.0f, 1.0f}, {}, {}};
                ASSERT_EQ(tnWater_SetBodyMotions(water.handle(), &away, 1), tn_success);
            }
            if (k == 400)
            {
                ASSERT_EQ(tnWater_RemoveBody(water.handle(), water.bodies[1]), tn_success);
                water.bodies.pop_back();
            }
        },
        "bodies");
}

TEST(WaterSleep, ChangesNoBitWhenRainStartsAndEnds)
{
    expectSleepChangesNothing(
        test::waterDef(200, 70), [](TestWater&) {},
        [](TestWater& water, int32_t k) {
            if (k == 50 || k == 80)
            {
                tnWaterSettings settings = water.settings();
                settings.rain = k == 50 ? 2e-5f : 0.0f;
                settings.dropVolume = 1e-5f;
                water.setSettings(settings);
            }
        },
        "rain");
}

TEST(WaterSleep, ChangesNoBitOverIslandsAndWithDyeThatDecays)
{
    tnWaterDef def = test::waterDef(200, 70);
    def.settings.dyeDissipation[0] = 0.5f;
    def.settings.liquid.roughness = 0.3f;
    test::makePeriodic(def, true, false);
    expectSleepChangesNothing(
        def,
        [](TestWater& water) {
            setRandomTerrain(water, 4);
            water.set(tn_waterSurface, [](double, double) { return 0.9; });
            water.set(TestWater::dyeField(0), [](double x, double) { return x; });
        },
        [](TestWater& water, int32_t k) {
            if (k == 30)
            {
                water.brush(drop(0.3f, 4.0f, 0.005f));
            }
        },
        "islands");
}

} // namespace
} // namespace tarn
