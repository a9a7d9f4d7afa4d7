// Spray, foam and rain as a whole: what is kept, what happens without room, the same bits for any
// number of threads, and absurd water.
#include "backend/water/spray_defaults.h"
#include "support/full_size.h"
#include "support/random.h"
#include "support/spray_pool.h"

#include <algorithm>
#include <cmath>

namespace tarn
{
namespace
{

using test::SprayPool;

constexpr float kStep = 1.0f / 60.0f;

// Steep heaps of water that move about: new ones every step, of the same volume as far as it goes.
// The momentum is of any size, since nothing here makes waves of it.
void churn(SprayPool& pool, test::Random& random)
{
    for (int32_t k = 0; k < 40; ++k)
    {
        const int32_t i = random.between(1, pool.grid.nx - 2);
        const int32_t j = random.between(1, pool.grid.ny - 2);
        // From a cell to the next, in a way that is exact.
        float& from = pool.fields.depth.row(j)[i];
        float& to = pool.fields.depth.row(j)[i - 1];
        std::swap(from, to);
        pool.fields.momentumX.row(j)[i] = random.between(-2.0f, 2.0f);
        pool.fields.momentumY.row(j)[i] = random.between(-2.0f, 2.0f);
    }
}

void fillRough(SprayPool& pool, uint64_t seed)
{
    test::Random random(seed);
    pool.fill(pool.fields.depth,
              [&random](int32_t, int32_t) { return random.between(0.3f, 0.7f); });
    for (const Rows field : {pool.fields.momentumX, pool.fields.momentumY})
    {
        pool.fill(field, [&random](int32_t, int32_t) { return random.between(-1.0f, 1.0f); });
    }
}

std::vector<SprayImpact> someImpacts(test::Random& random)
{
    std::vector<SprayImpact> impacts;
    for (int32_t k = 0; k < 4; ++k)
    {
        impacts.push_back({{random.between(0.0f, 10.0f), random.between(0.0f, 5.0f)},
                           random.between(0.05f, 0.5f),
                           random.between(0.0f, 6.0f),
                           random.between(0.01f, 0.3f)});
    }
    return impacts;
}

TEST(Spray, KeepsVolumeAndDyeOverManyBirthsAndLandings)
{
    SprayPool pool(100, 50, 0.1f, 20000, 1, 2);
    fillRough(pool, 3);
    pool.fill(pool.fields.dye[0], [&pool](int32_t i, int32_t j) {
        return i < 50 ? pool.fields.depth.row(j)[i] : 0.0f;
    });
    pool.settings.rain = 1e-4f;
    test::Random random(4);
    double volume = pool.volume();
    const auto dye = [&pool] { return pool.sum(pool.fields.dye[0]) + pool.spray.dye(0); };
    const double dyeBefore = dye();
    int64_t born = 0;
    const int32_t steps = test::scaled(1000, 10000);
    for (int32_t k = 0; k < steps; ++k)
    {
        churn(pool, random);
        const SprayReport report = pool.step(kStep, someImpacts(random));
        volume += report.added - report.lost;
        const auto particles = pool.particles();
        born += std::count_if(particles.begin(), particles.end(), [](const tnWaterParticle& p) {
            return p.kind == tn_particleSpray && p.age == 0.0f;
        });
        ASSERT_NEAR(pool.volume(), volume, 1e-12 * volume) << k;
    }
    EXPECT_GT(born - pool.spray.countOf(tn_particleSpray), 10 * steps) << "landed";
    EXPECT_NEAR(dye(), dyeBefore, 1e-9 * dyeBefore);
    EXPECT_LT(std::fabs(pool.spray.state().ledger->rests.volume), 1e-9);
}

TEST(Spray, TakesDyeAlongWithItsWater)
{
    SprayPool pool(40, 40, 0.1f, 10, 1, 1);
    pool.fill(pool.fields.depth, 0.5f);
    pool.fill(pool.fields.dye[0], 0.25f);
    const float volume = pool.add({2.05f, 2.05f, 1.0f}, {}, 1e-4f, true);
    EXPECT_NEAR(pool.spray.state().dyes[0], 0.5f * volume, 1e-10f);
    EXPECT_FLOAT_EQ(pool.fields.dye[0].row(20)[20], 0.5f * pool.fields.depth.row(20)[20]);
}

TEST(Spray, IsTheSameBitsForAnyNumberOfThreads)
{
    std::vector<float> first;
    for (int32_t threads = 1; threads <= 4; ++threads)
    {
        SprayPool pool(130, 70, 0.1f, 20000, threads, 1);
        fillRough(pool, 9);
        pool.settings.rain = 1e-4f;
        pool.settings.wind = {2.0f, 1.0f};
        pool.settings.spray = 0.02f;
        test::Random random(10);
        for (int32_t k = 0; k < 60; ++k)
        {
            churn(pool, random);
            pool.step(kStep, someImpacts(random));
        }
        ASSERT_GT(pool.spray.countOf(tn_particleSpray), 500);
        ASSERT_GT(pool.spray.countOf(tn_particleFoam), 50);
        ASSERT_GT(pool.spray.countOf(tn_particleRain), 50);
        if (threads == 1)
        {
            first = pool.snapshot();
        }
        EXPECT_TRUE(test::sameBits(first, pool.snapshot())) << threads << " threads";
    }
}

TEST(Spray, GoesOnFromASavedStateWithTheSameBits)
{
    SprayPool a(100, 50, 0.1f, 3000, 1, 1);
    SprayPool b(100, 50, 0.1f, 3000, 1, 1);
    fillRough(a, 1);
    a.settings.rain = b.settings.rain = 1e-4f;
    for (int32_t k = 0; k < 20; ++k)
    {
        a.step(kStep);
    }
    const SprayState from = a.spray.state();
    const SprayState to = b.spray.state();
    std::copy_n(from.particles, from.count, to.particles);
    std::copy_n(from.traits, from.count, to.traits);
    std::copy_n(from.dyes, from.count * from.dyeChannels, to.dyes);
    *to.ledger = *from.ledger;
    b.spray.restored(from.count);
    const Rows fromFields[] = {a.fields.depth, a.fields.momentumX, a.fields.momentumY,
                               a.fields.foam, a.fields.dye[0]};
    const Rows toFields[] = {b.fields.depth, b.fields.momentumX, b.fields.momentumY, b.fields.foam,
                             b.fields.dye[0]};
    for (size_t k = 0; k < 5; ++k)
    {
        b.fill(toFields[k],
               [&fromFields, k](int32_t i, int32_t j) { return fromFields[k].row(j)[i]; });
    }
    for (int32_t k = 0; k < 20; ++k)
    {
        a.step(kStep);
        b.step(kStep);
    }
    EXPECT_TRUE(test::sameBits(a.snapshot(), b.snapshot()));
}

TEST(Spray, TellsParticlesThatNoStepLeaves)
{
    SprayPool pool(100, 50, 0.1f, 3000);
    fillRough(pool, 1);
    pool.settings.rain = 1e-4f;
    for (int32_t k = 0; k < 20; ++k)
    {
        pool.step(kStep);
        const SprayState state = pool.spray.state();
        for (int32_t n = 0; n < state.count; ++n)
        {
            ASSERT_TRUE(isSound(state.particles[n], state.traits[n]));
        }
    }
    const tnWaterParticle good = pool.particles()[0];
    const ParticleTrait trait = pool.spray.state().traits[0];
    const float nan = std::numeric_limits<float>::quiet_NaN();
    tnWaterParticle bad[6] = {good, good, good, good, good, good};
    bad[0].position.x = nan;
    bad[1].velocity.z = 1e3f;
    bad[2].volume = -1e-6f;
    bad[3].age = nan;
    bad[4].kind = static_cast<tnParticleKind>(7);
    bad[5].position.y = 1e30f;
    for (const tnWaterParticle& particle : bad)
    {
        EXPECT_FALSE(isSound(particle, trait));
    }
    EXPECT_FALSE(isSound(good, {-1.0f, 0.0f}));
    EXPECT_FALSE(isSound(good, {0.1f, nan}));
}

// ---- Room

TEST(Spray, TheOldestFoamMakesRoom)
{
    SprayPool pool(200, 20, 0.1f, 20);
    test::fillBore(pool, 50.0f, 0.3f, 0.9f, 3.0f);
    pool.settings.spray = 0.0f;
    while (pool.spray.count() < 20)
    {
        pool.step(kStep);
    }
    std::vector<float> ages;
    for (const tnWaterParticle& p : pool.particles())
    {
        ages.push_back(p.age);
    }
    ASSERT_TRUE(std::is_sorted(ages.rbegin(), ages.rend()));
    ASSERT_GT(ages.front(), ages.back());
    for (int32_t k = 0; k < 5; ++k)
    {
        EXPECT_GT(pool.add({1.0f, 1.0f, 3.0f}, {}, 1e-5f), 0.0f);
    }
    EXPECT_EQ(pool.spray.countOf(tn_particleSpray), 5);
    std::vector<float> left;
    for (const tnWaterParticle& p : pool.particles())
    {
        if (p.kind == tn_particleFoam)
        {
            left.push_back(p.age);
        }
    }
    EXPECT_EQ(left, std::vector<float>(ages.begin() + 5, ages.end()));
}

TEST(Spray, WithoutRoomWaterStaysWhereItIs)
{
    for (const int32_t capacity : {0, 10})
    {
        SprayPool pool(100, 40, 0.1f, capacity);
        test::fillBore(pool, 50.0f, 0.3f, 0.9f, 3.0f);
        const double volume = pool.volume();
        bool refused = false;
        for (int32_t k = 0; k < 10; ++k)
        {
            refused |= pool.step(kStep).refused;
        }
        EXPECT_TRUE(refused);
        EXPECT_LE(pool.spray.count(), capacity);
        EXPECT_NEAR(pool.volume(), volume, 1e-14 * volume);
    }
}

// ---- Sleep

TEST(Spray, TilesThatSleepAreNotLookedAt)
{
    SprayPool pool(128, 2 * kTileRows, 0.1f, 1000);
    test::fillBore(pool, 30.0f, 0.3f, 0.9f, 3.0f);
    std::fill(pool.awake.begin(), pool.awake.end(), uint8_t{0});
    pool.step(kStep);
    EXPECT_EQ(pool.spray.count(), 0);
    pool.awake[0] = 1;
    pool.step(kStep);
    ASSERT_GT(pool.spray.count(), 0);
    for (const tnWaterParticle& p : pool.particles())
    {
        EXPECT_LT(p.position.y, 0.1f * kTileRows) << "the lower row of tiles";
    }
}

// ---- Rain

TEST(Rain, FallsAsMuchAsItIsToldTo)
{
    SprayPool pool(64, 64, 0.1f, 20000);
    pool.fill(pool.fields.depth, 0.5f);
    pool.settings.rain = 0.05f / 3600.0f; // 50 mm/h
    const double before = pool.volume();
    double added = 0.0;
    constexpr double kSeconds = 20.0;
    for (int32_t k = 0; k < 20 * 60; ++k)
    {
        added += pool.step(kStep).added;
    }
    const double expected = 0.05 / 3600.0 * 6.4 * 6.4 * kSeconds;
    EXPECT_NEAR(added, expected, 0.01 * expected);
    EXPECT_NEAR(pool.volume() - before, added, 1e-12);
    EXPECT_GT(pool.sum(pool.fields.depth) - before, 0.9 * expected) << "most of it has landed";
    EXPECT_GT(pool.spray.countOf(tn_particleRain), 50);
    EXPECT_GT(pool.spray.countOf(tn_particleSpray), 5) << "and some splashes";
}

TEST(Rain, IsTheSameWaterWithoutRoomForDrops)
{
    for (const int32_t capacity : {0, 10})
    {
        SprayPool pool(64, 64, 0.1f, capacity);
        pool.fill(pool.fields.depth, 0.5f);
        pool.settings.rain = 1e-3f;
        const double before = pool.volume();
        double added = 0.0;
        for (int32_t k = 0; k < 100; ++k)
        {
            added += pool.step(kStep).added;
        }
        const double expected = 1e-3 * 6.4 * 6.4 * 100.0 / 60.0;
        EXPECT_NEAR(added, expected, 0.01 * expected);
        EXPECT_NEAR(pool.volume() - before, added, 1e-12);
    }
}

TEST(Rain, LeavesRoomForSpray)
{
    SprayPool pool(64, 64, 0.1f, 1000);
    pool.fill(pool.fields.depth, 0.5f);
    pool.settings.rain = 1e-2f;
    for (int32_t k = 0; k < 100; ++k)
    {
        pool.step(kStep);
        ASSERT_LE(pool.spray.countOf(tn_particleRain), 500);
    }
}

TEST(Rain, FallsEvenlyAtTerminalSpeedFromItsHeight)
{
    SprayPool pool(64, 64, 0.1f, 20000);
    pool.fill(pool.fields.depth, 0.5f);
    pool.settings.rain = 1e-4f;
    int32_t quarters[4] = {};
    for (int32_t k = 0; k < 600; ++k)
    {
        pool.step(kStep);
        for (const tnWaterParticle& p : pool.particles())
        {
            if (p.kind == tn_particleRain && p.age < kStep)
            {
                ++quarters[(p.position.x < 3.2f ? 0 : 1) + (p.position.y < 3.2f ? 0 : 2)];
                ASSERT_LE(p.position.z, 3.51f);
                ASSERT_GT(p.position.z, 3.3f);
                ASSERT_NEAR(p.velocity.z, -8.1f, 0.2f);
            }
        }
    }
    const int32_t all = quarters[0] + quarters[1] + quarters[2] + quarters[3];
    ASSERT_GT(all, 30000);
    for (const int32_t quarter : quarters)
    {
        EXPECT_NEAR(quarter, all / 4, 5.0 * std::sqrt(all / 4.0));
    }
}

// ---- Absurd water

TEST(Spray, StaysFiniteInAbsurdWater)
{
    for (const float speed : {1e6f, 1e18f, 1e30f})
    {
        SprayPool pool(70, 40, 0.1f, 500);
        test::Random random(2);
        pool.fill(pool.fields.ground,
                  [&random](int32_t, int32_t) { return random.between(-1e3f, 1e3f); });
        pool.fill(pool.fields.depth, [&random](int32_t, int32_t) {
            return random.chance(0.3f) ? 0.0f : random.magnitude(1e-7f, 1e4f);
        });
        for (const Rows field : {pool.fields.momentumX, pool.fields.momentumY})
        {
            pool.fill(field, [&](int32_t, int32_t) { return random.between(-speed, speed); });
        }
        pool.settings.rain = 1.0f;
        pool.settings.wind = {speed, -speed};
        pool.settings.spray = 1e3f;
        const std::vector<SprayImpact> impacts = {{{1.0f, 1.0f}, 1e6f, 1e9f, 1e9f},
                                                  {{-1e9f, 1e9f}, 0.1f, 5.0f, 0.1f}};
        for (int32_t k = 0; k < 50; ++k)
        {
            pool.step(k % 2 == 0 ? kStep : 1000.0f, impacts);
        }
        for (const tnWaterParticle& p : pool.particles())
        {
            for (const float number : {p.position.x, p.position.y, p.position.z, p.velocity.x,
                                       p.velocity.y, p.velocity.z, p.volume})
            {
                ASSERT_TRUE(std::isfinite(number));
            }
            ASSERT_LE(std::fabs(p.velocity.x), spray::kFastestDrop);
        }
        for (const Rows field : {pool.fields.depth, pool.fields.momentumX, pool.fields.foam})
        {
            ASSERT_TRUE(std::isfinite(pool.sum(field)));
        }
    }
}

} // namespace
} // namespace tarn
