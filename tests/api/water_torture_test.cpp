// Extreme inputs: finite fields, clear errors, no crash, no unbounded time.
#include "tarn/water.h"

#include "support/failing_allocator.h"
#include "support/full_size.h"
#include "support/log_capture.h"
#include "support/random.h"
#include "support/test_water.h"

#include <cfloat>
#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

using test::FailingAllocator;
using test::TestWater;

constexpr float kDt = 1.0f / 60.0f;
constexpr float kDenormal = 1e-42f;

// A small water with all that a water can have.
tnWaterDef fullDef(int32_t nx, int32_t ny)
{
    tnWaterDef def = test::waterDef(nx, ny);
    def.dyeChannels = 2;
    def.particleCapacity = 500;
    def.settings.rain = 1e-4f;
    def.settings.wind = {3.0f, 2.0f};
    def.settings.liquid.viscosity = 1.0f;
    def.settings.liquid.roughness = 0.02f;
    return def;
}

void stir(TestWater& water)
{
    water.set(tn_waterTerrain, [](double x, double y) { return 0.3 * std::sin(3.0 * x + y); });
    water.set(tn_waterVelocityX, [](double x, double y) { return std::sin(2.0 * y - x); });
    water.set(tn_waterDye0, [](double x, double y) { return x * y; });
    water.set(tn_waterFoam, [](double x, double) { return std::min(0.1 * x, 1.0); });
}

// After a few ordinary steps everything is finite still, and no depth is below 0.
void expectSound(TestWater& water, const std::string& what)
{
    water.step(kDt, 3);
    EXPECT_TRUE(water.isFinite()) << what;
    EXPECT_GE(water.copy(tn_waterDepth).least(), 0.0f) << what;
    EXPECT_TRUE(std::isfinite(water.stats().maxSpeed)) << what;
    EXPECT_TRUE(std::isfinite(water.stats().maxWaveSpeed)) << what;
}

// ---- X01: every kind of number in every parameter

const float kOdd[] = {-0.0f, kDenormal, -kDenormal, FLT_MIN, FLT_MAX, -FLT_MAX, 1e30f, -1e30f,
                      1e12f, -1e12f,    1e9f,       -1e9f,   1e6f,    -1e6f,    1e-6f, 1e-30f};

template <class Struct>
using Pick = std::function<float&(Struct&)>;

TEST(WaterTorture, OddNumbersInStrokesAndSpringsAreRefusedOrHarmless)
{
    const test::LogCapture log;
    const std::vector<Pick<tnWaterBrush>> members = {
        [](tnWaterBrush& b) -> float& { return b.from.x; },
        [](tnWaterBrush& b) -> float& { return b.to.y; },
        [](tnWaterBrush& b) -> float& { return b.radius; },
        [](tnWaterBrush& b) -> float& { return b.velocity.x; },
        [](tnWaterBrush& b) -> float& { return b.water; },
        [](tnWaterBrush& b) -> float& { return b.splash; },
        [](tnWaterBrush& b) -> float& { return b.terrain; },
        [](tnWaterBrush& b) -> float& { return b.foam; },
        [](tnWaterBrush& b) -> float& { return b.dye[0]; },
    };
    for (const bool periodic : {false, true})
    {
        tnWaterDef def = fullDef(12, 10);
        if (periodic)
        {
            test::makePeriodic(def);
        }
        for (const float odd : kOdd)
        {
            TestWater water(def);
            stir(water);
            for (const Pick<tnWaterBrush>& member : members)
            {
                for (const tnBrushMode mode : {tn_brushImpulse, tn_brushRate})
                {
                    tnWaterBrush brush = tnDefaultWaterBrush();
                    brush.mode = mode;
                    brush.from = brush.to = {0.7f, 0.6f};
                    brush.velocity = {0.1f, 0.2f};
                    member(brush) = odd;
                    const tnResult result = tnWater_Brush(water.handle(), &brush);
                    EXPECT_TRUE(result == tn_success || result == tn_errorInvalidArgument);
                    water.step(kDt);
                }
            }
            tnSpringDef spring = tnDefaultSpringDef();
            spring.position = {0.5f, 0.5f};
            spring.discharge = odd;
            spring.velocity = {odd, odd};
            spring.dye[0] = odd;
            tnSpring added = {};
            (void)tnWater_AddSpring(water.handle(), &spring, &added);
            expectSound(water, "strokes with " + std::to_string(odd));
        }
    }
}

TEST(WaterTorture, OddNumbersInSettingsAndEdgesAreRefusedOrHarmless)
{
    const test::LogCapture log;
    const std::vector<Pick<tnWaterSettings>> members = {
        [](tnWaterSettings& s) -> float& { return s.liquid.density; },
        [](tnWaterSettings& s) -> float& { return s.liquid.viscosity; },
        [](tnWaterSettings& s) -> float& { return s.liquid.roughness; },
        [](tnWaterSettings& s) -> float& { return s.liquid.yieldStress; },
        [](tnWaterSettings& s) -> float& { return s.gravity; },
        [](tnWaterSettings& s) -> float& { return s.rain; },
        [](tnWaterSettings& s) -> float& { return s.rainHeight; },
        [](tnWaterSettings& s) -> float& { return s.dropVolume; },
        [](tnWaterSettings& s) -> float& { return s.spray; },
        [](tnWaterSettings& s) -> float& { return s.foamLife; },
        [](tnWaterSettings& s) -> float& { return s.dyeDissipation[0]; },
        [](tnWaterSettings& s) -> float& { return s.wind.x; },
    };
    for (size_t m = 0; m < members.size(); ++m)
    {
        for (const float odd : kOdd)
        {
            TestWater water(fullDef(14, 11));
            stir(water);
            water.addBody(test::bodyAt(tn_bodySphere, 0.8f, 0.7f, 1.0f));
            tnWaterSettings settings = water.settings();
            members[m](settings) = odd;
            const tnResult result = tnWater_SetSettings(water.handle(), &settings);
            EXPECT_TRUE(result == tn_success || result == tn_errorInvalidArgument);
            water.step(kDt, 4);
            water.setSettings(tnDefaultWaterSettings());
            expectSound(water, "setting " + std::to_string(m) + " = " + std::to_string(odd));
        }
    }
    for (const float odd : kOdd)
    {
        for (const tnWaterEdgeType type : {tn_waterLevel, tn_waterInflow})
        {
            TestWater water(fullDef(14, 11));
            stir(water);
            tnWaterEdge edge = test::edgeOf(type, odd);
            edge.dye[0] = std::fabs(odd);
            (void)tnWater_SetEdge(water.handle(), tn_sideLeft, &edge);
            expectSound(water, "edge with " + std::to_string(odd));
        }
    }
}

// ---- X02: time steps

TEST(WaterTorture, StepsOfEveryLengthAreStable)
{
    for (const float dt : {kDenormal, 1e-9f, 1e-4f, 0.1f, 10.0f, 1e3f, FLT_MAX})
    {
        TestWater water(fullDef(20, 16));
        stir(water);
        water.addBody(test::bodyAt(tn_bodyBox, 1.0f, 1.0f, 1.0f));
        const uint32_t flags = water.step(dt, 3);
        EXPECT_EQ((flags & tn_stepClamped) != 0, dt < 1e-9f || dt > 1e3f) << dt;
        EXPECT_LE(water.stats().substeps, 16) << dt;
        expectSound(water, "dt " + std::to_string(dt));
    }
}

TEST(WaterTorture, UnsteadyStepsAndAHitchAreStable)
{
    TestWater water(fullDef(32, 24));
    stir(water);
    water.addBody(test::bodyAt(tn_bodyBox, 1.0f, 1.0f, 1.0f));
    for (int32_t k = 0; k < 200; ++k)
    {
        const float dt = k == 100 ? 10.0f : k % 2 == 0 ? 1.0f / 240.0f : 1.0f / 15.0f;
        water.step(dt);
        if (k != 100)
        {
            water.moveBodies(dt);
        }
    }
    expectSound(water, "unsteady");
    EXPECT_LT(water.stats().maxSpeed, 30.0f);
}

// ---- X03: absurd speeds

TEST(WaterTorture, AbsurdSpeedsAreContained)
{
    for (const bool periodic : {false, true})
    {
        tnWaterDef def = fullDef(20, 16);
        test::makePeriodic(def, periodic, periodic);
        TestWater water(def);
        stir(water);
        const double before = water.totals().volume - water.totals().added;
        tnWaterBrush spike = tnDefaultWaterBrush();
        spike.from = spike.to = {1.2f, 0.9f};
        spike.radius = 0.05f;
        spike.velocity = {1e6f, -1e6f};
        water.brush(spike);
        water.step(kDt, 3);
        EXPECT_TRUE(water.isFinite());
        for (const double speed : {1e5, 1e6})
        {
            for (const tnWaterField field : {tn_waterVelocityX, tn_waterVelocityY})
            {
                water.set(field, [speed](double x, double y) {
                    const auto i = static_cast<int32_t>(x * 8.0);
                    const auto j = static_cast<int32_t>(y * 8.0);
                    return (i + j) % 2 == 0 ? speed : -speed;
                });
            }
            water.step(kDt, 5);
            EXPECT_TRUE(water.isFinite()) << speed;
        }
        expectSound(water, "absurd");
        EXPECT_NEAR(water.totals().volume - water.totals().added, before, 1e-5 * before);
        water.step(kDt, 600);
        EXPECT_LT(water.stats().maxSpeed, 200.0f) << "it calms down";
    }
}

// ---- X04: grids of every shape

TEST(WaterTorture, GridsOfEveryShape)
{
    const int32_t sizes[][2] = {{1, 1},  {1, 7}, {7, 1},  {2, 2},  {3, 3},   {1, 64},
                                {64, 1}, {5, 3}, {65, 2}, {2, 17}, {13, 17}, {131, 3}};
    const tnWaterEdgeType kinds[] = {tn_waterWall, tn_waterPeriodic, tn_waterOpen, tn_waterLevel,
                                     tn_waterInflow};
    for (const auto& size : sizes)
    {
        for (const tnWaterEdgeType kind : kinds)
        {
            tnWaterDef def = fullDef(size[0], size[1]);
            def.left = def.right = test::edgeOf(kind, kind == tn_waterLevel ? 1.2f : 0.2f);
            def.top = def.bottom = def.left;
            const std::string name = std::to_string(size[0]) + " x " + std::to_string(size[1]) +
                                     ", edges " + std::to_string(kind);
            TestWater water(def);
            stir(water);
            water.addBody(test::bodyAt(tn_bodySphere, 0.1f, 0.1f, 1.0f));
            water.addBody(test::Tetrahedron().bodyAt(0.0f, 0.2f, 1.2f));
            tnWaterBrush brush = tnDefaultWaterBrush();
            brush.velocity = {1.0f, 1.0f};
            brush.splash = 0.2f;
            brush.dye[0] = 1.0f;
            water.brush(brush);
            const double before = water.totals().volume - water.totals().added;
            for (int32_t k = 0; k < 10; ++k)
            {
                water.step(kDt);
                water.moveBodies(kDt);
            }
            expectSound(water, name);
            EXPECT_NEAR(water.totals().volume - water.totals().added, before,
                        1e-5 * std::max(before, 0.1))
                << name;
            const std::vector<std::byte> bytes = water.save();
            EXPECT_EQ(tnWater_Restore(water.handle(), bytes.data(), bytes.size()), tn_success);
            (void)water.sample(0.05f, 0.05f);
        }
    }
}

void* noMemory(void*, size_t, size_t)
{
    return nullptr;
}
void neverFreed(void*, void*, size_t) {}

TEST(WaterTorture, TheLargestGridIsRefusedForWantOfMemoryOnly)
{
    const test::LogCapture log;
    ASSERT_EQ(tnSetAllocator(noMemory, neverFreed, nullptr), tn_success);
    tnWaterDef def = tnDefaultWaterDef();
    def.nx = def.ny = 16384;
    def.dyeChannels = 4;
    def.bodyCapacity = 65536;
    def.particleCapacity = 16777216;
    tnWater water = {3, 3};
    EXPECT_EQ(tnCreateWater(&def, &water), tn_errorOutOfMemory);
    EXPECT_EQ(log.last(), tn_logOutOfMemory);
    EXPECT_TRUE(TN_IS_NULL(water));
    ASSERT_EQ(tnSetAllocator(nullptr, nullptr, nullptr), tn_success);
}

// ---- X06: into a full box

TEST(WaterTorture, InflowFromAllSidesJustFillsTheBox)
{
    tnWaterDef def = fullDef(16, 16);
    def.left = def.right = def.top = def.bottom = test::edgeOf(tn_waterInflow, 5.0f);
    TestWater water(def);
    water.step(kDt, 300);
    expectSound(water, "filled");
    EXPECT_NEAR(water.totals().volume - water.totals().added, 4.0, 1e-3);
    EXPECT_GT(water.totals().volume, 150.0);
}

// ---- X07: depths, cliffs, checkerboards

TEST(WaterTorture, DepthsFromNothingToAMillionMetres)
{
    for (const double depth : {0.0, 1e-42, 1e-30, 1e-7, 1e-5, 1e3, 1e6})
    {
        TestWater water(fullDef(20, 16));
        water.set(tn_waterDepth,
                  [depth](double x, double) { return x < 1.0 ? depth : 0.5 * depth; });
        const double before = water.totals().volume - water.totals().added;
        water.addBody(test::bodyAt(tn_bodySphere, 1.0f, 1.0f, static_cast<float>(depth)));
        water.step(kDt, 30);
        expectSound(water, "depth " + std::to_string(depth));
        EXPECT_NEAR(water.totals().volume - water.totals().added, before,
                    1e-6 * water.totals().volume + 1e-6)
            << depth;
    }
}

TEST(WaterTorture, CliffsOfTenKilometres)
{
    tnWaterDef def = fullDef(24, 24);
    def.settings.rain = 0.0f;
    TestWater water(def);
    water.set(tn_waterTerrain, [](double x, double y) {
        return x > 2.0 ? 1e4 : y > 2.0 ? -1e4 : 0.0;
    });
    water.set(tn_waterDepth, [](double, double) { return 1.0; });
    const double before = water.totals().volume - water.totals().added;
    water.step(kDt, 120);
    expectSound(water, "cliffs");
    EXPECT_NEAR(water.totals().volume - water.totals().added, before, 1e-4 * before);
}

TEST(WaterTorture, TerrainRaisedThroughTheWaterAndBack)
{
    for (const float height : {2.0f, 1e4f})
    {
        TestWater water(fullDef(32, 32));
        const double before = water.totals().volume - water.totals().added;
        for (int32_t k = 0; k < 20; ++k)
        {
            tnWaterBrush brush = tnDefaultWaterBrush();
            brush.from = brush.to = {2.0f, 2.0f};
            brush.radius = 1.0f;
            brush.terrain = k % 2 == 0 ? height : -height;
            water.brush(brush);
            water.step(kDt, 3);
            EXPECT_TRUE(water.isFinite()) << height;
        }
        expectSound(water, "raised");
        EXPECT_NEAR(water.totals().volume - water.totals().added, before, 1e-4 * before) << height;
    }
}

TEST(WaterTorture, CheckerboardsOfWetAndDry)
{
    for (const bool onTerrain : {false, true})
    {
        TestWater water(fullDef(33, 27));
        const auto odd = [](double x, double y) {
            return (static_cast<int32_t>(x * 8.0) + static_cast<int32_t>(y * 8.0)) % 2 != 0;
        };
        water.set(tn_waterDepth, [&](double x, double y) { return odd(x, y) ? 2.0 : 0.0; });
        if (onTerrain)
        {
            water.set(tn_waterTerrain, [&](double x, double y) { return odd(x, y) ? 3.0 : -3.0; });
        }
        const double before = water.totals().volume - water.totals().added;
        water.step(kDt, 60);
        expectSound(water, "checkerboard");
        EXPECT_NEAR(water.totals().volume - water.totals().added, before, 1e-5 * before);
    }
}

// ---- X08: liquids beyond reason

TEST(WaterTorture, LiquidsFromNothingToRock)
{
    for (const float amount : {0.0f, 1e-30f, kDenormal, 1e-7f, 1.0f, 1e12f})
    {
        for (const float dt : {1e-9f, kDt, 1e3f})
        {
            tnWaterDef def = fullDef(16, 12);
            def.settings.liquid = {1000.0f, amount, std::min(amount, 1e3f), amount};
            TestWater water(def);
            stir(water);
            water.addBody(test::bodyAt(tn_bodyBox, 0.7f, 0.7f, 1.0f));
            water.step(dt, 3);
            EXPECT_TRUE(water.isFinite()) << amount << ", " << dt;
            EXPECT_LT(water.stats().maxSpeed, 100.0f) << amount << ", " << dt;
            expectSound(water, "liquid " + std::to_string(amount));
        }
    }
}

// ---- X09, X10: bodies beyond reason

TEST(WaterTorture, BodiesOfAnyMassAndSize)
{
    for (const float mass : {1e-9f, 1e-3f, 1.0f, 1e6f, 1e12f})
    {
        for (const float size : {1e-4f, 0.01f, 0.3f, 50.0f, 1e4f})
        {
            TestWater water(fullDef(24, 20));
            for (const tnBodyShape shape :
                 {tn_bodySphere, tn_bodyBox, tn_bodyCapsule, tn_bodyCylinder})
            {
                tnBodyDef def = test::bodyAt(shape, 1.5f, 1.2f, 1.0f);
                def.radius = size;
                def.halfSize = {size, 0.5f * size + 1e-4f, size};
                def.halfLength = size;
                def.mass = mass;
                def.rotation = {30.0f, -10.0f, 5.0f, 2.0f}; // of any length
                water.addBody(def);
            }
            water.step(kDt, 5);
            EXPECT_TRUE(water.isFinite()) << mass << " kg, " << size << " m";
            const test::LogCapture log; // a host's integrator may run away; the water may not
            const tnBodyForce force = water.force(water.bodies[1]);
            EXPECT_TRUE(std::isfinite(force.force.z));
            for (const tnBody body : water.bodies)
            {
                ASSERT_EQ(tnWater_RemoveBody(water.handle(), body), tn_success);
            }
            water.bodies.clear();
            expectSound(water, "mass " + std::to_string(mass) + ", size " + std::to_string(size));
        }
    }
}

TEST(WaterTorture, AThousandBodiesAtOnePoint)
{
    tnWaterDef def = fullDef(32, 32);
    def.bodyCapacity = 1000;
    def.settings.rain = 0.0f;
    TestWater water(def);
    const double before = water.totals().volume;
    for (int32_t k = 0; k < test::scaled(test::kSlowBuild ? 100 : 500, 1000); ++k)
    {
        water.addBody(test::bodyAt(k % 2 == 0 ? tn_bodySphere : tn_bodyBox, 2.0f, 2.0f, 1.0f));
    }
    water.step(kDt, 5);
    EXPECT_TRUE(water.isFinite());
    EXPECT_NEAR(water.totals().volume, before, 1e-5 * before);
    for (const tnBody body : water.bodies)
    {
        ASSERT_EQ(tnWater_RemoveBody(water.handle(), body), tn_success);
    }
    water.bodies.clear();
    expectSound(water, "crowd");
}

TEST(WaterTorture, BodiesThatTeleportSpinAndHideUnderTheGround)
{
    TestWater water(fullDef(32, 32));
    const double before = water.totals().volume - water.totals().added;
    test::Random random(5);
    for (const tnBodyShape shape : {tn_bodySphere, tn_bodyBox, tn_bodyCapsule, tn_bodyCylinder})
    {
        water.addBody(test::bodyAt(shape, 2.0f, 2.0f, -5.0f)); // under the ground
    }
    water.step(kDt, 3);
    EXPECT_TRUE(water.isFinite());
    for (int32_t k = 0; k < 60; ++k)
    {
        for (const tnBody body : water.bodies)
        {
            const float far = random.chance(0.3f) ? 1e6f : 4.0f;
            const tnBodyMotion motion = {
                body,
                {far * random.unit(), far * random.unit(), random.between(-3.0f, 3.0f)},
                {random.unit(), -random.unit(), random.unit(), 0.1f},
                {random.magnitude(1.0f, 1e6f), -random.magnitude(1.0f, 1e6f), 100.0f},
                {1e5f, 0.0f, random.between(-1e5f, 1e5f)}};
            ASSERT_EQ(tnWater_SetBodyMotions(water.handle(), &motion, 1), tn_success);
        }
        water.step(kDt);
        ASSERT_TRUE(water.isFinite()) << "step " << k;
    }
    expectSound(water, "teleports");
    EXPECT_NEAR(water.totals().volume - water.totals().added, before, 1e-5 * before);
}

// ---- X13: many, for a short time

TEST(WaterTorture, WatersCreatedAndDestroyedInMasses)
{
    const int64_t bytes = tnGetAllocatedBytes();
    tnWaterDef def = test::waterDef(3, 3);
    def.bodyCapacity = def.springCapacity = def.brushCapacity = 1;
    def.particleCapacity = 1;
    tnWater last = {};
    for (int32_t k = 0; k < test::scaled(test::kSlowBuild ? 500 : 5000, 100000); ++k)
    {
        tnWater water = {};
        ASSERT_EQ(tnCreateWater(&def, &water), tn_success);
        ASSERT_FALSE(TN_HANDLE_EQUALS(water, last));
        ASSERT_EQ(tnDestroyWater(water), tn_success);
        last = water;
    }
    EXPECT_EQ(tnGetAllocatedBytes(), bytes);
}

TEST(WaterTorture, TenThousandBodiesAddedAndRemovedInEveryStep)
{
    tnWaterDef def = fullDef(64, 48);
    def.bodyCapacity = 10000;
    def.settings.rain = 0.0f;
    TestWater water(def);
    const double before = water.totals().volume;
    const int64_t bytes = tnGetAllocatedBytes();
    test::Random random(3);
    const int32_t count = test::scaled(test::kSlowBuild ? 200 : 2000, 10000);
    std::vector<tnBody> bodies(static_cast<size_t>(count));
    for (int32_t round = 0; round < 4; ++round)
    {
        for (tnBody& body : bodies)
        {
            tnBodyDef ball = test::bodyAt(tn_bodySphere, random.between(0.0f, 8.0f),
                                          random.between(0.0f, 6.0f), 1.0f);
            ball.radius = 0.05f;
            ball.facets = 8;
            ASSERT_EQ(tnWater_AddBody(water.handle(), &ball, &body), tn_success);
        }
        water.step(kDt);
        EXPECT_GT(water.totals().displaced, 0.0);
        for (const tnBody body : bodies)
        {
            ASSERT_EQ(tnWater_RemoveBody(water.handle(), body), tn_success);
        }
        water.step(kDt);
        EXPECT_TRUE(water.isFinite());
    }
    EXPECT_EQ(tnGetAllocatedBytes(), bytes);
    EXPECT_NEAR(water.totals().volume, before, 1e-5 * before);
}

// ---- X16: no memory at any call

// Makes a water, then `call` with an allocator that fails at its k-th request, for every k until it
// succeeds. Before that, it fails cleanly, and the water is what it was.
void expectCleanFailures(const char* name, int32_t least,
                         const std::function<tnResult(TestWater&)>& call)
{
    ASSERT_EQ(tnGetAllocatedBytes(), 0) << name;
    FailingAllocator allocator;
    ASSERT_EQ(tnSetAllocator(FailingAllocator::alloc, FailingAllocator::free, &allocator),
              tn_success);
    {
        const test::LogCapture log;
        tnWaterDef def = test::busyWaterDef(24, 21);
        def.threads = 2;
        TestWater water(def);
        test::fillBusyWater(water);
        test::stepBusyWater(water, 0);
        const uint64_t before = water.hash();
        tnResult result = tn_errorOutOfMemory;
        for (int32_t k = 1; result != tn_success; ++k)
        {
            ASSERT_LT(k, 300) << name;
            allocator.calls = 0;
            allocator.failAt = k;
            result = call(water);
            allocator.failAt = 0;
            if (result == tn_success)
            {
                EXPECT_GT(k, least) << name;
                break;
            }
            EXPECT_EQ(result, tn_errorOutOfMemory) << name << ", call " << k;
            EXPECT_TRUE(log.has(tn_logOutOfMemory)) << name << ", call " << k;
            EXPECT_EQ(water.hash(), before) << name << ", call " << k;
        }
        water.step(kDt);
        EXPECT_TRUE(water.isFinite()) << name;
        EXPECT_GT(water.stats().viscosityIterations, 0) << name << ": it is viscous still";
    }
    EXPECT_EQ(allocator.alive, 0) << name;
    EXPECT_EQ(tnGetAllocatedBytes(), 0) << name;
    ASSERT_EQ(tnSetAllocator(nullptr, nullptr, nullptr), tn_success);
}

TEST(WaterTorture, NoMemoryAtAnyCallOfCreation)
{
    expectCleanFailures("create", 5, [](TestWater&) {
        tnWaterDef def = test::busyWaterDef(12, 10);
        def.threads = 2;
        tnWater other = {};
        const tnResult result = tnCreateWater(&def, &other);
        EXPECT_EQ(TN_IS_NULL(other), result != tn_success);
        return result == tn_success ? tnDestroyWater(other) : result;
    });
}

TEST(WaterTorture, NoMemoryAtAnyCallOfABody)
{
    const test::Tetrahedron mesh;
    expectCleanFailures("add", 2, [&mesh](TestWater& water) {
        const tnBodyDef def = mesh.bodyAt(0.0f, 3.0f, 1.0f);
        tnBody body = {5, 5};
        const tnResult result = tnWater_AddBody(water.handle(), &def, &body);
        EXPECT_EQ(TN_IS_NULL(body), result != tn_success);
        return result;
    });
    expectCleanFailures("set", 2, [&mesh](TestWater& water) {
        const tnBodyDef def = mesh.bodyAt(0.0f, 3.0f, 1.0f);
        return tnWater_SetBody(water.handle(), water.bodies[2], &def);
    });
}

TEST(WaterTorture, NoMemoryAtAnyCallOfARestore)
{
    std::vector<std::byte> bytes;
    {
        TestWater water(test::busyWaterDef(18, 15));
        test::fillBusyWater(water);
        test::stepBusyWater(water, 0);
        bytes = water.save();
    }
    expectCleanFailures("restore", 10, [&bytes](TestWater& water) {
        return tnWater_Restore(water.handle(), bytes.data(), bytes.size());
    });
}

TEST(WaterTorture, NoMemoryAtAnyCallOfANewEdge)
{
    expectCleanFailures("edge", 3, [](TestWater& water) {
        const tnWaterEdge edge = test::edgeOf(tn_waterPeriodic);
        return tnWater_SetEdge(water.handle(), tn_sideTop, &edge);
    });
}

TEST(WaterTorture, NoMemoryAtAnyCallOfNewSettings)
{
    const test::LogCapture log;
    FailingAllocator allocator;
    ASSERT_EQ(tnSetAllocator(FailingAllocator::alloc, FailingAllocator::free, &allocator),
              tn_success);
    {
        TestWater water(test::waterDef(24, 21)); // of water: no solver yet
        const uint64_t before = water.hash();
        tnWaterSettings settings = water.settings();
        settings.liquid = tnGetLiquid(tn_liquidHoney);
        for (int32_t k = 1; k < 100; ++k)
        {
            allocator.calls = 0;
            allocator.failAt = k;
            const tnResult result = tnWater_SetSettings(water.handle(), &settings);
            allocator.failAt = 0;
            if (result == tn_success)
            {
                EXPECT_GT(k, 3);
                break;
            }
            EXPECT_EQ(result, tn_errorOutOfMemory) << "call " << k;
            EXPECT_EQ(water.hash(), before) << "call " << k;
        }
        EXPECT_EQ(water.settings().liquid.viscosity, 10.0f);
    }
    EXPECT_EQ(allocator.alive, 0);
    ASSERT_EQ(tnSetAllocator(nullptr, nullptr, nullptr), tn_success);
}

// ---- Substeps that are as long as they may be

// Waves of two cells, in all directions and at the step at which one substep just does: they must
// die out, not grow.
TEST(WaterTorture, NoiseDiesOutAtTheLongestSubsteps)
{
    constexpr int32_t kCells = 48;
    for (const double part : {0.5, 0.9, 0.999})
    {
        tnWaterDef def = test::waterDef(kCells, kCells);
        test::makePeriodic(def);
        def.settings.spray = 0.0f;
        TestWater water(def);
        test::Random random(7);
        test::FieldCopy depth = water.copy(tn_waterDepth);
        for (float& value : depth.values)
        {
            value += random.between(-0.01f, 0.01f);
        }
        ASSERT_EQ(tnWater_SetField(water.handle(), tn_waterDepth, depth.values.data(),
                                   static_cast<int64_t>(depth.values.size())),
                  tn_success);
        const double speed = std::sqrt(9.81 * 1.01);
        const auto dt = static_cast<float>(part * 0.49 * 0.125 / speed);
        const auto roughness = [&water] {
            const test::FieldCopy d = water.copy(tn_waterDepth);
            return d.most() - d.least();
        };
        const float before = roughness();
        for (int32_t k = 0; k < 20; ++k)
        {
            water.step(dt, 50);
            ASSERT_EQ(water.stats().substeps, 1);
            ASSERT_LT(roughness(), before) << part << ", step " << 50 * (k + 1);
        }
        EXPECT_LT(roughness(), 0.3f * before) << part;
    }
}

} // namespace
} // namespace tarn
