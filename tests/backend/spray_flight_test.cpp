// How drops fly and land.
#include "backend/water/spray_defaults.h"
#include "support/spray_pool.h"

#include <cmath>

namespace tarn
{
namespace
{

using test::SprayPool;

constexpr float kStep = 1.0f / 60.0f;

// A pool whose only drop feels the air like `drag`.
tnWaterParticle& onlyDrop(SprayPool& pool, tnVec3 position, tnVec3 velocity, float drag)
{
    EXPECT_GT(pool.add(position, velocity, 1e-5f), 0.0f);
    pool.spray.state().traits[0].drag = drag;
    return pool.spray.state().particles[0];
}

TEST(SprayFlight, WithoutAirIsAParabola)
{
    for (const float dt : {1.0f / 30.0f, 1.0f / 144.0f})
    {
        SprayPool pool(100, 100, 0.1f, 10);
        const tnWaterParticle& drop = onlyDrop(pool, {1.0f, 5.0f, 1.0f}, {3.0f, -1.0f, 5.0f}, 0.0f);
        double t = 0.0;
        while (t < 0.9)
        {
            pool.step(dt);
            t += wide(dt);
        }
        ASSERT_EQ(pool.spray.count(), 1);
        EXPECT_NEAR(drop.position.x, 1.0 + 3.0 * t, 1e-4);
        EXPECT_NEAR(drop.position.y, 5.0 - 1.0 * t, 1e-4);
        EXPECT_NEAR(drop.position.z, 1.0 + 5.0 * t - 0.5 * 9.81 * t * t, 1e-4);
        EXPECT_NEAR(drop.velocity.z, 5.0 - 9.81 * t, 1e-5);
        EXPECT_NEAR(drop.age, t, 1e-5);
    }
}

TEST(SprayFlight, ReachesTheTerminalSpeed)
{
    for (const float dt : {1.0f / 30.0f, 1.0f / 144.0f, 0.5f})
    {
        SprayPool pool(10, 10, 0.1f, 10);
        constexpr float kDrag = 0.2f;
        const tnWaterParticle& drop = onlyDrop(pool, {0.5f, 0.5f, 1000.0f}, {}, kDrag);
        for (float t = 0.0f; t < 20.0f; t += dt)
        {
            pool.step(dt);
        }
        EXPECT_NEAR(drop.velocity.z, -std::sqrt(9.81f / kDrag), 1e-3f);
    }
}

// v = vt tanh(g t / vt) on the way there.
TEST(SprayFlight, FallsThroughTheAirAsTheFormulaSays)
{
    SprayPool pool(10, 10, 0.1f, 10);
    constexpr double kDrag = 0.2;
    const tnWaterParticle& drop =
        onlyDrop(pool, {0.5f, 0.5f, 1000.0f}, {}, static_cast<float>(kDrag));
    for (int32_t k = 0; k < 1000; ++k)
    {
        pool.step(0.001f);
    }
    const double terminal = std::sqrt(9.81 / kDrag);
    EXPECT_NEAR(drop.velocity.z, -terminal * std::tanh(9.81 / terminal), 5e-3);
}

TEST(SprayFlight, TheWindTakesFineDropsAlong)
{
    SprayPool pool(1000, 10, 0.1f, 10);
    pool.settings.wind = {12.0f, 0.0f};
    float speeds[2];
    const float drags[2] = {0.075f, 0.45f};
    for (int32_t k = 0; k < 2; ++k)
    {
        pool.spray.restored(0);
        const tnWaterParticle& drop = onlyDrop(pool, {1.0f, 0.5f, 100.0f}, {}, drags[k]);
        for (int32_t step = 0; step < 60; ++step)
        {
            pool.step(kStep);
        }
        speeds[k] = drop.velocity.x;
    }
    EXPECT_GT(speeds[0], 0.0f);
    EXPECT_GT(speeds[1], 1.5f * speeds[0]);
    EXPECT_LT(speeds[1], 12.0f);
}

TEST(SprayFlight, GivesWaterAndMomentumBackWhereItLands)
{
    SprayPool pool(100, 100, 0.1f, 10);
    pool.fill(pool.fields.depth, 0.5f);
    onlyDrop(pool, {5.05f, 5.05f, 0.6f}, {0.7f, -2.0f, 0.0f}, 0.0f);
    const double volume = pool.volume();
    const Vec2 flow = pool.volumeFlow();
    while (pool.spray.count() > 0)
    {
        pool.step(kStep);
    }
    // It takes sqrt(2 * 0.1 / g) = 0.143 s: cell (51, 47).
    EXPECT_GT(pool.fields.depth.row(47)[51], 0.5f);
    EXPECT_NEAR(pool.volume(), volume, 1e-13);
    EXPECT_NEAR(pool.volumeFlow().x, flow.x, 1e-12);
    EXPECT_NEAR(pool.volumeFlow().y, flow.y, 1e-12);
    EXPECT_GT(pool.fields.foam.row(47)[51], 0.0f);
}

TEST(SprayFlight, LandsOnDryGroundToo)
{
    SprayPool pool(100, 100, 0.1f, 10);
    pool.fill(pool.fields.ground, 0.3f);
    onlyDrop(pool, {5.05f, 5.05f, 0.6f}, {}, 0.0f);
    while (pool.spray.count() > 0)
    {
        pool.step(kStep);
    }
    EXPECT_NEAR(pool.fields.depth.row(50)[50], 1e-5f / 0.01f, 1e-9f);
}

TEST(SprayFlight, WakesTheTileItLandsInAndNoOther)
{
    SprayPool pool(130, 40, 0.1f, 10);
    pool.fill(pool.fields.depth, 0.5f);
    std::fill(pool.awake.begin(), pool.awake.end(), uint8_t{0});
    onlyDrop(pool, {8.0f, 2.0f, 0.6f}, {}, 0.0f);
    while (pool.spray.count() > 0)
    {
        EXPECT_EQ(std::count(pool.stirred.begin(), pool.stirred.end(), 1), 0);
        pool.step(kStep);
    }
    EXPECT_EQ(std::count(pool.stirred.begin(), pool.stirred.end(), 1), 1);
    EXPECT_EQ(pool.stirred[static_cast<size_t>(pool.tiles().tileOf(80, 20))], 1);
}

TEST(SprayFlight, AFastDropMakesADentAndARingOfNoVolume)
{
    SprayPool pool(21, 21, 0.1f, 10);
    pool.fill(pool.fields.depth, 0.5f);
    EXPECT_GT(pool.add({1.05f, 1.05f, 2.0f}, {0.0f, 0.0f, -5.0f}, 1e-4f), 0.0f);
    const double volume = pool.volume();
    while (pool.spray.count() > 0 && pool.particles()[0].kind == tn_particleSpray)
    {
        pool.step(kStep);
    }
    EXPECT_NEAR(pool.volume(), volume, 1e-12);
    const float ring = pool.fields.depth.row(10)[9];
    EXPECT_GT(ring, 0.5f);
    EXPECT_LT(pool.fields.depth.row(10)[10], 0.51f) << "the dent is as large as the drop's layer";
    for (const auto& [i, j] : {std::pair{11, 10}, std::pair{10, 9}, std::pair{10, 11}})
    {
        EXPECT_FLOAT_EQ(pool.fields.depth.row(j)[i], ring);
    }
}

TEST(SprayFlight, ADropAgainstACliffRunsDownAtItsFoot)
{
    SprayPool pool(40, 20, 0.1f, 10);
    pool.fill(pool.fields.ground, [](int32_t i, int32_t) { return i == 20 ? 3.0f : 0.0f; });
    pool.fill(pool.fields.depth, [](int32_t i, int32_t) { return i == 20 ? 0.0f : 0.2f; });
    onlyDrop(pool, {1.85f, 1.05f, 1.0f}, {20.0f, 0.0f, 0.0f}, 0.0f);
    while (pool.spray.count() > 0)
    {
        pool.step(1.0f / 30.0f);
    }
    EXPECT_GT(pool.fields.depth.row(10)[19], 0.2f);
    EXPECT_EQ(pool.fields.depth.row(10)[20], 0.0f) << "not on top";
    EXPECT_EQ(pool.fields.depth.row(10)[21], 0.2f) << "nor through it";
}

TEST(SprayFlight, AWallHoldsADropAndItSlidesDown)
{
    SprayPool pool(40, 20, 0.1f, 10);
    pool.fill(pool.fields.depth, 0.2f);
    pool.grid.originX = -7.0;
    onlyDrop(pool, {-6.5f, 1.05f, 0.3f}, {-20.0f, 0.0f, 0.0f}, 0.0f);
    const double volume = pool.volume();
    while (pool.spray.count() > 0)
    {
        const SprayReport report = pool.step(kStep);
        EXPECT_EQ(report.lost, 0.0);
    }
    EXPECT_GT(pool.fields.depth.row(10)[0], 0.2f);
    EXPECT_EQ(pool.fields.depth.row(10)[1], 0.2f);
    EXPECT_NEAR(pool.volume(), volume, 1e-13);
}

TEST(SprayFlight, GoesRoundAPeriodicEdge)
{
    SprayPool pool(40, 20, 0.1f, 10);
    pool.fill(pool.fields.depth, 0.2f);
    pool.setEdges(tn_waterPeriodic);
    const tnWaterParticle& drop = onlyDrop(pool, {0.5f, 1.9f, 3.0f}, {-2.0f, 1.0f, 0.0f}, 0.0f);
    for (int32_t k = 0; k < 30; ++k)
    {
        pool.step(kStep);
    }
    EXPECT_NEAR(drop.position.x, 0.5f - 1.0f + 4.0f, 1e-5f);
    EXPECT_NEAR(drop.position.y, 1.9f + 0.5f - 2.0f, 1e-5f);
}

TEST(SprayFlight, LeavesOverAnOpenEdgeAndIsReported)
{
    for (const tnWaterEdgeType type : {tn_waterOpen, tn_waterLevel, tn_waterInflow})
    {
        SprayPool pool(40, 20, 0.1f, 10);
        pool.fill(pool.fields.depth, 0.2f);
        pool.setEdges(type);
        onlyDrop(pool, {0.5f, 1.0f, 3.0f}, {-2.0f, 0.0f, 0.0f}, 0.0f);
        double volume = pool.volume();
        while (pool.spray.count() > 0)
        {
            volume -= pool.step(kStep).lost;
        }
        EXPECT_NEAR(pool.volume(), volume, 1e-15);
        EXPECT_NEAR(pool.volume(), 40 * 20 * 0.01 * 0.2, 1e-6);
    }
}

TEST(SprayFlight, EndsSomewhereForAnyStep)
{
    for (const float dt : {1e-9f, 1.0f, 1000.0f})
    {
        SprayPool pool(40, 20, 0.1f, 10);
        pool.fill(pool.fields.depth, 0.2f);
        onlyDrop(pool, {2.0f, 1.0f, 1.0f}, {100.0f, -100.0f, 100.0f}, 0.1f);
        const double volume = pool.volume();
        for (int32_t k = 0; k < 100; ++k)
        {
            pool.step(dt);
        }
        EXPECT_EQ(pool.spray.count(), dt > 0.1f ? 0 : 1) << dt;
        EXPECT_NEAR(pool.volume(), volume, 1e-13);
    }
}

TEST(SprayFlight, CanBeThrownByHand)
{
    SprayPool pool(40, 20, 0.1f, 2);
    pool.fill(pool.fields.depth, 0.2f);
    const double volume = pool.volume();
    EXPECT_NEAR(pool.add({2.0f, 1.0f, 1.0f}, {1.0f, 0.0f, 3.0f}, 1e-4f, true), 1e-4f, 1e-9f);
    EXPECT_NEAR(pool.volume(), volume, 1e-15);
    EXPECT_EQ(pool.add({2.0f, 1.0f, 1.0f}, {}, 10.0f, true), pool.particles()[1].volume)
        << "no more than there is";
    EXPECT_NEAR(pool.particles()[1].volume, 0.9f * (0.002f - 1e-4f), 1e-6f);
    EXPECT_NEAR(pool.volume(), volume, 1e-15);
    EXPECT_EQ(pool.add({2.0f, 1.0f, 1.0f}, {}, 1e-4f, true), 0.0f) << "no room";
    EXPECT_NEAR(pool.volume(), volume, 1e-15);
}

} // namespace
} // namespace tarn
