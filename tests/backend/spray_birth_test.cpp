// Where spray and foam are born, where not, and how much.
#include "backend/water/spray_defaults.h"
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

int32_t ofKind(const SprayPool& pool, tnParticleKind kind)
{
    return pool.spray.countOf(kind);
}

TEST(SprayBirth, ALakeAtRestAmongIslandsThrowsNothing)
{
    SprayPool pool(150, 70, 0.1f, 1000);
    test::Random random(5);
    pool.fill(pool.fields.ground,
              [&random](int32_t, int32_t) { return random.between(-1.0f, 0.5f); });
    pool.fill(pool.fields.depth, [&pool](int32_t i, int32_t j) {
        return std::max(0.0f, -pool.fields.ground.row(j)[i]);
    });
    const std::vector<float> before = pool.snapshot();
    for (int32_t k = 0; k < 20; ++k)
    {
        pool.step(kStep);
    }
    pool.spray.state().ledger->steps = 0;
    EXPECT_TRUE(test::sameBits(before, pool.snapshot()));
}

TEST(SprayBirth, ALongWaveThrowsNothing)
{
    SprayPool pool(256, 20, 0.1f, 1000);
    const float speed = std::sqrt(9.81f);
    pool.setEdges(tn_waterPeriodic);
    const auto height = [](int32_t i) { return 0.1f * std::sin(static_cast<float>(i) * 0.0491f); };
    pool.fill(pool.fields.depth, [&](int32_t i, int32_t) { return 1.0f + height(i); });
    pool.fill(pool.fields.momentumX, [&](int32_t i, int32_t) { return speed * height(i); });
    pool.step(kStep);
    EXPECT_EQ(pool.spray.count(), 0);
    EXPECT_EQ(pool.sum(pool.fields.foam), 0.0);
}

TEST(SprayBirth, ABoreThrowsSprayAheadAndUpFromItsTop)
{
    SprayPool pool(100, 40, 0.1f, 4000);
    test::fillBore(pool, 50.0f, 0.3f, 0.9f, 3.0f);
    pool.step(kStep);
    ASSERT_GT(ofKind(pool, tn_particleSpray), 20);
    EXPECT_GT(pool.sum(pool.fields.foam), 0.0);
    const float speed = std::sqrt(0.5f * 9.81f * 3.0f * 1.2f) * 2.0f / 3.0f; // behind it
    for (const tnWaterParticle& p : pool.particles())
    {
        EXPECT_NEAR(p.position.x, 5.0f, 0.4f);
        if (p.kind == tn_particleSpray)
        {
            EXPECT_GT(p.velocity.x, 0.5f * speed);
            EXPECT_GT(p.velocity.z, 0.1f);
        }
    }
}

TEST(SprayBirth, AFrontThatFallsBackThrowsNothing)
{
    SprayPool pool(100, 40, 0.1f, 4000);
    test::fillBore(pool, 50.0f, 0.3f, 0.9f, 3.0f);
    pool.fill(pool.fields.momentumX,
              [&pool](int32_t i, int32_t j) { return -pool.fields.momentumX.row(j)[i]; });
    pool.step(kStep);
    EXPECT_EQ(pool.spray.count(), 0);
}

// A terrace a metre high, over whose edge a stream flows into a pool.
void fillWaterfall(SprayPool& pool, float speed)
{
    pool.fill(pool.fields.ground, [](int32_t i, int32_t) { return i < 30 ? 1.0f : 0.0f; });
    pool.fill(pool.fields.depth, [](int32_t i, int32_t) { return i < 30 ? 0.2f : 0.5f; });
    pool.fill(pool.fields.momentumX,
              [speed](int32_t i, int32_t) { return i < 30 ? 0.2f * speed : 0.0f; });
}

TEST(SprayBirth, WaterOverAnEdgeComesApart)
{
    SprayPool pool(60, 40, 0.1f, 4000);
    constexpr float kSpeed = 1.5f;
    double thrown = 0.0;
    constexpr int32_t kSteps = 60;
    for (int32_t k = 0; k < kSteps; ++k)
    {
        fillWaterfall(pool, kSpeed);
        pool.spray.restored(0);
        pool.spray.state().ledger->rests = {};
        pool.step(kStep);
        thrown += pool.spray.volume();
        for (const tnWaterParticle& p : pool.particles())
        {
            if (p.kind == tn_particleSpray)
            {
                ASSERT_NEAR(p.position.x, 3.0f, 0.02f) << "at the edge";
                ASSERT_GT(p.position.z, 1.0f);
            }
        }
    }
    // 0.2 m at 1.5 m/s, 4 m wide, for a second.
    const double flowed = 0.2 * 1.5 * 4.0;
    EXPECT_NEAR(thrown, wide(spray::kFallPart) * flowed, 0.05 * flowed);
}

TEST(SprayBirth, WaterThatFlowsAwayFromAnEdgeDoesNotFall)
{
    SprayPool pool(60, 40, 0.1f, 4000);
    fillWaterfall(pool, -1.5f);
    pool.step(kStep);
    EXPECT_EQ(pool.spray.count(), 0);
}

// What a bore that is always there throws in a second.
double thrownInASecond(int32_t steps, float spray, float viscosity)
{
    SprayPool pool(100, 64, 0.1f, 4000);
    pool.settings.spray = spray;
    pool.settings.liquid.viscosity = viscosity;
    double thrown = 0.0;
    for (int32_t k = 0; k < steps; ++k)
    {
        test::fillBore(pool, 50.0f, 0.3f, 0.9f, 3.0f);
        pool.spray.restored(0);
        pool.spray.state().ledger->rests = {};
        pool.step(1.0f / static_cast<float>(steps));
        thrown += pool.spray.volume();
    }
    return thrown;
}

TEST(SprayBirth, IsTheSamePerSecondForAnyStep)
{
    const double at60 = thrownInASecond(60, 1.0f, 0.001f);
    ASSERT_GT(at60, 0.0);
    EXPECT_NEAR(thrownInASecond(30, 1.0f, 0.001f), at60, 0.05 * at60);
    EXPECT_NEAR(thrownInASecond(144, 1.0f, 0.001f), at60, 0.05 * at60);
}

TEST(SprayBirth, IsInProportionToTheSetting)
{
    const double whole = thrownInASecond(60, 1.0f, 0.001f);
    EXPECT_NEAR(thrownInASecond(60, 0.5f, 0.001f), 0.5 * whole, 0.02 * whole);
    EXPECT_EQ(thrownInASecond(60, 0.0f, 0.001f), 0.0);
}

TEST(SprayBirth, OfOilIsLikeThatOfWaterAndHoneyMakesNone)
{
    const double water = thrownInASecond(60, 1.0f, 0.001f);
    EXPECT_GT(thrownInASecond(60, 1.0f, 0.08f), 0.9 * water);
    EXPECT_LT(thrownInASecond(60, 1.0f, 10.0f), 0.01 * water);
}

TEST(SprayBirth, NoCellGivesMoreThanAFifthOfItsDepth)
{
    SprayPool pool(100, 40, 0.1f, 40000);
    pool.settings.spray = 100.0f;
    for (const float scale : {0.3f, 1.0f, 10.0f})
    {
        test::fillBore(pool, 50.0f, 0.3f * scale, 0.9f * scale, 1.0f);
        pool.fill(pool.fields.momentumX,
                  [&pool](int32_t i, int32_t j) { return 1e3f * pool.fields.momentumX.row(j)[i]; });
        const double all = pool.sum(pool.fields.depth);
        std::vector<float> before;
        pool.fill(pool.fields.foam, 0.0f);
        for (int32_t i = 0; i < pool.grid.nx; ++i)
        {
            before.push_back(pool.fields.depth.row(7)[i]);
        }
        pool.spray.restored(0);
        pool.step(0.5f);
        EXPECT_LT(pool.sum(pool.fields.depth), all) << "something was thrown";
        for (int32_t i = 0; i < pool.grid.nx; ++i)
        {
            ASSERT_GE(pool.fields.depth.row(7)[i], 0.7999f * before[static_cast<size_t>(i)]);
        }
    }
}

TEST(SprayBirth, NextToNoWaterThrowsNone)
{
    SprayPool pool(100, 40, 0.1f, 4000);
    test::fillBore(pool, 50.0f, 1.0e-4f, 1.5e-3f, 1.0f);
    pool.fill(pool.fields.ground, [](int32_t i, int32_t) { return i < 50 ? 1.0f : 0.0f; });
    pool.fill(pool.fields.momentumX, [](int32_t i, int32_t) { return i < 50 ? 0.01f : 0.0f; });
    pool.step(kStep);
    EXPECT_EQ(pool.spray.count(), 0);
}

TEST(SprayBirth, ABodyThatHitsTheWaterThrowsACrown)
{
    SprayPool pool(64, 64, 0.1f, 4000);
    pool.fill(pool.fields.depth, 1.0f);
    const SprayImpact impact = {{3.2f, 3.2f}, 0.4f, 5.0f, 0.5f};
    double thrown = 0.0;
    Vec2 mean;
    for (int32_t k = 0; k < 30; ++k)
    {
        for (const Rows field : {pool.fields.momentumX, pool.fields.momentumY})
        {
            pool.fill(field, 0.0f);
        }
        pool.fill(pool.fields.depth, 1.0f);
        pool.spray.restored(0);
        pool.step(kStep, {&impact, 1});
        for (const tnWaterParticle& p : pool.particles())
        {
            const Vec2 out = {wide(p.position.x) - 3.2, wide(p.position.y) - 3.2};
            EXPECT_NEAR(length(out), 0.44, 0.01);
            EXPECT_GT(p.velocity.z, 1.0f);
            EXPECT_GT(dot(out, {wide(p.velocity.x), wide(p.velocity.y)}), 0.0);
            thrown += wide(p.volume);
            mean = mean + wide(p.volume) * out;
        }
    }
    const double swept = 0.5 * (5.0 - wide(spray::kLeastImpact)) * 0.5; // for half a second
    EXPECT_NEAR(thrown, wide(spray::kCrownPart) * swept, 0.03 * swept);
    EXPECT_LT(length(mean), 0.05 * 0.44 * thrown) << "to all sides";
    EXPECT_GT(pool.fields.foam.row(32)[32], 0.0f);
}

TEST(SprayBirth, ABodyThatIsLoweredMakesNone)
{
    SprayPool pool(64, 64, 0.1f, 4000);
    pool.fill(pool.fields.depth, 1.0f);
    const SprayImpact impacts[] = {{{3.2f, 3.2f}, 0.4f, 0.3f, 0.5f},
                                   {{3.2f, 3.2f}, 0.4f, -5.0f, 0.5f}};
    pool.step(kStep, impacts);
    EXPECT_EQ(pool.spray.count(), 0);
    EXPECT_EQ(pool.sum(pool.fields.foam), 0.0);
}

TEST(SprayBirth, MomentumIsTakenAlong)
{
    SprayPool pool(100, 40, 0.1f, 4000);
    test::fillBore(pool, 50.0f, 0.3f, 0.9f, 3.0f);
    const Vec2 before = pool.volumeFlow();
    const SprayImpact impact = {{2.0f, 2.0f}, 0.4f, 5.0f, 0.5f};
    pool.step(kStep, {&impact, 1});
    ASSERT_GT(pool.spray.count(), 50);
    EXPECT_NEAR(pool.volumeFlow().x, before.x, 2e-8 * before.x);
    EXPECT_NEAR(pool.volumeFlow().y, before.y, 2e-8 * before.x);
}

// ---- Mirrors

struct Mirrored
{
    bool flipX;
    bool flipY;
    bool swap;

    // Where cell (i, j) of an n x n grid comes from.
    std::pair<int32_t, int32_t> source(int32_t i, int32_t j, int32_t n) const
    {
        const int32_t x = swap ? j : i;
        const int32_t y = swap ? i : j;
        return {flipX ? n - 1 - x : x, flipY ? n - 1 - y : y};
    }
    // A direction of the original as it is here.
    std::pair<float, float> direction(float x, float y) const
    {
        x = flipX ? -x : x;
        y = flipY ? -y : y;
        return swap ? std::pair{y, x} : std::pair{x, y};
    }
};

TEST(SprayBirth, TheMirrorImageOfAWaveBreaksIntoTheMirrorImageOfItsSpray)
{
    constexpr int32_t kCells = 97;
    SprayPool pool(kCells, kCells, 0.1f, 20000);
    test::Random random(11);
    pool.fill(pool.fields.depth,
              [&random](int32_t, int32_t) { return random.between(0.3f, 0.7f); });
    for (const Rows field : {pool.fields.momentumX, pool.fields.momentumY})
    {
        pool.fill(field, [&random](int32_t, int32_t) { return random.between(-1.0f, 1.0f); });
    }
    for (const Mirrored mirror : {Mirrored{true, false, false}, Mirrored{false, true, false},
                                  Mirrored{false, false, true}, Mirrored{true, true, true}})
    {
        SprayPool image(kCells, kCells, 0.1f, 20000);
        SprayPool original(kCells, kCells, 0.1f, 20000);
        for (int32_t j = 0; j < kCells; ++j)
        {
            for (int32_t i = 0; i < kCells; ++i)
            {
                original.fields.depth.row(j)[i] = pool.fields.depth.row(j)[i];
                original.fields.momentumX.row(j)[i] = pool.fields.momentumX.row(j)[i];
                original.fields.momentumY.row(j)[i] = pool.fields.momentumY.row(j)[i];
                const auto [si, sj] = mirror.source(i, j, kCells);
                image.fields.depth.row(j)[i] = pool.fields.depth.row(sj)[si];
                const auto [x, y] = mirror.direction(pool.fields.momentumX.row(sj)[si],
                                                     pool.fields.momentumY.row(sj)[si]);
                image.fields.momentumX.row(j)[i] = x;
                image.fields.momentumY.row(j)[i] = y;
            }
        }
        original.step(kStep);
        image.step(kStep);
        ASSERT_GT(ofKind(original, tn_particleSpray), 100);
        ASSERT_GT(ofKind(original, tn_particleFoam), 10);
        for (int32_t j = 0; j < kCells; ++j)
        {
            for (int32_t i = 0; i < kCells; ++i)
            {
                const auto [si, sj] = mirror.source(i, j, kCells);
                ASSERT_EQ(image.fields.depth.row(j)[i], original.fields.depth.row(sj)[si]);
                ASSERT_EQ(image.fields.foam.row(j)[i], original.fields.foam.row(sj)[si]);
                const auto [x, y] = mirror.direction(original.fields.momentumX.row(sj)[si],
                                                     original.fields.momentumY.row(sj)[si]);
                ASSERT_EQ(image.fields.momentumX.row(j)[i], x);
                ASSERT_EQ(image.fields.momentumY.row(j)[i], y);
            }
        }
        ASSERT_EQ(image.spray.count(), original.spray.count());
        // The same drops, in another order.
        const auto upwards = [](const SprayPool& from) {
            std::vector<float> all;
            for (const tnWaterParticle& p : from.particles())
            {
                all.push_back(p.velocity.z);
            }
            std::sort(all.begin(), all.end());
            return all;
        };
        EXPECT_EQ(upwards(image), upwards(original));
    }
}

// ---- Foam

TEST(Foam, FadesExponentially)
{
    SprayPool pool(70, 20, 0.1f, 10);
    pool.fill(pool.fields.depth, 0.5f);
    pool.fill(pool.fields.foam, 0.5f);
    pool.settings.foamLife = 2.0f;
    for (int32_t k = 0; k < 120; ++k)
    {
        pool.step(kStep);
    }
    EXPECT_NEAR(pool.fields.foam.row(3)[66], 0.5f * std::exp(-1.0f), 1e-5f);
    EXPECT_EQ(pool.foamy[1], 1);
    for (int32_t k = 0; k < 12 * 60; ++k)
    {
        pool.step(kStep);
    }
    EXPECT_EQ(pool.sum(pool.fields.foam), 0.0) << "in the end there is none";
    EXPECT_EQ(pool.foamy[1], 0) << "and the tile may sleep";
}

TEST(Foam, IsNeverMoreThanTheWater)
{
    SprayPool pool(100, 40, 0.1f, 4000);
    for (int32_t k = 0; k < 200; ++k)
    {
        test::fillBore(pool, 50.0f, 0.3f, 0.9f, 3.0f);
        pool.step(kStep);
    }
    float whitest = 0.0f;
    for (int32_t i = 0; i < 100; ++i)
    {
        ASSERT_LE(pool.fields.foam.row(9)[i], pool.fields.depth.row(9)[i]);
        whitest = std::max(whitest, pool.fields.foam.row(9)[i] / pool.fields.depth.row(9)[i]);
    }
    EXPECT_GT(whitest, 0.5f);
}

TEST(Foam, FlecksDriftWithTheWaterAtItsSurfaceAndFade)
{
    SprayPool pool(200, 20, 0.1f, 4000);
    test::fillBore(pool, 50.0f, 0.3f, 0.9f, 3.0f);
    pool.settings.spray = 0.0f;
    while (pool.spray.count() < 5)
    {
        pool.step(kStep);
    }
    pool.fill(pool.fields.depth, 0.5f);
    pool.fill(pool.fields.momentumX, 0.5f * 0.7f);
    pool.fill(pool.fields.momentumY, 0.0f);
    pool.step(kStep);
    const int32_t born = pool.spray.count();
    const float start = pool.particles()[0].position.x;
    for (int32_t k = 0; k < 120; ++k)
    {
        pool.step(kStep);
    }
    ASSERT_EQ(pool.spray.count(), born);
    EXPECT_NEAR(pool.particles()[0].position.x - start, 1.4f, 1e-4f);
    EXPECT_FLOAT_EQ(pool.particles()[0].position.z, 0.5f);
    EXPECT_EQ(pool.particles()[0].volume, 0.0f);
    pool.fill(pool.fields.momentumX, 0.0f);
    for (int32_t k = 0; k < 12 * 60; ++k)
    {
        pool.step(kStep);
    }
    EXPECT_EQ(pool.spray.count(), 0);
}

TEST(Foam, FlecksOnDryGroundFadeSooner)
{
    SprayPool pool(200, 20, 0.1f, 4000);
    test::fillBore(pool, 50.0f, 0.3f, 0.9f, 3.0f);
    pool.settings.spray = 0.0f;
    while (pool.spray.count() < 5)
    {
        pool.step(kStep);
    }
    pool.fill(pool.fields.depth, 0.0f);
    pool.fill(pool.fields.momentumX, 0.0f);
    for (int32_t k = 0; k < 100; ++k)
    {
        pool.step(kStep);
    }
    EXPECT_EQ(pool.spray.count(), 0);
}

} // namespace
} // namespace tarn
