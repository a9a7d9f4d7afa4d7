// Colours: codings have inverses, and maps are as even to the eye as they claim.
#include "render/colour.h"
#include "render/error.h"
#include "render/test_field.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace tarn::render
{
namespace
{

constexpr MapName kMaps[] = {MapName::heat, MapName::lagoon, MapName::grey, MapName::diverging,
                             MapName::paper};

float distance(OkLab p, OkLab q)
{
    return std::hypot(p.lightness - q.lightness, p.a - q.a, p.b - q.b);
}

TEST(Colour, SrgbAndItsInverseMeet)
{
    for (int code = 0; code <= 255; ++code)
    {
        const float coded = static_cast<float>(code) / 255.0F;
        EXPECT_NEAR(encodeSrgb(decodeSrgb(coded)), coded, 1e-5F);
    }
    EXPECT_NEAR(decodeSrgb(0.5F), 0.21404F, 1e-5F);
}

TEST(Colour, OkLabAndItsInverseMeet)
{
    for (const Colour c : {Colour{1.0F, 0.0F, 0.0F}, Colour{0.2F, 0.7F, 0.1F}, Colour{1, 1, 1}})
    {
        const Colour back = fromOkLab(toOkLab(c));
        EXPECT_NEAR(back.r, c.r, 1e-4F);
        EXPECT_NEAR(back.g, c.g, 1e-4F);
        EXPECT_NEAR(back.b, c.b, 1e-4F);
    }
    const OkLab white = toOkLab({1.0F, 1.0F, 1.0F});
    EXPECT_NEAR(white.lightness, 1.0F, 1e-3F);
    EXPECT_NEAR(std::hypot(white.a, white.b), 0.0F, 1e-3F);
}

TEST(Colour, HexadecimalIsReadAndNonsenseIsNamed)
{
    EXPECT_EQ(parseColour("#fff"), (Colour{1.0F, 1.0F, 1.0F}));
    EXPECT_EQ(parseColour("#0080FF"), fromSrgb(0.0F, 128.0F / 255.0F, 1.0F));
    EXPECT_EQ(parseColour("#18c"), parseColour("#1188cc"));
    for (const char* text : {"", "#", "fff", "#ff", "#ffff", "#gg0000", "#fffffff", "red"})
    {
        const std::string error = test::errorOf<Error>([&] { parseColour(text); });
        const std::string quoted = std::string(1, '\'').append(text).append(1, '\'');
        EXPECT_NE(error.find(quoted), std::string::npos) << error;
        EXPECT_NE(error.find("#rrggbb"), std::string::npos) << error;
    }
}

TEST(ColourMap, EqualStepsLookEqual)
{
    for (const MapName name : kMaps)
    {
        const ColourMap map(name);
        const auto& table = map.table();
        const std::size_t half = table.size() / 2;
        for (std::size_t part = 0; part < 2; ++part)
        {
            // The halves of a diverging map have their own speed each.
            const std::size_t first = map.isDiverging() ? part * half : 0;
            const std::size_t end = map.isDiverging() ? first + half : table.size();
            float least = 1.0F;
            float most = 0.0F;
            for (std::size_t i = first + 8; i + 8 < end; i += 8)
            {
                const float step = distance(toOkLab(table[i - 8]), toOkLab(table[i]));
                least = std::min(least, step);
                most = std::max(most, step);
            }
            EXPECT_GT(least, 0.85F * most) << static_cast<int>(name);
        }
    }
}

TEST(ColourMap, SequentialMapsOnlyGetLighter)
{
    for (const MapName name : {MapName::heat, MapName::lagoon, MapName::grey})
    {
        const ColourMap map(name);
        float before = -1.0F;
        for (const Colour& c : map.table())
        {
            const float lightness = toOkLab(c).lightness;
            ASSERT_GT(lightness, before - 1e-4F);
            before = lightness;
        }
        EXPECT_GT(before, 0.9F);
    }
}

TEST(ColourMap, DivergingMapsAreQuietInTheMiddleAndBalanced)
{
    for (const MapName name : {MapName::diverging, MapName::paper})
    {
        const ColourMap map(name);
        ASSERT_TRUE(map.isDiverging());
        const OkLab middle = toOkLab(map.at(0.5F));
        EXPECT_LT(std::hypot(middle.a, middle.b), 0.03F);
        for (float reach = 0.1F; reach <= 0.5F; reach += 0.1F)
        {
            const float low = toOkLab(map.at(0.5F - reach)).lightness;
            const float high = toOkLab(map.at(0.5F + reach)).lightness;
            EXPECT_NEAR(low, high, 0.05F);
        }
    }
}

TEST(ColourMap, ValuesOutsideAreClampedAndNoNumberIsLow)
{
    const ColourMap map(MapName::heat);
    EXPECT_EQ(map.at(-3.0F), map.table().front());
    EXPECT_EQ(map.at(7.0F), map.table().back());
    EXPECT_EQ(map.at(std::nanf("")), map.table().front());
}

TEST(ColourMap, AnUnknownNameIsAnsweredWithTheKnownOnes)
{
    EXPECT_EQ(parseMapName("diverging"), MapName::diverging);
    const std::string error = test::errorOf<Error>([] { parseMapName("jet"); });
    EXPECT_NE(error.find("'jet'"), std::string::npos) << error;
    EXPECT_NE(error.find("heat"), std::string::npos) << error;
}

} // namespace
} // namespace tarn::render
