// Whole pictures: where things are, what colour they have, and what is refused.
#include "render/render.h"

#include "render/test_field.h"
#include "support/random.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <limits>

namespace tarn::render
{
namespace
{

using test::TestField;

// The pixel as a colour people would write.
std::string hexAt(const Image& image, int x, int y)
{
    const std::uint8_t* p = image.pixel(x, y);
    char text[8];
    std::snprintf(text, sizeof text, "#%02x%02x%02x", p[0], p[1], p[2]);
    return text;
}

float lightAt(const Image& image, int x, int y)
{
    const std::uint8_t* p = image.pixel(x, y);
    return luminance(fromSrgb(static_cast<float>(p[0]) / 255.0F, static_cast<float>(p[1]) / 255.0F,
                              static_cast<float>(p[2]) / 255.0F));
}

View plainView(int width, int height)
{
    View view;
    view.width = width;
    view.height = height;
    view.dither = false;
    view.scalar.map = MapName::grey;
    view.scalar.range = {RangeKind::fixed, 0.0F, 1.0F};
    return view;
}

Frame frameOf(const TestField& field, float width = 2.0F, float height = 1.0F)
{
    Frame frame;
    frame.world = {0.0F, 0.0F, width, height};
    frame.scalar = field.view();
    return frame;
}

class Pool
{
  public:
    explicit Pool(int threads)
    {
        EXPECT_EQ(tnCreateThreadPool(threads, &pool_), tn_success);
        EXPECT_EQ(tnThreadPool_GetTasks(pool_, &tasks), tn_success);
    }
    ~Pool() { tnDestroyThreadPool(pool_); }
    Pool(const Pool&) = delete;
    Pool& operator=(const Pool&) = delete;

    tnTaskSystem tasks{};

  private:
    tnThreadPool pool_{};
};

TEST(Painter, LowIsDarkHighIsBrightAndUpIsUp)
{
    const TestField field(32, 16, [](double x, double y) { return y > 0.5 ? x : 0.0; });
    const Image image = Painter(plainView(200, 100)).draw(frameOf(field));
    EXPECT_LT(lightAt(image, 195, 90), 0.01F); // below the middle
    EXPECT_LT(lightAt(image, 5, 10), 0.05F);
    EXPECT_GT(lightAt(image, 195, 10), 0.8F);
}

TEST(Painter, TheWorldKeepsItsShape)
{
    const TestField field(8, 8, [](double, double) { return 1.0; });
    View view = plainView(300, 0);
    EXPECT_EQ(Painter(view).draw(frameOf(field, 3.0F, 2.0F)).height, 200);
    view.height = 100;
    view.margin = {1.0F, 0.0F, 0.0F};
    const Image image = Painter(view).draw(frameOf(field, 1.0F, 1.0F));
    EXPECT_EQ(hexAt(image, 99, 50), "#ff0000");
    EXPECT_EQ(hexAt(image, 100, 50), "#ffffff");
    EXPECT_EQ(hexAt(image, 199, 50), "#ffffff");
    EXPECT_EQ(hexAt(image, 200, 50), "#ff0000");
}

TEST(Painter, NumbersThatAreNoneAreSignalled)
{
    TestField field(16, 16, [](double, double) { return 0.5; });
    field.at(8, 8) = std::numeric_limits<float>::quiet_NaN();
    field.at(2, 2) = std::numeric_limits<float>::infinity();
    const Image image = Painter(plainView(160, 160)).draw(frameOf(field, 1.0F, 1.0F));
    EXPECT_EQ(hexAt(image, 85, 160 - 85).substr(0, 5), "#ff00");
    EXPECT_EQ(hexAt(image, 25, 160 - 25).substr(0, 5), "#ff00");
    EXPECT_NE(hexAt(image, 140, 140).substr(0, 5), "#ff00");
}

TEST(Painter, ADiscHasTheAreaThatItsCoverageHas)
{
    const auto cover = [](double x, double y) {
        // A ramp one cell wide is what exact coverage of a straight edge looks like.
        return std::clamp(0.5 + (0.3 - std::hypot(x - 0.5, y - 0.5)) * 48.0, 0.0, 1.0);
    };
    const TestField field(8, 8, [](double, double) { return 0.0; });
    const TestField solid(48, 48, cover);
    View view = plainView(500, 500);
    view.solid.fill = view.solid.edge = {1.0F, 1.0F, 1.0F};
    Frame frame = frameOf(field, 1.0F, 1.0F);
    frame.solid = solid.view();
    const Image image = Painter(view).draw(frame);
    double area = 0.0;
    int partial = 0;
    for (int y = 0; y < 500; ++y)
    {
        for (int x = 0; x < 500; ++x)
        {
            const float light = lightAt(image, x, y);
            area += static_cast<double>(light) / (500.0 * 500.0);
            partial += light > 0.05F && light < 0.95F ? 1 : 0;
        }
    }
    EXPECT_NEAR(area, 3.14159 * 0.09, 0.004);
    EXPECT_GT(partial, 300);  // smooth,
    EXPECT_LT(partial, 2500); // and crisp: the rim is 940 pixels long
}

TEST(Painter, AWallThinnerThanACellShows)
{
    const TestField field(8, 8, [](double, double) { return 0.0; });
    for (const double part : {0.2, 0.5, 0.9})
    {
        const TestField solid(
            40, 40, [&](double x, double) { return std::abs(x - 0.5125) < 0.01 ? part : 0.0; });
        View view = plainView(400, 400);
        view.solid.fill = view.solid.edge = {1.0F, 1.0F, 1.0F};
        Frame frame = frameOf(field, 1.0F, 1.0F);
        frame.solid = solid.view();
        EXPECT_GT(lightAt(Painter(view).draw(frame), 205, 200), 0.9F) << part;
    }
}

TEST(Painter, OnlyWhatIsAskedForIsDrawn)
{
    const TestField field(16, 16, [](double, double) { return 0.0; });
    const TestField wind(16, 16, [](double, double) { return 1.0; });
    Frame frame = frameOf(field, 1.0F, 1.0F);
    frame.velocityX = wind.view();
    frame.velocityY = wind.view();
    const auto brightPixels = [&](const View& view) {
        const Image image = Painter(view).draw(frame);
        int count = 0;
        for (int y = 0; y < image.height; ++y)
        {
            for (int x = 0; x < image.width; ++x)
            {
                count += lightAt(image, x, y) > 0.3F ? 1 : 0;
            }
        }
        return count;
    };
    View view = plainView(300, 300);
    EXPECT_EQ(brightPixels(view), 0);
    view.arrows.shown = true;
    EXPECT_GT(brightPixels(view), 200);
    view.arrows.shown = false;
    view.title = "Tarn";
    EXPECT_GT(brightPixels(view), 20);
    view.title.clear();
    view.showTime = true;
    EXPECT_GT(brightPixels(view), 20);
    view.showTime = false;
    view.legend = LegendPlace::inside;
    EXPECT_GT(brightPixels(view), 20);
}

TEST(Painter, ALegendBelowCoversNothing)
{
    const TestField field(16, 8, [](double, double) { return 0.0; });
    View view = plainView(640, 0);
    const Image bare = Painter(view).draw(frameOf(field));
    view.legend = LegendPlace::below;
    const Image image = Painter(view).draw(frameOf(field));
    ASSERT_GT(image.height, bare.height);
    EXPECT_TRUE(std::equal(bare.rgb.begin(), bare.rgb.end(), image.rgb.begin()));
}

TEST(Painter, TracersAndStreaklinesLieWhereTheyAreInTheWorld)
{
    const TestField field(4, 4, [](double, double) { return 0.0; });
    Frame frame = frameOf(field, 2.0F, 1.0F);
    const Tracer tracer = {0.5F, 0.25F, 1.0F};
    const Point points[] = {{1.0F, 0.75F}, {2.0F, 0.75F}};
    const Streakline line = {points};
    frame.tracers = {&tracer, 1};
    frame.streaklines = {&line, 1};
    const Image image = Painter(plainView(400, 200)).draw(frame);
    EXPECT_GT(lightAt(image, 100, 150), 0.3F);
    EXPECT_LT(lightAt(image, 100, 50), 0.01F);
    EXPECT_GT(lightAt(image, 220, 50), lightAt(image, 380, 50)); // the old end is fainter
    EXPECT_GT(lightAt(image, 380, 50), 0.02F);
}

TEST(Painter, ATextureAtRestIsThePicture)
{
    Image picture(64, 64);
    for (int y = 0; y < 64; ++y)
    {
        for (int x = 0; x < 64; ++x)
        {
            picture.pixel(x, y)[0] = static_cast<std::uint8_t>(4 * x);
            picture.pixel(x, y)[2] = static_cast<std::uint8_t>(4 * y);
        }
    }
    const Texture texture(picture);
    const TestField u(32, 32, [](double x, double) { return x; });
    const TestField v(32, 32, [](double, double y) { return y; });
    const float half = 0.5F;
    View view = plainView(64, 64);
    view.content = Content::texture;
    Frame frame;
    frame.texture.texture = &texture;
    // One layer, and two that are alike: mixing must not change what both agree on.
    for (TextureLayer& layer : frame.texture.layers)
    {
        layer = {u.view(), v.view(), {&half, 1, 1, 1}};
        const Image image = Painter(view).draw(frame);
        for (int k = 8; k < 56; ++k)
        {
            EXPECT_NEAR(image.pixel(k, 20)[0], 4 * k, 4);
            EXPECT_NEAR(image.pixel(20, k)[2], 4 * k, 4);
        }
    }
}

TEST(Painter, MixedLayersKeepTheContrast)
{
    Image picture(64, 64);
    test::Random random(1);
    for (int y = 0; y < 64; y += 2)
    {
        for (int x = 0; x < 64; x += 2)
        {
            const std::uint8_t code = random.chance(0.5F) ? 200 : 100;
            for (int k = 0; k < 4; ++k)
            {
                std::fill_n(picture.pixel(x + k % 2, y + k / 2), 3, code);
            }
        }
    }
    const Texture texture(picture);
    const TestField u(64, 64, [](double x, double) { return x; });
    const TestField v(64, 64, [](double, double y) { return y; });
    const TestField far(64, 64, [](double x, double) { return x + 0.37; });
    const float one = 1.0F;
    View view = plainView(64, 64);
    view.content = Content::texture;
    Frame frame;
    frame.texture.texture = &texture;
    const auto variance = [&] {
        const Image image = Painter(view).draw(frame);
        double sum = 0.0;
        double squares = 0.0;
        for (int y = 0; y < 64; ++y)
        {
            for (int x = 0; x < 64; ++x)
            {
                const auto light = static_cast<double>(lightAt(image, x, y));
                sum += light / 4096.0;
                squares += light * light / 4096.0;
            }
        }
        return squares - sum * sum;
    };
    frame.texture.layers[0] = {u.view(), v.view(), {&one, 1, 1, 1}};
    const double alone = variance();
    frame.texture.layers[1] = {far.view(), v.view(), {&one, 1, 1, 1}};
    EXPECT_NEAR(variance() / alone, 1.0, 0.15); // a plain mean would leave half
}

TEST(Painter, ThreadsDoNotChangeAPicture)
{
    const TestField dye(70, 50, [](double x, double y) { return 2.0 * std::sin(20 * x) * y; });
    const TestField wind(70, 50, [](double x, double y) { return x - y; });
    View view;
    view.width = 333;
    view.height = 211;
    view.content = Content::ink;
    view.ink.relief = 0.5F;
    view.arrows.shown = true;
    Frame frame;
    const FieldView dyes[] = {dye.view(), wind.view()};
    frame.dyes = dyes;
    frame.solid = wind.view();
    frame.velocityX = wind.view();
    frame.velocityY = dye.view();
    const Image alone = Painter(view).draw(frame);
    for (const int threads : {1, 2, 5})
    {
        const Pool pool(threads);
        EXPECT_EQ(Painter(view, pool.tasks).draw(frame).rgb, alone.rgb) << threads;
    }
}

TEST(Painter, AnyNumbersCanBeDrawn)
{
    const float nasty[] = {std::numeric_limits<float>::quiet_NaN(),
                           std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity(),
                           std::numeric_limits<float>::max(),
                           std::numeric_limits<float>::lowest(),
                           std::numeric_limits<float>::denorm_min(),
                           -1.0F,
                           0.0F};
    TestField field(16, 16, [](double, double) { return 0.0; });
    for (int k = 0; k < 256; ++k)
    {
        field.at(k % 16, k / 16) = nasty[(k * 7 + k / 16) % 8];
    }
    const Texture texture(Image(5, 3));
    const FieldView dyes[] = {field.view(), field.view()};
    const Tracer tracers[] = {
        {nasty[0], 0.5F, 1.0F}, {nasty[1], nasty[2], nasty[0]}, {nasty[3], 0.1F, 1.0F}};
    const Point points[] = {{nasty[0], 0.0F}, {nasty[1], 0.5F}, {nasty[4], nasty[3]}, {0.5F, 0.5F}};
    const Streakline line = {points};
    Frame frame = frameOf(field, 1.0F, 1.0F);
    frame.dyes = dyes;
    frame.solid = frame.velocityX = frame.velocityY = field.view();
    frame.texture = {
        &texture,
        {{field.view(), field.view(), field.view()}, {field.view(), field.view(), field.view()}}};
    frame.tracers = tracers;
    frame.streaklines = {&line, 1};
    frame.time = static_cast<double>(nasty[0]);
    for (const Content content : {Content::scalar, Content::ink, Content::texture})
    {
        for (const RangeKind kind :
             {RangeKind::automatic, RangeKind::fromZero, RangeKind::symmetric})
        {
            View view;
            view.width = view.height = 120;
            view.content = content;
            view.scalar.range.kind = kind;
            view.ink.relief = 1.0F;
            view.arrows.shown = true;
            view.legend = LegendPlace::inside;
            view.showTime = true;
            Painter painter(view);
            EXPECT_EQ(painter.draw(frame).rgb, painter.draw(frame).rgb);
        }
    }
}

TEST(Painter, SmallPicturesOfEverythingCanBeDrawn)
{
    const TestField field(3, 2, [](double x, double y) { return x + y; });
    Frame frame = frameOf(field, 3.0F, 2.0F);
    const FieldView dyes[] = {field.view()};
    frame.dyes = dyes;
    frame.velocityX = frame.velocityY = frame.solid = field.view();
    for (const Content content : {Content::scalar, Content::ink})
    {
        for (int size = 1; size < 40; size += 6)
        {
            View view;
            view.width = size;
            view.height = 41 - size;
            view.content = content;
            view.legend = size % 4 == 1 ? LegendPlace::below : LegendPlace::inside;
            view.title = "a long title";
            view.arrows.shown = true;
            EXPECT_EQ(Painter(view).draw(frame).width, size);
        }
    }
}

TEST(Painter, WhatMakesNoSenseIsNamed)
{
    const TestField field(4, 4, [](double, double) { return 0.0; });
    const auto viewError = [](const auto& change) {
        View view;
        change(view);
        return test::errorOf<Error>([&] { Painter{view}; });
    };
    EXPECT_NE(viewError([](View& v) { v.width = -3; }).find("view.width: -3"), std::string::npos);
    EXPECT_NE(viewError([](View& v) { v.ink.bloom = 7.0F; }).find("view.ink.bloom: 7"),
              std::string::npos);
    EXPECT_NE(viewError([](View& v) { v.ink.colours.resize(9); }).find("9 colours"),
              std::string::npos);
    EXPECT_NE(viewError([](View& v) {
                  v.scalar.range = {RangeKind::fixed, 2.0F, 1.0F};
              }).find("2 .. 1"),
              std::string::npos);

    const auto frameError = [&](Content content, const auto& change) {
        View view = plainView(20, 20);
        view.content = content;
        Frame frame;
        change(frame);
        return test::errorOf<Error>([&] { Painter(view).draw(frame); });
    };
    EXPECT_NE(frameError(Content::scalar, [](Frame&) {}).find("frame.scalar"), std::string::npos);
    EXPECT_NE(frameError(Content::ink, [](Frame&) {}).find("frame.dyes: 0"), std::string::npos);
    EXPECT_NE(frameError(Content::texture, [](Frame&) {}).find("frame.texture"), std::string::npos);
    EXPECT_NE(frameError(Content::scalar,
                         [&](Frame& f) {
                             f.scalar = {field.view().data, 4, 4, 2};
                         })
                  .find("stride of 2"),
              std::string::npos);
    EXPECT_NE(frameError(Content::scalar,
                         [&](Frame& f) {
                             f.scalar = field.view();
                             f.world = {1, 0, 1, 1};
                         })
                  .find("frame.world: 0 m"),
              std::string::npos);
}

TEST(View, QuantitiesHaveStylesAndUnknownOnesAreAnsweredWithAList)
{
    EXPECT_EQ(quantityStyle("vorticity").map, MapName::diverging);
    EXPECT_EQ(quantityStyle("speed").unit, "m/s");
    const std::string error = test::errorOf<Error>([] { quantityStyle("joy"); });
    EXPECT_NE(error.find("'joy'"), std::string::npos) << error;
    EXPECT_NE(error.find("speed"), std::string::npos) << error;
}

} // namespace
} // namespace tarn::render
