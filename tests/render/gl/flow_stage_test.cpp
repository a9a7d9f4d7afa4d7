// Pictures of flows by OpenGL: numbers read back where there is a formula for them, and small
// pictures judged by what must be seen in them.
#include "render/defaults.h"
#include "render/error.h"
#include "render/gl/coarse_fields.h"
#include "render/gl/flow_stage.h"
#include "render/render.h"

#include "render/gl/gl_field.h"
#include "render/gl/gl_stage.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <numeric>
#include <vector>

namespace tarn::render::gl
{
namespace
{

View inkView()
{
    View view;
    view.content = Content::ink;
    view.dither = false;
    view.ink.colours = {{1.0F, 0.5F, 0.25F}};
    view.ink.bloom = 0.0F;
    return view;
}

View scalarView(float low, float high)
{
    View view;
    view.content = Content::scalar;
    view.dither = false;
    view.scalar.map = MapName::grey;
    view.scalar.range = {RangeKind::fixed, low, high};
    return view;
}

Frame inkFrame(std::span<const FieldView> dyes)
{
    Frame frame;
    frame.dyes = dyes;
    return frame;
}

class GlFlow : public testing::Test
{
  protected:
    void SetUp() override { TARN_SKIP_WITHOUT_GL(); }

    static FlowStage& stage()
    {
        static FlowStage stage(test::glContext());
        return stage;
    }

    static Image drawn(const Frame& frame, const View& view, int width, int height)
    {
        const Target target = Target::offscreen(test::glContext(), width, height);
        stage().draw(frame, view, target);
        return target.read();
    }

    static Image drawn(const Frame& frame, const View& view, const PlaneCamera& camera, int width,
                       int height)
    {
        const Target target = Target::offscreen(test::glContext(), width, height);
        stage().draw(frame, view, camera, target);
        return target.read();
    }
};

int coded(float linear)
{
    return static_cast<int>(std::lround(255.0F * encodeSrgb(std::clamp(linear, 0.0F, 1.0F))));
}

double mean(const Image& image)
{
    return std::accumulate(image.rgb.begin(), image.rgb.end(), 0.0) / double(image.rgb.size());
}

double difference(const Image& a, const Image& b)
{
    EXPECT_EQ(a.rgb.size(), b.rgb.size());
    double sum = 0.0;
    for (std::size_t k = 0; k < std::min(a.rgb.size(), b.rgb.size()); ++k)
    {
        sum += std::abs(int(a.rgb[k]) - int(b.rgb[k]));
    }
    return sum / double(a.rgb.size());
}

int worst(const Image& a, const Image& b)
{
    int most = 0;
    for (std::size_t k = 0; k < a.rgb.size(); ++k)
    {
        most = std::max(most, std::abs(int(a.rgb[k]) - int(b.rgb[k])));
    }
    return most;
}

TEST_F(GlFlow, TheToneCurveKeepsHuesAndTurnsWhiteAtTheBrightEnd)
{
    for (const float amount : {0.05F, 0.4F, 1.0F, 4.0F})
    {
        const Field dye(3, 3, amount);
        const std::array<FieldView, 1> dyes = {dye.view()};
        const Image image = drawn(inkFrame(dyes), inkView(), 9, 9);
        const float most = amount;
        const float shown = toneShoulder(most * most / (most + kToneToe));
        const float white = kToneWhite * std::pow(shown, 6.0F);
        const std::array<float, 3> part = {1.0F, 0.5F, 0.25F};
        for (std::size_t c = 0; c < 3; ++c)
        {
            const float light = part[c] * (1.0F - white) * shown + white * shown;
            EXPECT_NEAR(image.pixel(4, 4)[c], coded(light), 1) << amount << " " << c;
        }
    }
}

TEST_F(GlFlow, BloomSpreadsLightAndAddsAsMuchAsItIsAskedFor)
{
    // A bright spot far from all edges: what has spread adds up to gain times what is over the
    // threshold.
    const Context& context = test::glContext();
    constexpr int kSide = 96;
    std::vector<float> texels(4 * kSide * kSide, 0.0F);
    constexpr float kBright = 8.0F;
    texels[4 * (kSide / 2 * kSide + kSide / 2)] = kBright;
    Texture picture(context, Format::rgba16f, Filter::linear);
    picture.upload(kSide, kSide, texels.data(), kSide);
    Pyramid pyramid(context);
    pyramid.spreadBright(picture, kBloomThreshold, 4, kBloomFalloff);
    Program copy(context,
                 {"full.vert",
                  "//\nuniform sampler2D map;\nin vec2 place;\nout vec4 c;\nvoid main()\n{\n"
                  "    c = textureLod(map, 0.5 * gl_FragCoord.xy / "
                  "vec2(textureSize(map, 0)), 0.0);\n}\n",
                  ""});
    const Target target = Target::offscreen(context, kSide, kSide, {.colour = Format::rgba32f});
    target.begin();
    context.apply({});
    copy.use();
    copy.set("map", pyramid.result(), 0);
    context.drawFull();
    const std::vector<float> numbers = target.readNumbers();
    double sum = 0.0;
    for (std::size_t k = 0; k < numbers.size(); k += 4)
    {
        sum += static_cast<double>(numbers[k] * pyramid.share());
    }
    EXPECT_NEAR(sum, kBright - kBloomThreshold, 0.01F * kBright);
    EXPECT_GT(numbers[4 * (kSide / 2 * kSide + kSide / 2 + 12)], 0.0F);
}

TEST_F(GlFlow, LooksAsAPainterPaintsIt)
{
    Field first(40, 30);
    Field second(40, 30);
    first.fill([](float x, float y) {
        return 1.4F * std::exp(-60.0F * ((x - 0.3F) * (x - 0.3F) + (y - 0.6F) * (y - 0.6F)));
    });
    second.fill([](float x, float y) {
        return 0.9F * std::exp(-30.0F * ((x - 0.7F) * (x - 0.7F) + (y - 0.4F) * (y - 0.4F)));
    });
    const std::array<FieldView, 2> dyes = {first.view(), second.view()};
    Frame frame = inkFrame(dyes);
    frame.world = {0.0F, 0.0F, 4.0F, 3.0F};
    for (const InkMode mode : {InkMode::light, InkMode::pigment})
    {
        View view = inkView();
        view.ink.mode = mode;
        view.ink.colours = {};
        view.ink.bloom = 0.6F;
        view.ink.relief = 0.5F;
        view.width = 64;
        view.height = 60; // margins above and below
        const Image painted = Painter(view).draw(frame);
        const Image image = drawn(frame, view, 64, 60);
        EXPECT_LT(difference(painted, image), 1.0) << int(mode);
        EXPECT_LE(worst(painted, image), 12) << int(mode);
    }
}

TEST_F(GlFlow, ALinearFieldStaysLinearAtAnyZoom)
{
    Field field(24, 16);
    field.fill([](float x, float y) { return 2.0F * x + y; });
    Frame frame;
    frame.world = {0.0F, 0.0F, 3.0F, 2.0F};
    frame.scalar = field.view();
    View view = scalarView(0.0F, 3.0F);
    view.legend = LegendPlace::none;
    const ColourMap map(MapName::grey);
    for (const float zoom : {1.3F, 3.0F, 12.0F})
    {
        PlaneCamera camera = PlaneCamera::fitting(frame.world, 1.5F);
        camera.zoom(zoom, {1.4F, 1.1F});
        const Image image = drawn(frame, view, camera, 60, 40);
        for (int y = 1; y < 40; y += 6)
        {
            for (int x = 1; x < 60; x += 7)
            {
                const Point at = camera.at((static_cast<float>(x) + 0.5F) / 60.0F,
                                           1.0F - (static_cast<float>(y) + 0.5F) / 40.0F);
                if (at.x < 0.3F || at.x > 2.7F || at.y < 0.3F || at.y > 1.7F)
                {
                    continue; // splines end at the outermost cells
                }
                const float value = 2.0F * at.x / 3.0F + at.y / 2.0F;
                EXPECT_NEAR(image.pixel(x, y)[1], coded(map.at(value / 3.0F).g), 1) << zoom;
            }
        }
    }
}

TEST_F(GlFlow, CellsAreNotSeenFromNear)
{
    // A coarse chessboard, seen from so near that a cell is 40 pixels: no steps between pixels.
    Field dye(6, 6);
    dye.fill(
        [](float x, float y) { return (int(3.0F * x) + int(3.0F * y)) % 2 == 0 ? 1.0F : 0.0F; });
    const std::array<FieldView, 1> dyes = {dye.view()};
    const Frame frame = inkFrame(dyes);
    PlaneCamera camera = PlaneCamera::fitting(frame.world, 1.0F);
    camera.zoom(2.0F, {0.5F, 0.5F});
    const Image image = drawn(frame, inkView(), camera, 120, 120);
    int steepest = 0;
    for (int y = 0; y < 120; ++y)
    {
        for (int x = 1; x < 120; ++x)
        {
            steepest = std::max(
                steepest, std::abs(int(image.pixel(x, y)[0]) - int(image.pixel(x - 1, y)[0])));
        }
    }
    EXPECT_LT(steepest, 14);
    EXPECT_GT(steepest, 2);
}

TEST_F(GlFlow, AlphaIsStraightOrPremultiplied)
{
    Field dye(8, 1);
    dye.fill([](float x, float) { return x < 0.5F ? 0.0F : 0.4F; });
    const std::array<FieldView, 1> dyes = {dye.view()};
    Frame frame = inkFrame(dyes);
    frame.world = {0.0F, 0.0F, 8.0F, 1.0F};
    View view = inkView();
    view.ink.ground = {0.5F, 0.5F, 0.5F};
    const auto seen = [&](Transparency transparency) {
        FlowStage stage(test::glContext(), {transparency});
        const Target target = Target::offscreen(test::glContext(), 32, 8);
        stage.draw(frame, view, target);
        return target.readWithAlpha();
    };
    const Image opaque = seen(Transparency::none);
    const Image straight = seen(Transparency::straight);
    const Image premultiplied = seen(Transparency::premultiplied);
    EXPECT_EQ(opaque.alpha[0], 255);
    EXPECT_EQ(straight.alpha[4 * 32 + 2], 0); // there is no ink
    EXPECT_EQ(straight.alpha[31], 0);         // above the world
    const std::size_t inked = 4 * 32 + 28;
    const float shown = toneShoulder(0.4F * 0.4F / (0.4F + kToneToe));
    EXPECT_NEAR(straight.alpha[inked], 255.0F * shown, 1.0F);
    EXPECT_EQ(premultiplied.alpha[inked], straight.alpha[inked]);
    for (std::size_t c = 0; c < 3; ++c)
    {
        EXPECT_NEAR(premultiplied.rgb[3 * inked + c],
                    straight.rgb[3 * inked + c] * (straight.alpha[inked] / 255.0), 1.0);
        // Laid over the ground in linear light it is the opaque picture.
        const float alpha = static_cast<float>(straight.alpha[inked]) / 255.0F;
        const float over =
            alpha * decodeSrgb(static_cast<float>(straight.rgb[3 * inked + c]) / 255.0F) +
            (1.0F - alpha) * 0.5F;
        EXPECT_NEAR(opaque.rgb[3 * inked + c], coded(over), 2);
    }
}

TEST_F(GlFlow, BuffersOfTheGpuGiveThePictureThatHostsFieldsGive)
{
    Field dye(33, 17);
    dye.fill([](float x, float y) { return 1.0F + std::sin(9.0F * x) * std::cos(7.0F * y); });
    Field other(33, 17);
    other.fill([](float x, float y) { return x * y; });
    Field solid(33, 17);
    solid.fill(
        [](float x, float y) { return std::hypot(x - 0.5F, y - 0.5F) < 0.2F ? 1.0F : 0.0F; });
    const OnGpu dyeThere(dye);
    const OnGpu otherThere(other);
    const OnGpu solidThere(solid);
    const std::array<FieldView, 2> host = {dye.view(), other.view()};
    const std::array<FieldView, 2> gpu = {dyeThere.view(), otherThere.view()};
    const std::array<FieldView, 2> mixed = {dye.view(), otherThere.view()};
    View view = inkView();
    view.ink.colours = {};
    Frame frame = inkFrame(host);
    frame.solid = solid.view();
    const Image fromHost = drawn(frame, view, 70, 50);
    frame.dyes = gpu;
    frame.solid = solidThere.view();
    EXPECT_LE(worst(fromHost, drawn(frame, view, 70, 50)), 1);
    frame.dyes = mixed; // some of each: copied on the GPU
    EXPECT_LE(worst(fromHost, drawn(frame, view, 70, 50)), 1);
    EXPECT_GT(mean(fromHost), 20.0);
}

TEST_F(GlFlow, ABufferMayMeanAMeanOrAPlane)
{
    Field faces(5, 3);
    faces.fill([](float x, float y) { return 10.0F * x + y; });
    const OnGpu there(faces);
    FieldView mean = there.view();
    mean.columns = 4;
    mean.rows = 2;
    mean.gpu.isMeanOfColumns = true;
    mean.gpu.isMeanOfRows = true;
    FieldView plane = there.view();
    plane.gpu.factor = 2.0F;
    plane.gpu.offset = -1.0F;
    plane.gpu.risePerColumn = 100.0F;
    plane.gpu.risePerRow = 1000.0F;
    CoarseFields coarse(test::glContext());
    coarse.take({mean, FieldView{}, FieldView{}, FieldView{}});
    ASSERT_EQ(coarse.view(0).columns, 4);
    EXPECT_FALSE(coarse.view(1).isThere());
    EXPECT_NEAR(coarse.view(0).row(1)[2],
                0.25F * (faces.at(2, 1) + faces.at(3, 1) + faces.at(2, 2) + faces.at(3, 2)), 1e-5F);
    coarse.take({plane, FieldView{}, FieldView{}, FieldView{}});
    EXPECT_NEAR(coarse.view(0).row(2)[3], 2.0F * faces.at(3, 2) - 1.0F + 300.0F + 2000.0F, 1e-3F);
}

TEST_F(GlFlow, SpeedsOnTheGpuNeedNoFieldOfTheirOwn)
{
    const Field x(6, 6, 3.0F);
    const Field y(6, 6, 4.0F);
    const Field speed(6, 6, 5.0F);
    Frame frame;
    frame.scalar = speed.view();
    View view = scalarView(0.0F, 8.0F);
    const Image given = drawn(frame, view, 40, 40);
    const OnGpu xThere(x);
    const OnGpu yThere(y);
    frame.scalar = {};
    frame.velocityX = xThere.view();
    frame.velocityY = yThere.view();
    EXPECT_LE(worst(given, drawn(frame, view, 40, 40)), 1);
    view.scalar.range = {RangeKind::fromZero, 0.0F, 0.0F};
    const Image followed = drawn(frame, view, 40, 40);
    EXPECT_GT(followed.pixel(20, 5)[0], 250); // the whole field is what the range reaches
}

TEST_F(GlFlow, FieldsMayLieInBothPlacesAtOnce)
{
    Field along(40, 30);
    Field up(40, 30, 0.3F);
    Field solid(40, 30);
    along.fill([](float x, float y) { return x < 0.5F ? 1.0F + y : 500.0F; });
    solid.fill([](float x, float) { return x < 0.5F ? 0.0F : 1.0F; });
    Frame frame;
    frame.world = {0.0F, 0.0F, 4.0F, 3.0F};
    frame.velocityX = along.view();
    frame.velocityY = up.view();
    frame.solid = solid.view();
    View view = scalarView(0.0F, 1.0F);
    view.scalar.range.kind = RangeKind::fromZero;
    view.arrows.shown = true;
    const Image onHost = drawn(frame, view, 80, 60);
    const OnGpu gpuUp(up);
    frame.velocityY = gpuUp.view();
    stage().reset();
    EXPECT_LT(difference(onHost, drawn(frame, view, 80, 60)), 0.5);
    View fixed = scalarView(0.0F, 1.0F);
    EXPECT_GT(drawn(frame, fixed, 80, 60).pixel(20, 30)[1], 250);
    // What is in a solid does not count, wherever that lies.
    frame.scalar = along.view();
    frame.velocityY = up.view();
    stage().reset();
    const Image masked = drawn(frame, view, 80, 60);
    const OnGpu gpuSolid(solid);
    frame.solid = gpuSolid.view();
    stage().reset();
    EXPECT_LT(difference(masked, drawn(frame, view, 80, 60)), 0.5);
    stage().reset();
}

TEST_F(GlFlow, AnotherQuantityBeginsARangeOfItsOwn)
{
    Field pressure(16, 16);
    Field depth(16, 16);
    pressure.fill([](float x, float) { return 1e5F * x; });
    depth.fill([](float x, float) { return x; });
    View view = scalarView(0.0F, 1.0F);
    view.scalar.range.kind = RangeKind::fromZero;
    Frame frame;
    frame.scalar = depth.view();
    view.scalar.name = "depth";
    stage().reset();
    const Image alone = drawn(frame, view, 32, 32);
    frame.scalar = pressure.view();
    view.scalar.name = "pressure";
    drawn(frame, view, 32, 32);
    frame.scalar = depth.view();
    view.scalar.name = "depth";
    EXPECT_EQ(drawn(frame, view, 32, 32).rgb, alone.rgb);
}

TEST_F(GlFlow, DyeWithoutMeasureIsBrightAndNotTooMuchForHalfFloats)
{
    const Field dye(32, 32, 1e9F);
    const std::vector<FieldView> dyes(kMaxDyes, dye.view());
    View view = inkView();
    view.ink.colours = std::vector<Colour>(kMaxDyes, {1.0F, 1.0F, 1.0F});
    view.ink.strength = kMaxDye;
    view.ink.bloom = 1.0F;
    const Image glowing = drawn(inkFrame(dyes), view, 48, 48);
    EXPECT_EQ(std::count(glowing.rgb.begin(), glowing.rgb.end(), 255), 3 * 48 * 48);
    // As much smoke has no light but the sky's.
    view.ink.mode = InkMode::smoke;
    const Image smoke = drawn(inkFrame(dyes), view, 48, 48);
    EXPECT_EQ(std::count(smoke.rgb.begin(), smoke.rgb.end(), smoke.rgb[0]), 3 * 48 * 48);
    EXPECT_GT(smoke.rgb[0], 0);
}

TEST_F(GlFlow, SolidsCoverTheirPartAndCastAShadow)
{
    Field solid(20, 20);
    solid.fill([](float x, float y) {
        return x > 0.4F && x < 0.6F && y > 0.4F && y < 0.6F ? 1.0F : 0.0F;
    });
    const Field scalar(20, 20, 1.0F);
    Frame frame;
    frame.scalar = scalar.view();
    View view = scalarView(0.0F, 1.0F);
    view.legend = LegendPlace::none;
    view.solid.fill = {0.8F, 0.0F, 0.0F};
    view.solid.edge = {0.8F, 0.0F, 0.0F};
    const Image without = drawn(frame, view, 100, 100);
    frame.solid = solid.view();
    const Image image = drawn(frame, view, 100, 100);
    int red = 0;
    for (int y = 0; y < 100; ++y)
    {
        for (int x = 0; x < 100; ++x)
        {
            red += image.pixel(x, y)[1] < 60 ? 1 : 0;
        }
    }
    EXPECT_NEAR(red, 400, 40);
    EXPECT_LT(image.pixel(62, 62)[1], without.pixel(62, 62)[1]); // away from the lamp
    EXPECT_NEAR(image.pixel(5, 5)[1], without.pixel(5, 5)[1], 2);
}

TEST_F(GlFlow, SmokeHidesWhatIsBehindItAndShadesWhatIsBelow)
{
    Field smoke(40, 40);
    smoke.fill([](float x, float y) {
        return x > 0.35F && x < 0.65F && y > 0.2F && y < 0.8F ? 0.8F : 0.0F;
    });
    const std::array<FieldView, 1> dyes = {smoke.view()};
    View view = inkView();
    view.ink.mode = InkMode::smoke;
    view.ink.colours = {{0.8F, 0.8F, 0.8F}};
    view.ink.ground = {0.0F, 0.4F, 0.0F};
    view.ink.relief = 0.0F;
    const Image image = drawn(inkFrame(dyes), view, 80, 80);
    const std::uint8_t* top = image.pixel(40, 19);
    const std::uint8_t* bottom = image.pixel(40, 60);
    EXPECT_GT(top[0], 2 * bottom[0]);
    EXPECT_NEAR(image.pixel(5, 40)[1], coded(0.4F), 1);
    EXPECT_LT(std::abs(int(top[0]) - int(top[1])), 40); // the ground's green is hidden
}

TEST_F(GlFlow, ALiquidTextureAtRestIsThePicture)
{
    Image image(16, 16);
    for (int y = 0; y < 16; ++y)
    {
        for (int x = 0; x < 16; ++x)
        {
            image.pixel(x, y)[0] = static_cast<std::uint8_t>(16 * x);
            image.pixel(x, y)[1] = static_cast<std::uint8_t>(16 * y);
        }
    }
    const render::Texture texture(image);
    Field u(16, 16);
    Field v(16, 16);
    u.fill([](float x, float) { return x; });
    v.fill([](float, float y) { return y; });
    const float one = 1.0F;
    const float nothing = 0.0F;
    Frame frame;
    frame.texture.texture = &texture;
    frame.texture.layers[0] = {u.view(), v.view(), {&one, 1, 1, 1}};
    frame.texture.layers[1] = {u.view(), v.view(), {&nothing, 1, 1, 1}};
    View view;
    view.content = Content::texture;
    view.dither = false;
    const Image shown = drawn(frame, view, 16, 16);
    for (int k = 2; k < 14; ++k)
    {
        EXPECT_NEAR(shown.pixel(k, 5)[0], 16 * k, 3);
        EXPECT_NEAR(shown.pixel(5, k)[1], 16 * k, 3);
    }
}

TEST_F(GlFlow, OddSizesSingleCellsAndBadNumbersAreDrawn)
{
    const Field single(1, 1, 0.7F);
    Field bad(7, 5, 0.7F);
    bad.at(3, 2) = kBad;
    bad.at(1, 1) = std::numeric_limits<float>::infinity();
    bad.at(5, 3) = -std::numeric_limits<float>::infinity();
    const std::array<FieldView, 1> one = {single.view()};
    const std::array<FieldView, 1> some = {bad.view()};
    View view = inkView();
    view.ink.bloom = 1.0F;
    view.ink.relief = 1.0F;
    for (const auto& [width, height] : {std::pair(1, 1), {17, 13}, {101, 3}})
    {
        for (const InkMode mode : {InkMode::light, InkMode::pigment, InkMode::smoke})
        {
            view.ink.mode = mode;
            for (const auto& dyes : {one, some})
            {
                Frame frame = inkFrame(dyes);
                frame.solid = dyes[0];
                frame.world = {0.0F, 0.0F, 0.1F * static_cast<float>(width),
                               0.1F * static_cast<float>(height)};
                EXPECT_NO_THROW(drawn(frame, view, width, height));
            }
        }
    }
    Frame frame;
    frame.scalar = bad.view();
    View map = scalarView(0.0F, 1.0F);
    map.legend = LegendPlace::none;
    const Image image = drawn(frame, map, 70, 70);
    const std::uint8_t* there = image.pixel(35, 35);
    EXPECT_EQ(there[1], 0); // the colour of what is no number
    EXPECT_GT(there[0], 200);
    EXPECT_EQ(image.pixel(1, 1)[0], image.pixel(1, 1)[1]);
}

TEST_F(GlFlow, TracersTitlesAndLegendsAreSeen)
{
    const Field scalar(8, 8, 0.0F);
    Frame frame;
    frame.scalar = scalar.view();
    View view = scalarView(0.0F, 1.0F);
    view.legend = LegendPlace::none;
    const Image plain = drawn(frame, view, 200, 200);
    const std::array<Tracer, 2> tracers = {Tracer{0.5F, 0.25F, 1.0F}, Tracer{kBad, 0.5F, 1.0F}};
    frame.tracers = tracers;
    const Image dotted = drawn(frame, view, 200, 200);
    EXPECT_GT(dotted.pixel(100, 150)[0], 150);
    EXPECT_EQ(dotted.pixel(100, 100)[0], plain.pixel(100, 100)[0]);
    frame.tracers = {};
    view.title = "ink";
    view.showTime = true;
    view.legend = LegendPlace::inside;
    view.scalar.name = "dye";
    const Image told = drawn(frame, view, 200, 200);
    const Image painted = [&] {
        View sized = view;
        sized.width = 200;
        sized.height = 200;
        return Painter(sized).draw(frame);
    }();
    EXPECT_GT(difference(told, plain), 1.0);
    EXPECT_LT(difference(told, painted), 1.0);
}

TEST_F(GlFlow, FramesWithoutWhatTheirViewNeedsAreRefused)
{
    EXPECT_THROW(drawn(Frame{}, inkView(), 8, 8), Error);
    EXPECT_THROW(drawn(Frame{}, scalarView(0.0F, 1.0F), 8, 8), Error);
    const Field dye(4, 4);
    const OnGpu there(dye);
    const std::array<FieldView, 1> dyes = {there.view()};
    EXPECT_THROW(Painter(inkView()).draw(inkFrame(dyes)), Error); // the CPU cannot see it
}

} // namespace
} // namespace tarn::render::gl
