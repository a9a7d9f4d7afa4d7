// Water on the GPU beside water on the CPU: the same scenes, step by step, and what must hold on
// any backend. Small grids: drivers that are software do these too.
#include "tarn/water.h"

#include "api/gl_devices.h"
#include "backend/gl/gl_device.h"
#include "support/gl_device.h"
#include "support/log_capture.h"
#include "support/test_water.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>

namespace tarn::test
{
namespace
{

constexpr float kDt = 1.0f / 60.0f;
constexpr double kSame = 1.0e-3; // of a field, relative, in L2

// One context for all tests that do not break it.
tnGl sharedGl()
{
    static const OwnedGl kGl;
    return kGl.handle();
}

tnWaterDef onGl(tnWaterDef def)
{
    def.backend = tn_backendGL;
    def.gl = sharedGl();
    return def;
}

// Without spray, which is the twin's, so that nothing but what is tested goes home.
tnWaterDef quietDef(int32_t nx, int32_t ny)
{
    tnWaterDef def = waterDef(nx, ny);
    def.particleCapacity = 0;
    return def;
}

double l2(const FieldCopy& f)
{
    double sum = 0.0;
    for (const float value : f.values)
    {
        sum += static_cast<double>(value) * static_cast<double>(value);
    }
    return std::sqrt(sum);
}

// || a - b || / || b ||, or || a - b || where b is next to nothing.
double difference(const FieldCopy& a, const FieldCopy& b)
{
    FieldCopy d = a;
    for (size_t k = 0; k < d.values.size(); ++k)
    {
        d.values[k] -= b.values[k];
    }
    const double size = l2(b);
    return size > 1.0e-3 ? l2(d) / size : l2(d);
}

struct Pair
{
    explicit Pair(const tnWaterDef& def) : cpu(def), gl(onGl(def)) {}

    void both(const std::function<void(TestWater&)>& work)
    {
        work(cpu);
        work(gl);
    }

    void expectSame(double most = kSame)
    {
        // Without drops there is no foam of breaking waves on the GPU.
        const bool hasFoam = cpu.def().particleCapacity > 0;
        for (const tnWaterField field : fieldsOf(cpu.def()))
        {
            if (field == tn_waterFoam && !hasFoam)
            {
                continue;
            }
            EXPECT_LE(difference(gl.copy(field), cpu.copy(field)), most) << "field " << field;
        }
        const tnWaterTotals a = gl.totals();
        const tnWaterTotals b = cpu.totals();
        EXPECT_NEAR(a.volume, b.volume, 1.0e-4 * b.volume);
        EXPECT_NEAR(a.added, b.added, 1.0e-4 * b.volume);
        EXPECT_EQ(gl.stats().backend, tn_backendGL);
    }

    TestWater cpu;
    TestWater gl;
};

// What is in the water less what came into it stays, to rounding.
void expectVolumeKept(const TestWater& water, double before)
{
    const tnWaterTotals totals = water.totals();
    EXPECT_NEAR(totals.volume - totals.added, before, 2.0e-6 * std::fabs(before) + 1.0e-6);
}

double ownVolume(const TestWater& water)
{
    const tnWaterTotals totals = water.totals();
    return totals.volume - totals.added;
}

void compare(Pair& pair, int32_t steps, double most = kSame)
{
    const double before = ownVolume(pair.gl);
    pair.cpu.step(kDt, steps);
    EXPECT_EQ(pair.gl.step(kDt, steps), 0u);
    pair.expectSame(most);
    expectVolumeKept(pair.gl, before);
}

double hill(double x, double y, double cx, double cy, double width)
{
    const double dx = (x - cx) / width;
    const double dy = (y - cy) / width;
    return std::exp(-(dx * dx + dy * dy));
}

} // namespace

TEST(GlWater, ALakeOverRoughGroundStaysStillToTheLastBit)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterDef def = quietDef(70, 45);
    def.settings.sleep = false;
    TestWater water(onGl(def));
    water.set(tn_waterTerrain, [](double x, double y) {
        return 0.4 * std::sin(3.1 * x) * std::cos(2.3 * y) + 1.2 * hill(x, y, 4.0, 3.0, 1.0);
    });
    water.set(tn_waterSurface, [](double, double) { return 0.7; });
    const FieldCopy depth = water.copy(tn_waterDepth);
    EXPECT_EQ(water.step(kDt, 100), 0u);
    EXPECT_EQ(largestDifference(water.copy(tn_waterDepth), depth), 0.0f);
    EXPECT_EQ(water.copy(tn_waterVelocityX).largest(), 0.0f);
    EXPECT_EQ(water.copy(tn_waterVelocityY).largest(), 0.0f);
}

TEST(GlWater, ADamBreaksOntoDryGroundAsOnTheCpu)
{
    TARN_SKIP_WITHOUT_GL();
    Pair pair(quietDef(100, 37));
    pair.both([](TestWater& water) {
        water.set(tn_waterDepth, [](double x, double) { return x < 4.0 ? 1.0 : 0.0; });
        water.set(TestWater::dyeField(0), [](double x, double y) { return x < y ? 1.0 : 0.25; });
    });
    compare(pair, 200);
}

TEST(GlWater, WaterSloshesInABowlAsOnTheCpu)
{
    TARN_SKIP_WITHOUT_GL();
    Pair pair(quietDef(65, 65));
    pair.both([](TestWater& water) {
        water.set(tn_waterTerrain, [](double x, double y) {
            return 0.08 * ((x - 4.0) * (x - 4.0) + (y - 4.0) * (y - 4.0));
        });
        water.set(tn_waterSurface, [](double x, double) { return 0.5 + 0.05 * (x - 4.0); });
    });
    compare(pair, 200);
}

TEST(GlWater, ARiverFlowsInOutAndIntoASeaAsOnTheCpu)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterDef def = quietDef(80, 33);
    def.left = edgeOf(tn_waterInflow, 0.2f);
    def.left.dye[0] = 1.0f;
    def.right = edgeOf(tn_waterLevel, 0.4f);
    def.right.dye[0] = 0.5f;
    def.top = edgeOf(tn_waterOpen);
    def.settings.liquid.roughness = 0.03f;
    def.settings.wind = {4.0f, -2.0f};
    def.settings.dyeDissipation[0] = 0.1f;
    Pair pair(def);
    pair.both([](TestWater& water) {
        water.set(tn_waterTerrain,
                  [](double x, double y) { return 0.3 - 0.03 * x + 0.15 * (y - 2.0) * (y - 2.0); });
        water.set(tn_waterSurface, [](double x, double) { return 0.5 - 0.02 * x; });
    });
    compare(pair, 200);
}

TEST(GlWater, WavesGoRoundAPeriodicSeaAsOnTheCpu)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterDef def = quietDef(67, 50);
    makePeriodic(def);
    Pair pair(def);
    pair.both([](TestWater& water) {
        water.set(tn_waterSurface,
                  [](double x, double y) { return 1.0 + 0.2 * hill(x, y, 7.5, 1.0, 1.0); });
        water.set(tn_waterVelocityX, [](double, double) { return 0.5; });
    });
    compare(pair, 200);
}

TEST(GlWater, MudStopsWhereItsYieldStressHoldsItAsOnTheCpu)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterDef def = quietDef(48, 48);
    def.settings.liquid = {1900.0f, 0.0f, 0.02f, 100.0f};
    Pair pair(def);
    pair.both([](TestWater& water) {
        water.set(tn_waterDepth, [](double x, double y) {
            return std::max(0.0, hill(x, y, 3.0, 3.0, 1.2) - 0.3);
        });
    });
    compare(pair, 200);
}

TEST(GlWater, StrokesAndSpringsDoWhatTheyDoOnTheCpu)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterDef def = quietDef(130, 70);
    def.dyeChannels = 2;
    Pair pair(def);
    pair.both([](TestWater& water) {
        tnSpringDef spring = tnDefaultSpringDef();
        spring.position = {3.0f, 2.0f};
        spring.discharge = 0.4f;
        spring.dye[1] = 1.0f;
        water.addSpring(spring);
        tnSpringDef drain = tnDefaultSpringDef();
        drain.position = {12.0f, 6.0f};
        drain.discharge = -0.2f;
        water.addSpring(drain);
    });
    const double before = ownVolume(pair.gl);
    for (int32_t k = 0; k < 60; ++k)
    {
        tnWaterBrush brush = tnDefaultWaterBrush();
        brush.from = {8.0f + 0.05f * static_cast<float>(k), 4.0f};
        brush.to = brush.from;
        brush.splash = k % 7 == 0 ? 0.1f : 0.0f;
        brush.velocity = {0.0f, k % 5 == 0 ? 0.3f : 0.0f};
        brush.terrain = k % 20 == 0 ? 0.1f : 0.0f;
        brush.dye[0] = 0.1f;
        pair.both([&](TestWater& water) {
            water.brush(brush);
            water.step(kDt);
        });
    }
    pair.expectSame();
    expectVolumeKept(pair.gl, before);
}

TEST(GlWater, ABusySceneWithSprayRainFoamAndBodiesIsThatOfTheCpuForAWhile)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterDef def = busyWaterDef(72, 56);
    def.sameStep = true;
    Pair pair(def);
    pair.both([](TestWater& water) { fillBusyWater(water); });
    const double before = ownVolume(pair.gl);
    for (int32_t k = 0; k < 20; ++k)
    {
        pair.both([&](TestWater& water) { stepBusyWater(water, k); });
    }
    EXPECT_TRUE(pair.gl.isFinite());
    EXPECT_LE(difference(pair.gl.copy(tn_waterSurface), pair.cpu.copy(tn_waterSurface)), 1.0e-2);
    expectVolumeKept(pair.gl, before);
}

TEST(GlWater, MirrorImagesStayMirrorImages)
{
    TARN_SKIP_WITHOUT_GL();
    constexpr int32_t kCells = 75; // unlike groups and tiles
    TestWater water(onGl(quietDef(kCells, kCells)));
    const double middle = 0.5 * 0.125 * kCells;
    water.set(tn_waterDepth,
              [&](double x, double y) { return 2.0 * hill(x, y, middle, middle, 1.5); });
    water.step(kDt, 80);
    const FieldCopy depth = water.copy(tn_waterDepth);
    float largest = 0.0f;
    for (int32_t j = 0; j < kCells; ++j)
    {
        for (int32_t i = 0; i < kCells; ++i)
        {
            const float here = depth.at(i, j);
            largest = std::max(largest, std::fabs(here - depth.at(kCells - 1 - i, j)));
            largest = std::max(largest, std::fabs(here - depth.at(i, kCells - 1 - j)));
            largest = std::max(largest, std::fabs(here - depth.at(j, i)));
        }
    }
    EXPECT_EQ(largest, 0.0f);
}

// ---- Sleep

TEST(GlWater, WhatSleepsIsTheSameAsIfItNeverSlept)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterDef def = quietDef(256, 96);
    tnWaterDef awakeDef = def;
    awakeDef.settings.sleep = false;
    TestWater sleeps(onGl(def));
    TestWater awake(onGl(awakeDef));
    for (TestWater* water : {&sleeps, &awake})
    {
        tnWaterBrush drop = tnDefaultWaterBrush();
        drop.from = drop.to = {2.0f, 2.0f};
        drop.water = 0.05f;
        water->brush(drop);
        water->step(kDt, 40);
    }
    EXPECT_EQ(differentFields(sleeps, awake), "");
    EXPECT_LT(sleeps.stats().tilesAwake, sleeps.stats().tiles);
}

TEST(GlWater, AStillPondIsNotWorkedOn)
{
    TARN_SKIP_WITHOUT_GL();
    TestWater water(onGl(quietDef(128, 64)));
    water.step(kDt, 6);
    GlDevice* device = findGlDevice(sharedGl(), "test");
    const int64_t before = device->dispatches();
    water.step(kDt, 10);
    EXPECT_EQ(device->dispatches(), before);
    EXPECT_EQ(water.stats().tilesAwake, 0);
    EXPECT_NEAR(water.stats().time, 16.0 / 60.0, 1.0e-6);
}

// ---- Time

TEST(GlWater, TimeThatDoesNotFitTheSubstepsAllowedIsToldAsLost)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterDef def = quietDef(64, 32);
    def.settings.maxSubsteps = 1;
    TestWater water(onGl(def));
    water.set(tn_waterDepth, [](double x, double) { return x < 4.0 ? 20.0 : 1.0; });
    const uint32_t flags = water.step(0.1f, 10);
    EXPECT_NE(flags & tn_stepSlow, 0u);
    EXPECT_GT(water.stats().lostTime, 0.1);
    EXPECT_TRUE(water.isFinite());
}

TEST(GlWater, AWaveThatGetsFasterThanReportedLosesNoTime)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterDef def = quietDef(120, 40);
    def.settings.maxSubsteps = 100;
    Pair pair(def);
    pair.both([](TestWater& water) {
        water.set(tn_waterDepth, [](double, double) { return 0.1; });
        water.step(kDt, 5);
        tnWaterBrush flood = tnDefaultWaterBrush();
        flood.from = flood.to = {7.0f, 2.5f};
        flood.radius = 1.0f;
        flood.water = 6.0f;
        water.brush(flood);
    });
    compare(pair, 60, 5.0e-3);
    EXPECT_EQ(pair.gl.stats().lostTime, 0.0);
}

// The host asks for more substeps than are needed, by any number; one buffer or the other has the
// water then. (After a change of all the water it reckons with waves twice as fast.)
TEST(GlWater, SubstepsThatAreNotNeededChangeNothing)
{
    TARN_SKIP_WITHOUT_GL();
    for (const float dt : {0.004f, 0.014f, 0.02f, 0.027f, 0.04f, 0.055f})
    {
        Pair pair(quietDef(200, 40));
        pair.both([dt](TestWater& water) {
            water.set(tn_waterSurface,
                      [](double x, double y) { return 1.0 + 0.2 * hill(x, y, 3.0, 2.0, 0.8); });
            water.set(TestWater::dyeField(0), [](double x, double) { return x < 4.0 ? 1.0 : 0.0; });
            water.step(dt, 3);
        });
        pair.expectSame();
        expectVolumeKept(pair.gl, ownVolume(pair.cpu));
    }
}

// Walls, inflows and levels that meet in corners, with dyes of their own.
TEST(GlWater, CornersBetweenEdgesAreAsOnTheCpu)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterEdge level = test::edgeOf(tn_waterLevel, 1.2f);
    level.dye[0] = 0.5f;
    tnWaterEdge inflow = test::edgeOf(tn_waterInflow, 0.5f);
    inflow.dye[0] = 0.25f;
    const tnWaterEdge drain = test::edgeOf(tn_waterInflow, -0.3f);
    const tnWaterEdge wall = test::edgeOf(tn_waterWall);
    const tnWaterEdge open = test::edgeOf(tn_waterOpen);
    const tnWaterEdge sides[][4] = {{wall, level, level, wall},
                                    {inflow, drain, level, inflow},
                                    {inflow, open, drain, level},
                                    {level, wall, inflow, open}};
    for (const auto& edges : sides)
    {
        tnWaterDef def = quietDef(48, 36);
        def.left = edges[0];
        def.right = edges[1];
        def.bottom = edges[2];
        def.top = edges[3];
        Pair pair(def);
        pair.both([](TestWater& water) { water.step(kDt, 60); });
        pair.expectSame();
    }
}

// ---- Bodies

// (Forces that are a step late let a body drift and bob a little otherwise.)
TEST(GlWater, BodiesFloatAsDeepAsOnTheCpu)
{
    TARN_SKIP_WITHOUT_GL();
    for (const bool sameStep : {true, false})
    {
        tnWaterDef def = quietDef(96, 64);
        def.sameStep = sameStep;
        Pair pair(def);
        pair.both([](TestWater& water) {
            water.addBody(bodyAt(tn_bodyBox, 4.0f, 4.0f, 1.1f));
            water.addBody(bodyAt(tn_bodySphere, 8.1f, 3.9f, 1.0f));
            for (int32_t k = 0; k < 400; ++k)
            {
                water.step(kDt);
                water.moveBodies(kDt);
            }
        });
        for (size_t k = 0; k < 2; ++k)
        {
            const tnBodyDef a = pair.gl.body(pair.gl.bodies[k]);
            const tnBodyDef b = pair.cpu.body(pair.cpu.bodies[k]);
            EXPECT_NEAR(a.position.z, b.position.z, sameStep ? 1.0e-3f : 0.02f) << sameStep;
            EXPECT_NEAR(a.position.x, b.position.x, sameStep ? 0.02f : 0.03f) << sameStep;
            EXPECT_NEAR(pair.gl.force(pair.gl.bodies[k]).force.z, 9.81f * a.mass, 0.8f * a.mass)
                << sameStep;
        }
        const double displaced = pair.cpu.totals().displaced;
        EXPECT_NEAR(pair.gl.totals().displaced, displaced, (sameStep ? 0.001 : 0.03) * displaced);
    }
}

TEST(GlWater, ForcesOfTheStepBeforeAreThoseOfTheSameStep)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterDef def = onGl(quietDef(64, 64));
    def.sameStep = true;
    TestWater now(def);
    def.sameStep = false;
    TestWater later(def);
    for (TestWater* water : {&now, &later})
    {
        water->addBody(bodyAt(tn_bodyBox, 4.0f, 4.0f, 0.9f));
    }
    for (int32_t k = 0; k < 20; ++k)
    {
        now.step(kDt);
        later.step(kDt);
    }
    later.step(kDt);
    const tnBodyForce a = now.force(now.bodies[0]);
    const tnBodyForce b = later.force(later.bodies[0]);
    EXPECT_EQ(a.force.z, b.force.z);
    EXPECT_EQ(a.submergedVolume, b.submergedVolume);
}

TEST(GlWater, ResizesAsOnTheCpu)
{
    TARN_SKIP_WITHOUT_GL();
    tnWaterDef def = quietDef(64, 48);
    def.dyeChannels = 1;
    def.sameStep = true;
    def.left.type = def.right.type = tn_waterPeriodic;
    Pair pair(def);
    pair.both([](TestWater& water) {
        water.set(tn_waterTerrain, [](double x, double y) { return 0.2 * std::sin(x) * y; });
        water.set(TestWater::dyeField(0), [](double x, double) { return x > 3.0 ? 1.0 : 0.0; });
        water.addBody(bodyAt(tn_bodyBox, 4.0f, 4.0f, 0.9f));
        water.step(kDt, 10);
        const tnBodyForce before = water.force(water.bodies[0]);
        EXPECT_EQ(tnWater_Resize(water.handle(), 80, 60, nullptr), tn_success);
        const tnBodyForce after = water.force(water.bodies[0]);
        EXPECT_EQ(after.force.z, before.force.z);
        EXPECT_EQ(after.submergedVolume, before.submergedVolume);
    });
    pair.expectSame();
    pair.both([](TestWater& water) { water.step(kDt, 10); });
    pair.expectSame();
}

// ---- Saving

TEST(GlWater, WhatIsSavedOnTheGpuGoesOnOnTheCpuAndBack)
{
    TARN_SKIP_WITHOUT_GL();
    const tnWaterDef def = quietDef(60, 44);
    Pair pair(def);
    pair.both([](TestWater& water) {
        water.set(tn_waterSurface,
                  [](double x, double y) { return 1.0 + 0.3 * hill(x, y, 3.0, 2.0, 0.8); });
        water.step(kDt, 10);
    });
    const std::vector<std::byte> fromGl = pair.gl.save();
    const std::vector<std::byte> fromCpu = pair.cpu.save();
    EXPECT_EQ(tnWater_Restore(pair.cpu.handle(), fromGl.data(), fromGl.size()), tn_success);
    EXPECT_EQ(tnWater_Restore(pair.gl.handle(), fromCpu.data(), fromCpu.size()), tn_success);
    EXPECT_EQ(pair.cpu.stats().backend, tn_backendCpu);
    EXPECT_EQ(pair.gl.stats().backend, tn_backendGL);
    compare(pair, 40);
}

// ---- What goes wrong

TEST(GlWater, WhereTheContextIsLostTheCpuGoesOnFromTheLastCopy)
{
    TARN_SKIP_WITHOUT_GL();
    const BreakableGl own;
    tnWaterDef def = quietDef(64, 48);
    TestWater cpu(def);
    def.backend = tn_backendGL;
    def.gl = own.handle();
    def.fallback = tn_fallbackCpu;
    TestWater water(def);
    for (TestWater* w : {&cpu, &water})
    {
        w->set(tn_waterSurface,
               [](double x, double y) { return 1.0 + 0.3 * hill(x, y, 3.0, 2.0, 0.8); });
        w->step(kDt, 20);
    }
    const double before = ownVolume(water);
    water.step(kDt, 5);
    cpu.step(kDt, 5);
    own.force(GlFault::loss);
    LogCapture log;
    EXPECT_EQ(water.step(kDt, 10), 0u);
    EXPECT_EQ(log.count(tn_logGl), 1);
    EXPECT_EQ(water.stats().backend, tn_backendCpu);
    expectVolumeKept(water, before);
    cpu.step(kDt, 8); // two steps were lost at most
    EXPECT_LE(difference(water.copy(tn_waterSurface), cpu.copy(tn_waterSurface)), 0.02);
}

TEST(GlWater, WhereTheContextIsLostAndTheDefAsksForNoOtherStepsDoNothing)
{
    TARN_SKIP_WITHOUT_GL();
    const BreakableGl own;
    tnWaterDef def = quietDef(32, 32);
    def.backend = tn_backendGL;
    def.gl = own.handle();
    TestWater water(def);
    water.step(kDt, 3);
    own.force(GlFault::loss);
    EXPECT_EQ(water.step(kDt), uint32_t{tn_stepLost});
    EXPECT_EQ(water.step(kDt), uint32_t{tn_stepLost});
}

TEST(GlWater, AShaderThatDoesNotCompileIsAReasonOrALineInTheLog)
{
    TARN_SKIP_WITHOUT_GL();
    for (const GlFault fault : {GlFault::compile, GlFault::memory})
    {
        const BreakableGl own;
        tnWaterDef def = quietDef(32, 32);
        def.backend = tn_backendGL;
        def.gl = own.handle();
        LogCapture log;
        own.force(fault);
        tnWater water = {};
        EXPECT_EQ(tnCreateWater(&def, &water), tn_errorUnsupported);
        EXPECT_TRUE(TN_IS_NULL(water));
        EXPECT_EQ(log.count(tn_logGl), 1);

        own.force(fault);
        def.fallback = tn_fallbackCpu;
        TestWater falls(def);
        EXPECT_EQ(log.count(tn_logGl), 2);
        EXPECT_EQ(falls.stats().backend, tn_backendCpu);
        EXPECT_EQ(falls.step(kDt, 3), 0u);
    }
}

TEST(GlWater, AContextIsNotDestroyedWhileAWaterComputesInIt)
{
    TARN_SKIP_WITHOUT_GL();
    const tnGlDef def = tnDefaultGlDef();
    tnGl gl = {};
    ASSERT_EQ(tnCreateGl(&def, &gl), tn_success);
    {
        tnWaterDef waterDef = quietDef(16, 16);
        waterDef.backend = tn_backendGL;
        waterDef.gl = gl;
        TestWater water(waterDef);
        LogCapture log;
        EXPECT_EQ(tnDestroyGl(gl), tn_errorInvalidArgument);
    }
    EXPECT_EQ(tnDestroyGl(gl), tn_success);
}

} // namespace tarn::test
