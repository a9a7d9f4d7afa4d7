// The same bits for every number of threads, both backends, every instruction set and whatever
// floating-point state the host has set.
#include "tarn/flow.h"

#include "support/backward_tasks.h"
#include "support/full_size.h"
#include "support/random.h"
#include "support/solids.h"
#include "support/test_flow.h"

#include <algorithm>
#include <cfenv>
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

using test::TestFlow;

struct Scene
{
    std::string name;
    tnFlowDef def;
    std::function<void(TestFlow&)> begin;
};

std::vector<Scene> scenes()
{
    const int32_t scale = test::scaled(1, 4);
    const auto sized = [scale](int32_t nx, int32_t ny) {
        return test::flowDef(nx * scale, ny * scale);
    };
    const auto stirred = [](bool periodic) {
        return [periodic](TestFlow& flow) {
            flow.setStream(test::whirls(1.5, 4, periodic));
            flow.set(tn_flowDye0, [](double x, double y) { return x > y ? 1.0 : 0.2; });
        };
    };
    std::vector<Scene> all;
    all.push_back({"busy", test::busyDef(61 * scale, 47 * scale),
                   [](TestFlow& flow) { test::fillBusyScene(flow.handle()); }});
    tnFlowDef box = sized(70, 50);
    box.settings.confinement = 8.0f;
    box.settings.dyeAdvection = tn_advectionConserving;
    all.push_back({"closed box", box, stirred(false)});
    tnFlowDef ring = sized(53, 53);
    test::makePeriodic(ring);
    ring.dyeScale = 3;
    all.push_back({"torus of odd size", ring, stirred(true)});
    tnFlowDef maze = sized(63, 49);
    maze.settings.viscosity = 1e-3f;
    maze.settings.velocityAdvection = tn_advectionSemiLagrangian;
    all.push_back({"maze", maze, [stirred](TestFlow& flow) {
                       stirred(false)(flow);
                       const tnFlowDef def = flow.def();
                       test::Mask mask = test::braidedMaze(def.nx, def.ny, 9);
                       for (uint8_t& cell : mask.solid)
                       {
                           cell = cell != 0 ? 255 : 0;
                       }
                       EXPECT_EQ(tnFlow_SetMask(flow.handle(), mask.solid.data(),
                                                static_cast<int32_t>(mask.solid.size())),
                                 tn_success);
                   }});
    // Solids that finer dye meets, and the velocity hardly: within a cell, and moving.
    tnFlowDef crumbs = sized(45, 41);
    crumbs.dyeScale = 4;
    crumbs.solidCapacity = 30;
    all.push_back(
        {"crumbs", crumbs, [stirred](TestFlow& flow) {
             stirred(false)(flow);
             test::Random random(17);
             const float cell = flow.def().cellSize;
             for (int32_t k = 0; k < 30; ++k)
             {
                 // Round ones, and plates thinner than rounding between rows of dye.
                 tnSolidDef crumb = tnDefaultSolidDef();
                 crumb.type = k % 2 == 0 ? tn_shapeCircle : tn_shapeBox;
                 crumb.radius = k % 2 == 0 ? cell * (0.2f + 0.01f * static_cast<float>(k)) : 0.0f;
                 crumb.halfSize = {0.3f * cell, 1e-8f * cell};
                 crumb.position = {0.01f * static_cast<float>(random.between(5, 95)),
                                   cell * (static_cast<float>(random.between(3, 37)) + 0.5f)};
                 crumb.velocity = {0.3f * cell * static_cast<float>(k), 0.0f};
                 tnSolid solid = {};
                 EXPECT_EQ(tnFlow_AddSolid(flow.handle(), &crumb, &solid), tn_success);
             }
         }});
    return all;
}

uint64_t runScene(const Scene& scene, const std::function<void(tnFlowDef&)>& change)
{
    tnFlowDef def = scene.def;
    change(def);
    TestFlow flow(def);
    scene.begin(flow);
    const int32_t steps = test::kSlowBuild ? 6 : 20;
    for (int32_t step = 0; step < steps; ++step)
    {
        test::stepBusyScene(flow.handle(), step, step % 5 == 4 ? 0.03f : 1.0f / 60.0f);
    }
    return flow.hash();
}

void asGiven(tnFlowDef&) {}

TEST(FlowDeterminism, SameBitsForEveryNumberOfThreads)
{
    for (const Scene& scene : scenes())
    {
        const uint64_t expected = runScene(scene, asGiven);
        for (const int32_t threads : {2, 3, 5})
        {
            const auto with = [threads](tnFlowDef& def) { def.threads = threads; };
            EXPECT_EQ(runScene(scene, with), expected)
                << scene.name << ", " << threads << " threads";
        }
    }
}

TEST(FlowDeterminism, SameBitsOnTheReferenceBackend)
{
    for (const Scene& scene : scenes())
    {
        const auto reference = [](tnFlowDef& def) { def.backend = tn_backendReference; };
        EXPECT_EQ(runScene(scene, reference), runScene(scene, asGiven)) << scene.name;
    }
}

// Rows so long that dyes move two at a time, and, but in slow builds, fields that go past the
// caches.
TEST(FlowDeterminism, LargeDyesHaveTheSameBitsOnTheReferenceBackend)
{
    for (const tnAdvection scheme : {tn_advectionMacCormack, tn_advectionSemiLagrangian})
    {
        uint64_t hashes[2] = {};
        for (const tnBackend backend : {tn_backendReference, tn_backendCpu})
        {
            tnFlowDef def = test::flowDef(300, test::kSlowBuild ? 24 : 260);
            def.dyeChannels = 3;
            def.dyeScale = 4;
            def.settings.velocityAdvection = scheme;
            def.settings.dyeAdvection = scheme;
            def.backend = backend;
            TestFlow flow(def);
            flow.setStream(test::whirls(0.8, 21, false));
            for (int32_t channel = 0; channel < 3; ++channel)
            {
                flow.set(TestFlow::dyeField(channel), [channel](double x, double y) {
                    return std::fmod(std::floor(9.0 * x) + std::floor(7.0 * y) + channel, 3.0);
                });
            }
            flow.step(1.0f / 60.0f);
            hashes[backend == tn_backendCpu] = flow.hash();
        }
        EXPECT_EQ(hashes[0], hashes[1]) << scheme;
    }
}

TEST(FlowDeterminism, SameBitsWithEveryInstructionSet)
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

TEST(FlowDeterminism, SameBitsOnAHostsJobSystem)
{
    const Scene scene = scenes().front();
    const auto hosts = [](tnFlowDef& def) { def.tasks = test::backwardTasks(3); };
    EXPECT_EQ(runScene(scene, hosts), runScene(scene, asGiven));
}

TEST(FlowDeterminism, LookingAtAFlowChangesNothing)
{
    const Scene scene = scenes().front();
    TestFlow looked(scene.def);
    TestFlow left(scene.def);
    scene.begin(looked);
    scene.begin(left);
    for (int32_t step = 0; step < 6; ++step)
    {
        test::stepBusyScene(looked.handle(), step);
        test::stepBusyScene(left.handle(), step);
        EXPECT_TRUE(looked.isFinite());
        (void)looked.totals();
        (void)looked.sample(0.3f, 0.4f);
        (void)looked.save();
    }
    EXPECT_EQ(looked.hash(), left.hash());
}

#if defined(__SSE2__)

// X15: whatever the host has done to the floating-point unit of its thread.
TEST(FlowDeterminism, SameBitsInAnyFloatingPointStateOfTheHost)
{
    const Scene scene = scenes().front();
    const auto threads = [](tnFlowDef& def) { def.threads = 2; };
    const uint64_t expected = runScene(scene, threads);
    const unsigned before = _mm_getcsr();
    constexpr unsigned kFlush = 0x8040;     // flush to zero, denormals are zero
    constexpr unsigned kUp = 0x4000;        // round upwards
    constexpr unsigned kUnmasked = 0x1f80u; // exceptions masked; taken away below
    tnFlowDef def = scene.def;
    threads(def);
    for (const unsigned state : {before | kFlush, before | kUp, before & ~kUnmasked})
    {
        // The host's own arithmetic (the scene's) runs in the usual state.
        TestFlow flow(def);
        scene.begin(flow);
        const int32_t steps = test::kSlowBuild ? 6 : 20;
        for (int32_t step = 0; step < steps; ++step)
        {
            const float dt = step % 5 == 4 ? 0.03f : 1.0f / 60.0f;
            test::strokeBusyScene(flow.handle(), step);
            _mm_setcsr(state & ~0x3fu);
            tnFlow_Step(flow.handle(), dt);
            EXPECT_EQ(_mm_getcsr() & ~0x3fu, state & ~0x3fu) << "the host's state comes back";
            _mm_setcsr(before);
        }
        _mm_setcsr(state & ~0x3fu);
        const uint64_t hash = tnFlow_Hash(flow.handle());
        _mm_setcsr(before);
        EXPECT_EQ(hash, expected) << "state " << state;
    }
}

// The same from the first call to the last: nothing traps, though everything would.
TEST(FlowDeterminism, CreationStepsAndLooksBearAHostThatTrapsAllExceptions)
{
    tnFlowDef def = test::busyDef(40, 24);
    def.threads = 2;
    const tnFlowBrush brush = tnDefaultFlowBrush();
    const tnSolidDef circle = tnDefaultSolidDef();
    const std::vector<float> profile(24, 0.3f);
    const std::vector<float> dye(size_t{80} * 48, 0.1f);
    const std::vector<uint8_t> mask(size_t{40} * 24, 0);
    const tnVec2 points[] = {{0.01f, 0.21f}, {0.1f, 0.3f}};
    std::vector<uint8_t> bytes(size_t{1} << 22);
    tnResult worst = tn_success;
    const auto note = [&worst](tnResult result) { worst = std::max(worst, result); };

    const unsigned before = _mm_getcsr();
    _mm_setcsr(before & ~0x1fbfu); // none masked, none seen yet
    tnFlow flow = {};
    note(tnCreateFlow(&def, &flow));
    note(tnFlow_SetSettings(flow, &def.settings));
    note(tnFlow_SetEdge(flow, tn_sideTop, &def.top));
    note(tnFlow_SetEdgeProfile(flow, tn_sideLeft, tn_edgeNormalSpeed, profile.data(), 24));
    note(tnFlow_SetField(flow, tn_flowDye0, dye.data(), static_cast<int64_t>(dye.size())));
    note(tnFlow_SetMask(flow, mask.data(), static_cast<int32_t>(mask.size())));
    tnSolid solid = {};
    note(tnFlow_AddSolid(flow, &circle, &solid));
    note(tnFlow_AddTracers(flow, points, 2));
    for (int32_t step = 0; step < 4; ++step)
    {
        note(tnFlow_SetSolidMotion(flow, solid, {0.03f, 0.33f}, 0.1f, {0.2f, 0.1f}, 0.7f));
        note(tnFlow_Brush(flow, &brush));
        tnFlow_Step(flow, 1.0f / 64.0f);
    }
    for (int32_t field = tn_flowVelocityX; field <= tn_flowSolidDyes; ++field)
    {
        tnFieldView view = {};
        note(tnFlow_GetView(flow, static_cast<tnFlowField>(field), &view));
    }
    tnFlowSample samples[2] = {};
    note(tnFlow_Sample(flow, points, 2, samples));
    tnFlowStats stats = {};
    note(tnFlow_GetStats(flow, &stats));
    tnFlowTotals totals = {};
    note(tnFlow_GetTotals(flow, &totals));
    tnSolidForce force = {};
    note(tnFlow_GetSolidForce(flow, solid, &force));
    float first = 0.0f, second = 0.0f;
    note(tnFlow_GetTextureWeights(flow, &first, &second));
    size_t size = 0;
    note(tnFlow_Save(flow, bytes.data(), bytes.size(), &size));
    note(tnFlow_Restore(flow, bytes.data(), size));
    note(tnFlow_Resize(flow, 80, 48, 2));
    const uint64_t hash = tnFlow_Hash(flow);
    note(tnFlow_RemoveSolid(flow, solid));
    note(tnDestroyFlow(flow));
    _mm_setcsr(before);
    EXPECT_EQ(worst, tn_success);
    EXPECT_NE(hash, 0u);
}

#endif

} // namespace
} // namespace tarn
