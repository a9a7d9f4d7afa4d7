// Ticks, ranges and letters.
#include "render/glyphs.h"
#include "render/legend.h"
#include "render/range_follower.h"
#include "render/test_field.h"
#include "render/text.h"

#include <cmath>
#include <gtest/gtest.h>

namespace tarn::render
{
namespace
{

using test::TestField;
using Texts = std::vector<std::string>;

TEST(Ticks, AreMultiplesOfOneTwoOrFive)
{
    EXPECT_EQ(niceTicks({0.0F, 1.0F}, 7).texts, (Texts{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
    EXPECT_EQ(niceTicks({-30.0F, 30.0F}, 7).texts,
              (Texts{"\u221230", "\u221220", "\u221210", "0", "10", "20", "30"}));
    EXPECT_EQ(niceTicks({3.2F, 14.0F}, 5).texts, (Texts{"5", "10"}));
    for (float span = 0.013F; span < 1e5F; span *= 1.37F)
    {
        const Ticks ticks = niceTicks({-0.3F * span, 0.7F * span}, 7);
        EXPECT_GE(ticks.values.size(), 3U) << span;
        EXPECT_LE(ticks.values.size(), 7U) << span;
    }
}

TEST(Ticks, VerySmallAndVeryLargeNumbersShareAnExponent)
{
    const Ticks small = niceTicks({0.0F, 4e-5F}, 5);
    EXPECT_EQ(small.exponent, -5);
    EXPECT_EQ(small.texts, (Texts{"0", "1", "2", "3", "4"}));
    EXPECT_EQ(niceTicks({0.0F, 3e6F}, 4).exponent, 6);
    EXPECT_EQ(niceTicks({0.0F, 500.0F}, 4).exponent, 0);
}

TEST(Ticks, ZeroIsNeverNegative)
{
    for (const std::string& text : niceTicks({-0.3F, 0.3F}, 7).texts)
    {
        EXPECT_NE(text, "\u22120.0");
    }
}

TEST(Ticks, AnImpossibleRangeHasNone)
{
    EXPECT_TRUE(niceTicks({1.0F, 1.0F}, 7).values.empty());
    EXPECT_TRUE(niceTicks({-3e38F, 3e38F}, 7).values.size() < 9);
    EXPECT_TRUE(niceTicks({0.0F, INFINITY}, 7).values.empty());
}

TEST(Range, LeavesOutliersOut)
{
    TestField field(100, 100, [](double x, double) { return x; });
    field.at(50, 50) = 1e6F;
    field.at(51, 50) = -1e6F;
    const Limits limits = RangeFollower({RangeKind::automatic, 0, 1}).follow(field.view(), {});
    EXPECT_NEAR(limits.low, 0.0F, 0.02F);
    EXPECT_NEAR(limits.high, 1.0F, 0.02F);
}

TEST(Range, LooksNeitherIntoSolidsNorAtWhatIsNoNumber)
{
    TestField field(20, 20, [](double x, double) { return x < 0.5 ? 1000.0 : x; });
    const TestField solid(20, 20, [](double x, double) { return x < 0.5; });
    field.at(15, 15) = INFINITY;
    const Limits limits =
        RangeFollower({RangeKind::fromZero, 0, 1}).follow(field.view(), solid.view());
    EXPECT_EQ(limits.low, 0.0F);
    EXPECT_LT(limits.high, 1.0F);
}

TEST(Range, WidensAtOnceAndNarrowsSlowly)
{
    const TestField calm(16, 16, [](double x, double) { return x - 0.5; });
    const TestField wild(16, 16, [](double x, double) { return 10.0 * (x - 0.5); });
    RangeFollower follower({RangeKind::symmetric, 0, 1});
    const float before = follower.follow(calm.view(), {}).high;
    const float peak = follower.follow(wild.view(), {}).high;
    EXPECT_NEAR(peak, 10.0F * before, 0.01F);
    const float next = follower.follow(calm.view(), {}).high;
    EXPECT_GT(next, 0.9F * peak);
    for (int frame = 0; frame < 300; ++frame)
    {
        follower.follow(calm.view(), {});
    }
    EXPECT_NEAR(follower.follow(calm.view(), {}).high, before, 0.01F);
    follower.follow(wild.view(), {});
    follower.reset();
    EXPECT_EQ(follower.follow(calm.view(), {}).high, before);
}

TEST(Range, BeginsAnewWithAnotherQuantity)
{
    const TestField low(16, 16, [](double x, double) { return x; });
    const TestField high(16, 16, [](double x, double) { return 1000.0 * x; });
    QuantityFollower follower;
    const ScalarStyle depth = quantityStyle("depth");
    ScalarStyle foam = depth;
    foam.name = "foam";
    const float reached = follower.follow(depth, low.view(), {}).high;
    follower.follow(foam, high.view(), {});
    EXPECT_EQ(follower.follow(depth, low.view(), {}).high, reached);
    // The same one goes on, and narrows slowly.
    follower.follow(depth, high.view(), {});
    EXPECT_GT(follower.follow(depth, low.view(), {}).high, 900.0F);
    ScalarStyle fixed = depth;
    fixed.range = {RangeKind::fixed, -2.0F, 3.0F};
    EXPECT_EQ(follower.follow(fixed, low.view(), {}).high, 3.0F);
}

TEST(Range, AConstantFieldStillHasOne)
{
    for (const double value : {0.0, 5.0, -1e30})
    {
        const TestField field(4, 4, [value](double, double) { return value; });
        const Limits limits = RangeFollower({RangeKind::automatic, 0, 1}).follow(field.view(), {});
        EXPECT_LT(limits.low, limits.high) << value;
    }
}

TEST(Text, EveryPrintableCharacterHasAGlyphOfItsOwn)
{
    const Glyph& missing = glyphOf(U'\u4e2d');
    std::u32string characters = U"\u00b0\u00b2\u00b3\u00b5\u00b7\u00d7\u2212";
    for (char32_t c = 33; c < 127; ++c)
    {
        characters += c;
    }
    for (const char32_t c : characters)
    {
        const Glyph& glyph = glyphOf(c);
        EXPECT_NE(&glyph, &missing) << static_cast<unsigned>(c);
        EXPECT_FALSE(glyph.strokes.empty()) << static_cast<unsigned>(c);
        for (const auto& stroke : glyph.strokes)
        {
            for (const Point& p : stroke)
            {
                EXPECT_GE(p.x, -1.0F) << static_cast<unsigned>(c);
                EXPECT_LE(p.x, glyph.advance) << static_cast<unsigned>(c);
                EXPECT_GE(p.y, -7.0F) << static_cast<unsigned>(c);
                EXPECT_LE(p.y, 23.5F) << static_cast<unsigned>(c);
            }
        }
    }
    EXPECT_TRUE(glyphOf(U' ').strokes.empty());
}

TEST(Text, DigitsAreEquallyWide)
{
    for (char digit = '0'; digit <= '9'; ++digit)
    {
        EXPECT_EQ(textWidth(std::string(1, digit), 20.0F), textWidth("0", 20.0F));
    }
}

TEST(Text, BytesThatAreNoUtf8AreDrawnAsBoxes)
{
    const float box = textWidth("\u4e2d", 20.0F);
    EXPECT_EQ(textWidth("\xff", 20.0F), box);
    EXPECT_EQ(textWidth("\xe2\x88", 20.0F), box); // a minus sign cut short
    EXPECT_EQ(textWidth("\xc2\xb2", 20.0F), textWidth("\u00b3", 20.0F));
}

TEST(Text, TimesLoseDecimalsAsTheyGrow)
{
    EXPECT_EQ(timeText(1.0), "1.00 s");
    EXPECT_EQ(timeText(123.45), "123.5 s");
    EXPECT_EQ(timeText(4000.0), "4000 s");
}

} // namespace
} // namespace tarn::render
