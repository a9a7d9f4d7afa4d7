// Sine, cosine and arc sine: against the C library's in extended precision, and against golden
// bits.
#include "core/hash.h"
#include "core/trig.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

namespace tarn
{
namespace
{

constexpr double kPi = std::numbers::pi;

void expectTrue(double angle, double tolerance)
{
    const SinCos own = sinCos(angle);
    ASSERT_NEAR(own.sin, static_cast<double>(std::sin(static_cast<long double>(angle))), tolerance)
        << angle;
    ASSERT_NEAR(own.cos, static_cast<double>(std::cos(static_cast<long double>(angle))), tolerance)
        << angle;
}

TEST(SinCos, IsTrueToTheLastDigitsUpToAMillionRadians)
{
    test::Random random(1);
    for (int k = 0; k < 20000; ++k)
    {
        expectTrue(static_cast<double>(random.between(-4.0f, 4.0f)), 3e-16);
        const float size = random.magnitude(1e-12f, 1e6f);
        expectTrue(static_cast<double>(random.chance(0.5f) ? size : -size), 3e-16);
    }
    for (int quarter = -100000; quarter < 100000; quarter += 7)
    {
        expectTrue(0.25 * kPi * quarter, 3e-16);
    }
}

TEST(SinCos, KnowsTheQuarterTurns)
{
    EXPECT_EQ(sinCos(0.0).sin, 0.0);
    EXPECT_EQ(sinCos(0.0).cos, 1.0);
    EXPECT_EQ(sinCos(0.5 * kPi).sin, 1.0);
    EXPECT_NEAR(sinCos(0.5 * kPi).cos, 0.0, 1e-16);
    EXPECT_EQ(sinCos(kPi).cos, -1.0);
    EXPECT_NEAR(sinCos(kPi).sin, 0.0, 2e-16);
}

TEST(SinCos, IsOnTheCircleForEveryAngleAndLosesLittleBeyondAMillion)
{
    expectTrue(3e6, 3e6 * 4e-17 + 3e-16);
    expectTrue(-7e8, 7e8 * 4e-17 + 3e-16);
    for (const double angle :
         {1e5, 1e10, 1e22, 3.4e38, -3.4e38, 1e300, -std::numeric_limits<double>::max(), 1e-310})
    {
        const SinCos own = sinCos(angle);
        EXPECT_NEAR(own.sin * own.sin + own.cos * own.cos, 1.0, 5e-16) << angle;
    }
}

TEST(SinCos, TakesWhatIsNotFiniteForNoTurn)
{
    for (const double angle :
         {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    {
        EXPECT_EQ(sinCos(angle).sin, 0.0);
        EXPECT_EQ(sinCos(angle).cos, 1.0);
    }
}

TEST(ArcSine, IsTrueToTheLastDigits)
{
    for (int k = -20000; k <= 20000; ++k)
    {
        const double sine = k / 20000.0;
        ASSERT_NEAR(arcSine(sine), static_cast<double>(std::asin(static_cast<long double>(sine))),
                    5e-16)
            << sine;
    }
    EXPECT_EQ(arcSine(1.0), 0.5 * kPi);
    EXPECT_EQ(arcSine(-1.0), -0.5 * kPi);
    EXPECT_EQ(arcSine(0.0), 0.0);
}

TEST(ArcSine, StaysWithinAQuarterTurnBeyondOne)
{
    EXPECT_EQ(arcSine(1.0000001), 0.5 * kPi);
    EXPECT_EQ(arcSine(-5.0), -0.5 * kPi);
    EXPECT_EQ(arcSine(std::numeric_limits<double>::quiet_NaN()), 0.5 * kPi);
}

// Any other compiler, machine or C library must come to the same bits.
TEST(Trig, HasTheSameBitsEverywhere)
{
    uint64_t hash = 0;
    for (int k = -5000; k <= 5000; ++k)
    {
        const SinCos turned = sinCos(k * 0.37);
        const SinCos far = sinCos(k * 1e7);
        const double angle = arcSine(k / 5000.0);
        for (const double value : {turned.sin, turned.cos, far.sin, far.cos, angle})
        {
            hash = hashBytes(&value, sizeof value, hash);
        }
    }
    EXPECT_EQ(hash, 0xe2f872dab5f6f3abull) << std::hex << hash;
}

} // namespace
} // namespace tarn
