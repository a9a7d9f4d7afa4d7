// The same bits for every number of threads, both backends, every instruction set and whatever
// floating-point state the host has set.
#include "tarn/water.h"

#include "support/backward_tasks.h"
#include "support/full_size.h"
#include "support/test_water.h"

#include <cmath>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace tarn
{
namespace
{

using test::TestWater;

struct Scene
{
    std::string name;
    tnWaterDef def;
    std::function<void(TestWater&)> begin;
};

std::vector<Scene> scenes()
{
    const int32_t scale = test::scaled(1, 4);
    std::vector<Scene> all;
    all.push_back({"busy", test::busyWaterDef(83 * scale, 61 * scale), test::fillBusyWater});
    tnWaterDef torus = test::waterDef(131 * scale, 37 * scale);
    test::makePeriodic(torus);
    torus.settings.rain = 1e-3f;
    torus.particleCapacity = 20000;
    all.push_back(
        {"breaking waves on a torus", torus, [](TestWater& water) {
             water.set(tn_waterDepth, [](double x, double) { return x < 3.0 ? 2.0 : 0.2; });
             water.set(tn_waterDye0, [](double x, double y) { return x > y ? 1.0 : 0.0; });
             water.addBody(test::bodyAt(tn_bodySphere, 5.0f, 2.0f, 3.0f));
         }});
    tnWaterDef honey = test::waterDef(67 * scale, 49 * scale);
    honey.settings.liquid = tnGetLiquid(tn_liquidHoney);
    all.push_back(
        {"honey over hills", honey, [](TestWater& water) {
             water.set(tn_waterTerrain,
                       [](double x, double y) { return 0.5 * std::sin(x) * std::sin(1.3 * y); });
             water.set(tn_waterSurface, [](double x, double) { return x < 3.0 ? 0.6 : 0.1; });
         }});
    return all;
}

constexpr int32_t kSteps = test::kSlowBuild ? 8 : 40;

float dtOf(int32_t step)
{
    return step % 5 == 4 ? 0.03f : 1.0f / 60.0f;
}

uint64_t runScene(const Scene& scene, const std::function<void(tnWaterDef&)>& change)
{
    tnWaterDef def = scene.def;
    change(def);
    TestWater water(def);
    scene.begin(water);
    for (int32_t step = 0; step < kSteps; ++step)
    {
        test::stepBusyWater(water, step, dtOf(step));
    }
    return water.hash();
}

void asGiven(tnWaterDef&) {}

TEST(WaterDeterminism, SameBitsForEveryNumberOfThreads)
{
    for (const Scene& scene : scenes())
    {
        const uint64_t expected = runScene(scene, asGiven);
        EXPECT_EQ(runScene(scene, asGiven), expected) << scene.name << ", once more";
        for (int32_t threads = 2; threads <= 8; threads += test::fullSize() ? 1 : 3)
        {
            const auto with = [threads](tnWaterDef& def) { def.threads = threads; };
            EXPECT_EQ(runScene(scene, with), expected)
                << scene.name << ", " << threads << " threads";
        }
    }
}

TEST(WaterDeterminism, SameBitsOnTheReferenceBackend)
{
    for (const Scene& scene : scenes())
    {
        const auto reference = [](tnWaterDef& def) { def.backend = tn_backendReference; };
        EXPECT_EQ(runScene(scene, reference), runScene(scene, asGiven)) << scene.name;
    }
}

TEST(WaterDeterminism, SameBitsWithEveryInstructionSet)
{
    const tnInstructionSets sets = tnGetInstructionSets();
    for (const Scene& scene : scenes())
    {
        ASSERT_EQ(tnForceInstructionSet(nullptr), tn_success);
        const uint64_t expected = runScene(scene, asGiven);
        for (int32_t k = 1; k < sets.count; ++k)
        {
            ASSERT_EQ(tnForceInstructionSet(sets.names[k]), tn_success);
            EXPECT_EQ(runScene(scene, asGiven), expected) << scene.name << ", " << sets.names[k];
        }
    }
    ASSERT_EQ(tnForceInstructionSet(nullptr), tn_success);
}

TEST(WaterDeterminism, SameBitsOnAHostsJobSystem)
{
    for (const Scene& scene : scenes())
    {
        const auto hosts = [](tnWaterDef& def) { def.tasks = test::backwardTasks(3); };
        EXPECT_EQ(runScene(scene, hosts), runScene(scene, asGiven)) << scene.name;
    }
}

TEST(WaterDeterminism, ScenesUseWhatTheyAreFor)
{
    const std::vector<Scene> all = scenes();
    TestWater busy(all[0].def);
    all[0].begin(busy);
    TestWater torus(all[1].def);
    all[1].begin(torus);
    for (int32_t step = 0; step < 40; ++step)
    {
        test::stepBusyWater(busy, step, dtOf(step));
        test::stepBusyWater(torus, step, dtOf(step));
    }
    EXPECT_GT(busy.stats().viscosityIterations, 0);
    EXPECT_GT(busy.stats().rain, 0);
    EXPECT_GT(busy.copy(tn_waterFoam).most(), 0.0f);
    EXPECT_GT(busy.totals().displaced, 0.01);
    EXPECT_GT(torus.stats().spray, 10);
}

TEST(WaterDeterminism, LookingAtAWaterChangesNothing)
{
    const Scene scene = scenes().front();
    TestWater looked(scene.def);
    TestWater left(scene.def);
    scene.begin(looked);
    scene.begin(left);
    for (int32_t step = 0; step < 12; ++step)
    {
        test::stepBusyWater(looked, step);
        EXPECT_TRUE(looked.isFinite());
        (void)looked.sample(0.3f, 2.4f);
        (void)looked.save();
        for (const tnBody body : looked.bodies)
        {
            std::vector<tnWettedFace> faces(5000);
            int32_t count = 0;
            EXPECT_EQ(tnWater_GetWettedFaces(looked.handle(), body, faces.data(), 5000, &count),
                      tn_success);
            tnBodyMesh mesh = {};
            (void)tnWater_GetBodyMesh(looked.handle(), body, &mesh);
        }
        test::stepBusyWater(left, step);
    }
    EXPECT_EQ(looked.hash(), left.hash());
}

#if defined(__SSE2__)

// X15: whatever the host has done to the floating-point unit of its thread.
TEST(WaterDeterminism, SameBitsInAnyFloatingPointStateOfTheHost)
{
    const Scene scene = scenes().front();
    const auto threads = [](tnWaterDef& def) { def.threads = 2; };
    const uint64_t expected = runScene(scene, threads);
    const unsigned before = _mm_getcsr();
    constexpr unsigned kFlush = 0x8040;     // flush to zero, denormals are zero
    constexpr unsigned kUp = 0x4000;        // round upwards
    constexpr unsigned kUnmasked = 0x1f80u; // exceptions masked; taken away below
    tnWaterDef def = scene.def;
    threads(def);
    for (const unsigned state : {before | kFlush, before | kUp, before & ~kUnmasked})
    {
        // The host's own arithmetic (the scene's) runs in the usual state.
        TestWater water(def);
        scene.begin(water);
        for (int32_t step = 0; step < kSteps; ++step)
        {
            test::strokeBusyWater(water, step);
            _mm_setcsr(state & ~0x3fu);
            tnWater_Step(water.handle(), dtOf(step));
            EXPECT_EQ(_mm_getcsr() & ~0x3fu, state & ~0x3fu) << "the host's state comes back";
            _mm_setcsr(before);
            water.moveBodies(dtOf(step));
        }
        _mm_setcsr(state & ~0x3fu);
        const uint64_t hash = tnWater_Hash(water.handle());
        _mm_setcsr(before);
        EXPECT_EQ(hash, expected) << "state " << state;
    }
}

#endif

} // namespace
} // namespace tarn
