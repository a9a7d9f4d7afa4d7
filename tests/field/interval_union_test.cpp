// Unions of intervals on a line: against counting covered points, and at their capacity.
#include "field/interval_union.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace tarn
{
namespace
{

TEST(IntervalUnion, CountsWhatOverlapsOnce)
{
    IntervalUnion covered;
    EXPECT_EQ(covered.openPart({0.0, 4.0}), 1.0);
    covered.add({1.0, 2.0});
    covered.add({1.5, 3.0});
    EXPECT_EQ(covered.count(), 1);
    EXPECT_EQ(covered.openPart({0.0, 4.0}), 0.5);
    EXPECT_EQ(covered.openPart({1.0, 3.0}), 0.0);
    EXPECT_EQ(covered.openPart({3.0, 4.0}), 1.0);
    EXPECT_EQ(covered.openPart({2.5, 3.5}), 0.5);
    covered.clear();
    EXPECT_EQ(covered.openPart({0.0, 4.0}), 1.0);
}

TEST(IntervalUnion, JoinsWhatTouches)
{
    IntervalUnion covered;
    covered.add({2.0, 3.0});
    covered.add({0.0, 1.0});
    EXPECT_EQ(covered.count(), 2);
    covered.add({1.0, 2.0});
    ASSERT_EQ(covered.count(), 1);
    EXPECT_EQ(covered[0].from, 0.0);
    EXPECT_EQ(covered[0].to, 3.0);
}

TEST(IntervalUnion, IgnoresWhatEndsBeforeItStarts)
{
    IntervalUnion covered;
    covered.add({1.0, 0.5});
    covered.add({std::numeric_limits<double>::quiet_NaN(), 1.0});
    EXPECT_EQ(covered.count(), 0);
}

TEST(IntervalUnion, TellsWhetherAPointIsCovered)
{
    IntervalUnion covered;
    covered.add({1.0, 2.0});
    EXPECT_EQ(covered.openPart({1.5, 1.5}), 0.0);
    EXPECT_EQ(covered.openPart({2.0, 2.0}), 0.0);
    EXPECT_EQ(covered.openPart({2.5, 2.5}), 1.0);
}

// Whole numbers from 0 to 1000, so that unions can be counted.
TEST(IntervalUnion, AgreesWithCountingForAnyOrder)
{
    constexpr int32_t kLength = 1000;
    test::Random random(3);
    for (int round = 0; round < 200; ++round)
    {
        IntervalUnion covered;
        std::vector<bool> cells(kLength, false);
        for (int32_t k = random.between(1, IntervalUnion::kCapacity); k > 0; --k)
        {
            const int32_t from = random.below(kLength - 1);
            const int32_t to = random.between(from + 1, std::min(from + 40, kLength));
            covered.add({static_cast<double>(from), static_cast<double>(to)});
            std::fill(cells.begin() + from, cells.begin() + to, true);
        }
        for (int32_t k = 0; k + 1 < covered.count(); ++k)
        {
            ASSERT_LT(covered[k].to, covered[k + 1].from);
        }
        const int32_t low = random.below(kLength / 2);
        const int32_t high = random.between(kLength / 2 + 1, kLength);
        const auto open = std::count(cells.begin() + low, cells.begin() + high, false);
        EXPECT_NEAR(covered.openPart({static_cast<double>(low), static_cast<double>(high)}),
                    static_cast<double>(open) / (high - low), 1e-12);
    }
}

TEST(IntervalUnion, ClosesTheNarrowestGapWhenItIsFull)
{
    IntervalUnion covered;
    for (int32_t k = 0; k < IntervalUnion::kCapacity; ++k)
    {
        const double gap = k == 20 ? 0.25 : 1.0;
        covered.add({2.0 * k, 2.0 * k + 2.0 - gap});
    }
    ASSERT_EQ(covered.count(), IntervalUnion::kCapacity);
    covered.add({-5.0, -4.0});
    EXPECT_EQ(covered.count(), IntervalUnion::kCapacity);
    EXPECT_EQ(covered.openPart({40.0, 42.0}), 0.0) << "the gap of a quarter";
    EXPECT_EQ(covered.openPart({38.0, 40.0}), 0.5);
    EXPECT_EQ(covered.openPart({-6.0, -4.0}), 0.5);
}

} // namespace
} // namespace tarn
