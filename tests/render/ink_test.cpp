// Ink: light adds and glows, pigment takes away.
#include "render/render.h"

#include "render/test_field.h"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>

namespace tarn::render
{
namespace
{

using test::TestField;

Image inkPicture(const InkStyle& style, std::initializer_list<FieldView> dyes, int size = 96)
{
    View view;
    view.width = view.height = size;
    view.dither = false;
    view.content = Content::ink;
    view.ink = style;
    Frame frame;
    frame.dyes = {dyes.begin(), dyes.size()};
    return Painter(view).draw(frame);
}

TestField constant(double value)
{
    return {8, 8, [value](double, double) { return value; }};
}

InkStyle plainLight()
{
    InkStyle style;
    style.bloom = 0.0F;
    return style;
}

int sumOf(const std::uint8_t* pixel)
{
    return pixel[0] + pixel[1] + pixel[2];
}

TEST(Ink, NoDyeShowsTheGround)
{
    InkStyle style;
    EXPECT_EQ(sumOf(inkPicture(style, {constant(0.0).view()}).pixel(5, 5)), 0);
    style.ground = parseColour("#204060");
    const Image image = inkPicture(style, {constant(0.0).view()});
    EXPECT_EQ(image.pixel(5, 5)[0], 0x20);
    EXPECT_EQ(image.pixel(5, 5)[1], 0x40);
    EXPECT_EQ(image.pixel(5, 5)[2], 0x60);
}

TEST(Ink, MoreDyeIsBrighterAndNeverBeyondWhite)
{
    InkStyle style = plainLight();
    style.colours = {parseColour("#ff8040")};
    int before = -1;
    for (const double amount : {0.0, 0.02, 0.1, 0.4, 1.0, 3.0, 30.0})
    {
        const int light = sumOf(inkPicture(style, {constant(amount).view()}).pixel(9, 9));
        EXPECT_GT(light, before) << amount;
        before = light;
    }
    EXPECT_LE(before, 765);
}

TEST(Ink, LightKeepsItsHueUntilItIsVeryBright)
{
    InkStyle style = plainLight();
    style.colours = {{1.0F, 0.25F, 0.0625F}};
    const Image image = inkPicture(style, {constant(0.3).view()});
    const std::uint8_t* p = image.pixel(9, 9);
    const float red = decodeSrgb(static_cast<float>(p[0]) / 255.0F);
    const float green = decodeSrgb(static_cast<float>(p[1]) / 255.0F);
    EXPECT_NEAR(green / red, 0.25F, 0.02F);
}

TEST(Ink, LightOfTwoDyesAdds)
{
    InkStyle style = plainLight();
    style.colours = {{1.0F, 0.0F, 0.0F}, {0.0F, 0.0F, 1.0F}};
    const Image image = inkPicture(style, {constant(0.2).view(), constant(0.2).view()});
    const std::uint8_t* p = image.pixel(9, 9);
    EXPECT_GT(p[0], 60);
    EXPECT_EQ(p[0], p[2]);
    EXPECT_LT(p[1], 5);
}

TEST(Ink, BloomLightsUpTheSurroundingsOfBrightInkOnly)
{
    const auto spot = [](double amount) {
        return TestField(96, 96, [amount](double x, double y) {
            return std::hypot(x - 0.5, y - 0.5) < 0.1 ? amount : 0.0;
        });
    };
    InkStyle style;
    style.colours = {{1.0F, 1.0F, 1.0F}};
    style.bloom = 0.8F;
    const Image bright = inkPicture(style, {spot(3.0).view()}, 192);
    const Image dim = inkPicture(style, {spot(0.2).view()}, 192);
    EXPECT_GT(sumOf(bright.pixel(96, 70)), 30);                          // near by
    EXPECT_GT(sumOf(bright.pixel(96, 70)), sumOf(bright.pixel(96, 50))); // fades
    EXPECT_EQ(sumOf(dim.pixel(96, 70)), 0);
    // A round spot has a round glow.
    EXPECT_NEAR(sumOf(bright.pixel(96, 66)), sumOf(bright.pixel(66, 96)), 4);
    EXPECT_NEAR(sumOf(bright.pixel(66, 96)), sumOf(bright.pixel(191 - 66, 96)), 4);
}

TEST(Ink, OneUnitOfPigmentOnWhitePaperHasItsColour)
{
    InkStyle style;
    style.mode = InkMode::pigment;
    style.paper = {1.0F, 1.0F, 1.0F};
    style.colours = {parseColour("#c04080")};
    const Image image = inkPicture(style, {constant(1.0).view()});
    EXPECT_NEAR(image.pixel(9, 9)[0], 0xc0, 1);
    EXPECT_NEAR(image.pixel(9, 9)[1], 0x40, 1);
    EXPECT_NEAR(image.pixel(9, 9)[2], 0x80, 1);
}

TEST(Ink, PigmentsFilterEachOther)
{
    InkStyle style;
    style.mode = InkMode::pigment;
    style.paper = {1.0F, 1.0F, 1.0F};
    style.colours = {{0.05F, 0.6F, 0.9F}, {0.9F, 0.8F, 0.05F}}; // blue and yellow
    const Image image = inkPicture(style, {constant(1.0).view(), constant(1.0).view()});
    const std::uint8_t* p = image.pixel(9, 9);
    EXPECT_GT(p[1], p[0] + 60); // make green
    EXPECT_GT(p[1], p[2] + 60);
}

TEST(Ink, TheLampStandsAtTheUpperLeft)
{
    const TestField hill(64, 64, [](double x, double y) {
        return 0.6 * std::exp(-30.0 * ((x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)));
    });
    for (const InkMode mode : {InkMode::light, InkMode::pigment})
    {
        InkStyle style;
        style.mode = mode;
        style.bloom = 0.0F;
        style.relief = 1.0F;
        style.colours = {{0.5F, 0.5F, 0.5F}};
        const Image image = inkPicture(style, {hill.view()}, 128);
        EXPECT_GT(sumOf(image.pixel(54, 54)), sumOf(image.pixel(73, 73)) + 5);
    }
}

} // namespace
} // namespace tarn::render
