// A water whose surface a flow makes: it is where the field says, bodies float on it by the forces
// they have on any water, what they do goes into the flow, and both are what waters and flows are.
#include "tarn/water_on_flow.h"

#include "support/log_capture.h"
#include "support/test_flow.h"
#include "support/test_water.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <memory>
#include <vector>

namespace tarn
{
namespace
{

using test::FieldCopy;
using test::TestFlow;
using test::TestWater;

constexpr float kDt = 1.0f / 60.0f;
constexpr float kSide = 8.0f;

tnWaterDef pool(int32_t cells = 64)
{
    tnWaterDef def = test::waterDef(cells, cells);
    def.cellSize = kSide / static_cast<float>(cells);
    def.settings.spray = 0.0f;
    return def;
}

tnFlowDef flowUnder(int32_t cells = 64)
{
    tnFlowDef def = test::flowDef(cells, cells);
    def.cellSize = kSide / static_cast<float>(cells);
    def.settings.density = 1000.0f;
    return def;
}

// Both, stepped together.
struct Pair
{
    explicit Pair(const tnWaterDef& waterDef = pool(), const tnFlowDef& flowDef = flowUnder())
        : water(waterDef), flow(flowDef)
    {
    }

    uint32_t step(int32_t count = 1, float dt = kDt)
    {
        uint32_t flags = 0;
        for (int32_t k = 0; k < count; ++k)
        {
            flags |= tnWater_StepOnFlow(water.handle(), flow.handle(), &surface, dt);
        }
        return flags;
    }

    tnFlowSurface surface = tnDefaultFlowSurface();
    TestWater water;
    TestFlow flow;
};

double whirl(double x, double y)
{
    return 0.6 * std::sin(x * M_PI / 8.0) * std::sin(y * M_PI / 8.0);
}

TEST(WaterOnFlow, PressureIsTheHeightOfTheColumnThatPressesSo)
{
    Pair pair;
    pair.surface.lag = 0.0f;
    pair.surface.most = 1.0e6f;
    pair.flow.setStream(whirl);
    EXPECT_EQ(pair.step(4), 0u);
    const FieldCopy pressure = pair.flow.copy(tn_flowPressure);
    const FieldCopy surface = pair.water.copy(tn_waterSurface);
    ASSERT_GT(pressure.largest(), 10.0f) << "a whirl has a hollow";
    for (int32_t j = 0; j < 64; ++j)
    {
        for (int32_t i = 0; i < 64; ++i)
        {
            ASSERT_NEAR(surface.at(i, j) - 1.0f, pressure.at(i, j) / 9810.0f, 2e-6f)
                << i << " " << j;
        }
    }
    EXPECT_LT(surface.at(32, 32), surface.at(2, 2)) << "low in the middle, high at the rim";
    const tnFlowSample currents = pair.flow.sample(2.0625f, 3.0625f);
    const tnWaterSample there = pair.water.sample(2.0625f, 3.0625f);
    EXPECT_NEAR(there.velocity.x, currents.velocity.x, 1e-5f);
    EXPECT_NEAR(there.velocity.y, currents.velocity.y, 1e-5f);
}

TEST(WaterOnFlow, GridsMayHaveOtherCells)
{
    Pair pair(pool(96), flowUnder(32));
    pair.surface.lag = 0.0f;
    pair.surface.most = 1.0e6f;
    pair.flow.setStream(whirl);
    pair.step(3);
    for (const tnVec2 at : {tnVec2{4.0f, 4.0f}, tnVec2{1.7f, 5.1f}, tnVec2{6.3f, 2.2f}})
    {
        const float wanted = pair.flow.sample(at.x, at.y).pressure / 9810.0f;
        EXPECT_NEAR(pair.water.sample(at.x, at.y).surface - 1.0f, wanted, 4e-5f);
    }
    const tnWaterTotals totals = pair.water.totals();
    EXPECT_NEAR(totals.volume, 64.0, 1e-4) << "the mean stays at the level";
}

TEST(WaterOnFlow, DyeIsHeight)
{
    Pair pair;
    pair.surface.field = tn_flowDye0;
    pair.surface.scale = 0.25f;
    pair.surface.lag = 0.0f;
    pair.surface.most = 1.0e6f;
    pair.flow.set(tn_flowDye0, [](double x, double) { return x / 8.0; });
    pair.step();
    EXPECT_NEAR(pair.water.sample(4.0f, 4.0f).surface, 1.125f, 1e-5f);
    EXPECT_NEAR(pair.water.sample(6.0f, 1.0f).surface, 1.1875f, 1e-5f);
    const tnWaterTotals totals = pair.water.totals();
    EXPECT_NEAR(totals.volume - totals.added, 64.0, 1e-3) << "what came is booked";
}

// Archimedes, on a surface as it is given.
TEST(WaterOnFlow, AHeldBodyIsLiftedByItsVolumeBelowTheSurface)
{
    for (const float level : {0.8f, 1.0f, 1.3f})
    {
        Pair pair;
        pair.surface.level = level;
        pair.surface.push = 0.0f;
        tnBodyDef def = test::bodyAt(tn_bodyBox, 4.0f, 4.0f, 1.0f);
        def.halfSize = {0.5f, 0.5f, 0.5f};
        def.addedMass = 0.0f;
        const tnBody body = pair.water.addBody(def);
        pair.step(300);
        const tnBodyForce force = pair.water.force(body);
        const float risen = pair.water.sample(1.0f, 1.0f).surface;
        const float volume = risen - 0.5f;
        EXPECT_NEAR(force.submergedVolume, volume, 1e-3f * volume) << level;
        EXPECT_NEAR(force.force.z, 9810.0f * volume, 9.81f * volume) << level;
        EXPECT_NEAR(risen, level + volume / 64.0f, 1e-4f) << "what it displaces lifts the rest";
        EXPECT_NEAR(force.force.x, 0.0f, 1.0f);
    }
}

TEST(WaterOnFlow, ASlopePushesABodyDownhillByItsBuoyancy)
{
    Pair pair;
    const float slope = 0.04f;
    pair.surface.field = tn_flowDye0;
    pair.surface.scale = slope;
    pair.surface.most = 1.0e6f;
    pair.surface.lag = 0.0f;
    pair.flow.set(tn_flowDye0, [](double x, double) { return x - 4.0; });
    tnBodyDef def = test::bodyAt(tn_bodyBox, 4.0f, 4.0f, 1.0f);
    def.halfSize = {0.5f, 0.5f, 0.5f};
    def.addedMass = 0.0f;
    const tnBody body = pair.water.addBody(def);
    pair.step(100);
    const tnBodyForce force = pair.water.force(body);
    const float buoyancy = 9810.0f * force.submergedVolume;
    EXPECT_NEAR(force.force.x, -slope * buoyancy, 0.02f * slope * buoyancy);
    EXPECT_NEAR(force.force.y, 0.0f, 1e-3f * buoyancy);
}

double momentumOf(const TestFlow& flow, float depth)
{
    const FieldCopy u = flow.copy(tn_flowVelocityX);
    double sum = 0.0;
    for (int32_t j = 0; j < u.rows; ++j)
    {
        for (int32_t i = 0; i + 1 < u.columns; ++i) // the last repeats the first
        {
            sum += static_cast<double>(u.at(i, j));
        }
    }
    return 1000.0 * static_cast<double>(depth * u.spacing * u.spacing) * sum;
}

// Where no wall takes any: what drag takes from a body is in the fluid.
TEST(WaterOnFlow, DragGoesIntoTheFlow)
{
    for (const int32_t cells : {64, 40})
    {
        tnWaterDef waterDef = pool();
        tnFlowDef flowDef = flowUnder(cells);
        test::makePeriodic(waterDef);
        test::makePeriodic(flowDef);
        Pair pair(waterDef, flowDef);
        tnBodyDef def = test::bodyAt(tn_bodySphere, 4.0f, 4.0f, 0.9f);
        def.velocity = {1.5f, 0.4f, 0.0f};
        const tnBody body = pair.water.addBody(def);
        double given = 0.0;
        for (int32_t k = 0; k < 30; ++k) // held at its speed: only drag and lift count
        {
            const double before = momentumOf(pair.flow, 1.0f);
            const FieldCopy surface = pair.water.copy(tn_waterSurface);
            pair.step();
            const double got = momentumOf(pair.flow, 1.0f) - before;
            given += got;
            const float slide = surface.largest() - surface.least();
            const double force = -static_cast<double>(pair.water.force(body).force.x * kDt);
            // The push of the surface's slope is not drag: rho g V times it, at most.
            const double most = 9810.0 * 0.07 * static_cast<double>(slide / 0.5f * kDt);
            ASSERT_NEAR(got, force, 1e-3 * std::fabs(force) + most + 1e-4) << cells << " " << k;
            if (k == 0)
            {
                ASSERT_NEAR(got, force, 1e-3 * std::fabs(force)) << "flat: drag alone";
                ASSERT_GT(got, 0.0);
            }
        }
        EXPECT_GT(given, 1.0);
    }
}

// A body that is pushed along has a bow wave and a hollow behind it.
TEST(WaterOnFlow, AMovingBodyShowsInTheSurface)
{
    Pair pair;
    tnBodyDef def = test::bodyAt(tn_bodyBox, 2.0f, 4.0f, 1.0f);
    def.halfSize = {0.3f, 0.3f, 0.3f};
    tnBodyMotion motion = {pair.water.addBody(def), def.position, def.rotation, {2.0f, 0, 0}, {}};
    for (int32_t k = 0; k < 60; ++k)
    {
        motion.position.x += 2.0f * kDt;
        ASSERT_EQ(tnWater_SetBodyMotions(pair.water.handle(), &motion, 1), tn_success);
        pair.step();
    }
    const float ahead = pair.water.sample(motion.position.x + 0.6f, 4.0f).surface;
    const float behind = pair.water.sample(motion.position.x - 0.6f, 4.0f).surface;
    EXPECT_GT(ahead, behind + 0.005f);
    EXPECT_GT(pair.flow.sample(motion.position.x - 0.5f, 4.0f).velocity.x, 0.05f) << "drawn along";

    Pair other;
    def.position = {4.0f, 4.0f, 1.2f};
    motion = {other.water.addBody(def), def.position, def.rotation, {0, 0, -1.5f}, {}};
    for (int32_t k = 0; k < 20; ++k)
    {
        motion.position.z -= 1.5f * kDt;
        ASSERT_EQ(tnWater_SetBodyMotions(other.water.handle(), &motion, 1), tn_success);
        other.step();
    }
    EXPECT_GT(other.water.sample(4.0f, 4.0f).surface,
              other.water.sample(1.0f, 1.0f).surface + 0.01f)
        << "it drives water up where it goes down";
}

TEST(WaterOnFlow, StrokesPushTheFlow)
{
    Pair pair;
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = brush.to = {4.0f, 4.0f};
    brush.radius = 0.6f;
    brush.velocity = {2.0f, 0.0f};
    pair.water.brush(brush);
    pair.step();
    EXPECT_GT(pair.flow.sample(4.0f, 4.0f).velocity.x, 0.5f);
    EXPECT_LT(pair.flow.sample(4.0f, 5.2f).velocity.x, 0.0f) << "it comes back at the sides";
    EXPECT_GT(pair.water.sample(4.8f, 4.0f).surface, pair.water.sample(3.2f, 4.0f).surface);
}

// A push of one step leaves the same mark, however long steps are.
TEST(WaterOnFlow, MarksDoNotDependOnTheStep)
{
    const auto mark = [](int32_t perSecond) {
        Pair pair;
        tnWaterBrush brush = tnDefaultWaterBrush();
        brush.from = brush.to = {4.0f, 4.0f};
        brush.radius = 0.6f;
        brush.velocity = {1.0f, 0.0f};
        pair.water.brush(brush);
        pair.step(perSecond / 15, 1.0f / static_cast<float>(perSecond));
        return pair.water.sample(4.8f, 4.0f).surface - pair.water.sample(3.2f, 4.0f).surface;
    };
    const float usual = mark(60);
    EXPECT_GT(usual, 0.01f);
    EXPECT_NEAR(mark(30), usual, 0.25f * usual);
    EXPECT_NEAR(mark(240), usual, 0.25f * usual);
}

TEST(WaterOnFlow, FloatsAndComesToRest)
{
    Pair pair;
    tnBodyDef def = test::bodyAt(tn_bodyBox, 4.0f, 4.0f, 1.6f);
    def.halfSize = {0.3f, 0.3f, 0.3f};
    const tnBody body = pair.water.addBody(def);
    // As long as it falls flat to the last bit, it bobs up and down and does not roll, which takes
    // twice as long to die out.
    for (int32_t k = 0; k < 1800; ++k)
    {
        pair.step();
        pair.water.moveBodies(kDt);
    }
    const tnBodyDef now = pair.water.body(body);
    EXPECT_NEAR(now.position.z, pair.water.sample(1.0f, 1.0f).surface, 0.02f) << "half under water";
    EXPECT_NEAR(now.velocity.z, 0.0f, 0.055f);
    EXPECT_TRUE(pair.water.isFinite());
    EXPECT_TRUE(pair.flow.isFinite());
}

// Whirls that carry bodies get no energy from them, though surfaces are higher than natural.
TEST(WaterOnFlow, AStirredPoolCalmsDown)
{
    Pair pair;
    pair.surface.scale = 3.0e-4f;
    pair.flow.setStream(whirl);
    for (const tnBodyShape shape : {tn_bodySphere, tn_bodyBox, tn_bodyCapsule, tn_bodyCylinder})
    {
        pair.water.addBody(test::bodyAt(shape, 2.5f + static_cast<float>(shape), 3.0f, 1.2f));
    }
    double energy = pair.flow.totals().kineticEnergy;
    for (int32_t second = 0; second < 10; ++second)
    {
        for (int32_t k = 0; k < 60; ++k)
        {
            pair.step();
            pair.water.moveBodies(kDt);
        }
        const double now = pair.flow.totals().kineticEnergy;
        EXPECT_LT(now, 1.01 * energy) << second;
        energy = now;
    }
}

// A busy pair: whirls, hills, bodies that float, strokes.
std::unique_ptr<Pair> busyPair(int32_t threads, tnBackend backend)
{
    tnWaterDef waterDef = pool(72);
    tnFlowDef flowDef = flowUnder(48);
    waterDef.settings.spray = 1.0f;
    waterDef.particleCapacity = 2000;
    waterDef.threads = flowDef.threads = threads;
    waterDef.backend = flowDef.backend = backend;
    auto pair = std::make_unique<Pair>(waterDef, flowDef);
    pair->water.set(tn_waterTerrain, [](double x, double y) {
        return 1.4 * std::exp(-((x - 6.0) * (x - 6.0) + (y - 6.0) * (y - 6.0)));
    });
    pair->water.set(tn_waterSurface, [](double, double) { return 1.0; });
    pair->flow.setStream(whirl);
    for (const tnBodyShape shape : {tn_bodySphere, tn_bodyBox, tn_bodyCapsule, tn_bodyCylinder})
    {
        pair->water.addBody(test::bodyAt(shape, 2.0f + static_cast<float>(shape), 3.0f, 1.8f));
    }
    return pair;
}

void stepBusy(Pair& pair, int32_t number)
{
    tnWaterBrush brush = tnDefaultWaterBrush();
    brush.from = brush.to = {2.0f + 0.1f * static_cast<float>(number % 30), 5.0f};
    brush.velocity = {0.3f, -0.2f};
    brush.splash = number % 7 == 0 ? 0.1f : 0.0f;
    pair.water.brush(brush);
    pair.step();
    pair.water.moveBodies(kDt);
}

TEST(WaterOnFlow, SameBitsForThreadsAndBackends)
{
    const auto hashes = [](int32_t threads, tnBackend backend) {
        const auto pair = busyPair(threads, backend);
        for (int32_t k = 0; k < 40; ++k)
        {
            stepBusy(*pair, k);
        }
        EXPECT_TRUE(pair->water.isFinite());
        return std::vector<uint64_t>{pair->water.hash(), pair->flow.hash()};
    };
    const std::vector<uint64_t> one = hashes(1, tn_backendCpu);
    EXPECT_EQ(hashes(3, tn_backendCpu), one);
    EXPECT_EQ(hashes(1, tn_backendReference), one);
}

TEST(WaterOnFlow, RestoredPairsGoOnAsIfNeverSaved)
{
    const auto pair = busyPair(1, tn_backendCpu);
    for (int32_t k = 0; k < 25; ++k)
    {
        stepBusy(*pair, k);
    }
    const std::vector<std::byte> water = pair->water.save();
    const std::vector<std::byte> flow = pair->flow.save();
    Pair other;
    ASSERT_EQ(tnWater_Restore(other.water.handle(), water.data(), water.size()), tn_success);
    ASSERT_EQ(tnFlow_Restore(other.flow.handle(), flow.data(), flow.size()), tn_success);
    other.water.bodies = pair->water.bodies;
    for (int32_t k = 25; k < 45; ++k)
    {
        stepBusy(*pair, k);
        stepBusy(other, k);
    }
    EXPECT_EQ(other.water.hash(), pair->water.hash());
    EXPECT_EQ(other.flow.hash(), pair->flow.hash());
}

TEST(WaterOnFlow, AStepAllocatesNothing)
{
    const auto pair = busyPair(2, tn_backendCpu);
    const int64_t before = tnGetAllocationCount();
    for (int32_t k = 0; k < 5; ++k)
    {
        stepBusy(*pair, k);
    }
    EXPECT_EQ(tnGetAllocationCount(), before);
}

TEST(WaterOnFlow, WavesGoOnFromWhereItIs)
{
    Pair pair;
    pair.flow.setStream(whirl);
    pair.step(30);
    const double volume = pair.water.totals().volume - pair.water.totals().added;
    pair.water.step(kDt, 60);
    EXPECT_TRUE(pair.water.isFinite());
    EXPECT_NEAR(pair.water.totals().volume - pair.water.totals().added, volume, 1e-4);
    EXPECT_EQ(pair.step(), 0u);
}

TEST(WaterOnFlow, TheSurfaceIsContained)
{
    Pair pair;
    pair.surface.scale = 1.0f; // a metre a pascal
    pair.surface.most = 0.3f;
    pair.surface.lag = 0.0f;
    pair.water.set(tn_waterTerrain, [](double x, double) { return 0.3 * (x - 4.0); });
    pair.water.addBody(test::bodyAt(tn_bodyBox, 3.0f, 4.0f, 1.0f));
    for (int32_t k = 0; k < 60; ++k)
    {
        tnWaterBrush brush = tnDefaultWaterBrush();
        brush.from = brush.to = {3.0f, 3.0f};
        brush.velocity = {k % 2 == 0 ? 1.0e5f : -1.0e5f, 1.0e3f};
        pair.water.brush(brush);
        pair.step(1, k % 3 == 0 ? 1.0e-4f : 1.0f);
        pair.water.moveBodies(kDt);
    }
    EXPECT_TRUE(pair.water.isFinite());
    EXPECT_TRUE(pair.flow.isFinite());
    EXPECT_GE(pair.water.copy(tn_waterDepth).least(), 0.0f);
    const FieldCopy surface = pair.water.copy(tn_waterSurface);
    const FieldCopy depth = pair.water.copy(tn_waterDepth);
    for (size_t k = 0; k < surface.values.size(); ++k)
    {
        if (depth.values[k] > 0.0f)
        {
            ASSERT_NEAR(surface.values[k], 1.0f, 0.62f) << "twice `most`: their mean is taken off";
        }
    }
}

TEST(WaterOnFlow, MisuseIsRefusedAndChangesNothing)
{
    const test::LogCapture log;
    Pair pair;
    const uint64_t water = pair.water.hash();
    const uint64_t flow = pair.flow.hash();
    const tnFlowSurface good = tnDefaultFlowSurface();
    const auto refuses = [&](tnWater w, tnFlow f, const tnFlowSurface* s, float dt) {
        return tnWater_StepOnFlow(w, f, s, dt) == tn_stepBadInput;
    };
    EXPECT_TRUE(refuses({}, pair.flow.handle(), &good, kDt));
    EXPECT_EQ(log.last(), tn_logInvalidHandle);
    EXPECT_TRUE(refuses(pair.water.handle(), {}, &good, kDt));
    EXPECT_EQ(log.last(), tn_logInvalidHandle);
    EXPECT_TRUE(refuses(pair.water.handle(), pair.flow.handle(), nullptr, kDt));
    EXPECT_EQ(log.last(), tn_logNullPointer);
    for (const float dt : {0.0f, -1.0f, std::nanf(""), std::numeric_limits<float>::infinity()})
    {
        EXPECT_TRUE(refuses(pair.water.handle(), pair.flow.handle(), &good, dt));
        EXPECT_EQ(log.last(), tn_logWaterStep);
    }
    const std::vector<std::function<void(tnFlowSurface&)>> changes = {
        [](tnFlowSurface& s) { s.field = tn_flowVorticity; },
        [](tnFlowSurface& s) { s.field = static_cast<tnFlowField>(tn_flowDye0 + 1); },
        [](tnFlowSurface& s) { s.most = 0.0f; },
        [](tnFlowSurface& s) { s.lag = -1.0f; },
        [](tnFlowSurface& s) { s.push = -0.5f; },
        [](tnFlowSurface& s) { s.level = 1.0e9f; },
    };
    for (const auto& change : changes)
    {
        tnFlowSurface bad = good;
        change(bad);
        EXPECT_TRUE(refuses(pair.water.handle(), pair.flow.handle(), &bad, kDt));
        EXPECT_EQ(log.last(), tn_logFlowSurface);
    }
    for (float tnFlowSurface::*number :
         {&tnFlowSurface::level, &tnFlowSurface::scale, &tnFlowSurface::most, &tnFlowSurface::lag})
    {
        tnFlowSurface bad = good;
        bad.*number = std::nanf("");
        EXPECT_TRUE(refuses(pair.water.handle(), pair.flow.handle(), &bad, kDt));
        EXPECT_EQ(log.last(), tn_logNotFinite);
    }
    tnFlowDef small = flowUnder();
    small.cellSize *= 0.5f;
    const TestFlow half(small);
    EXPECT_TRUE(refuses(pair.water.handle(), half.handle(), &good, kDt));
    EXPECT_EQ(log.last(), tn_logFlowSurface);
    EXPECT_EQ(pair.water.hash(), water);
    EXPECT_EQ(pair.flow.hash(), flow);

    tnWaterSettings weightless = pair.water.settings();
    weightless.gravity = 0.0f;
    pair.water.setSettings(weightless);
    EXPECT_TRUE(refuses(pair.water.handle(), pair.flow.handle(), &good, kDt));
    tnFlowSurface scaled = good;
    scaled.scale = 1.0e-4f;
    EXPECT_EQ(tnWater_StepOnFlow(pair.water.handle(), pair.flow.handle(), &scaled, kDt), 0u);
}

} // namespace
} // namespace tarn
