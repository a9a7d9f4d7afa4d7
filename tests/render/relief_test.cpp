// Reliefs of Water: light at the surface as Snell, Fresnel, Beer and Lambert say, what hides what,
// and what is refused.
#include "render/relief.h"

#include "render/error.h"
#include "render/render.h"
#include "render/test_field.h"
#include "render/test_mesh.h"

#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

namespace tarn::render
{
namespace
{

using test::errorOf;
using test::TestField;
using test::TestMesh;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

// A basin of 4 m x 4 m over flat ground at 0.
struct Basin
{
    explicit Basin(double metres, int cells = 16)
        : terrain(cells, cells, [](double, double) { return 0.0; }),
          depth(cells, cells, [&](double, double) { return metres; })
    {
    }

    ReliefFrame frame() const
    {
        ReliefFrame frame;
        frame.world = {-2.0F, -2.0F, 2.0F, 2.0F};
        frame.terrain = terrain.view();
        frame.depth = depth.view();
        frame.bodies = bodies;
        frame.drops = drops;
        return frame;
    }

    TestField terrain;
    TestField depth;
    std::vector<ReliefBody> bodies;
    std::vector<ReliefDrop> drops;
};

// Clear liquid without ripples over red ground, under a green sky without clouds.
ReliefView plainView(int width = 96, int height = 72)
{
    ReliefView view;
    view.width = width;
    view.height = height;
    view.dither = false;
    view.quality = ReliefQuality::draft;
    view.camera.fieldOfView = 0.0F;
    view.camera.distance = 6.0F;
    view.camera.hasTarget = true;
    view.camera.target = {0.0F, 0.0F, 0.5F};
    view.light.zenith = {0.0F, 0.5F, 0.0F};
    view.light.horizon = {0.0F, 0.5F, 0.0F};
    view.light.sun = {1.0F, 1.0F, 1.0F};
    view.light.clouds = 0.0F;
    view.ground.look = GroundLook::plain;
    view.ground.colour = {0.6F, 0.0F, 0.0F};
    view.liquid.absorption = {0.0F, 0.0F, 0.0F};
    view.liquid.scattering = 0.0F;
    view.liquid.ripples = 0.0F;
    view.liquid.caustics = 0.0F;
    return view;
}

Colour colourAt(const Image& image, int x, int y)
{
    const std::uint8_t* p = image.pixel(x, y);
    return fromSrgb(static_cast<float>(p[0]) / 255.0F, static_cast<float>(p[1]) / 255.0F,
                    static_cast<float>(p[2]) / 255.0F);
}

Colour middleOf(const Image& image)
{
    return colourAt(image, image.width / 2, image.height / 2);
}

Image draw(const ReliefView& view, const ReliefFrame& frame)
{
    return ReliefPainter(view).draw(frame);
}

// The mean place of blue pixels, and how many there are.
struct Mark
{
    double x = 0.0;
    double y = 0.0;
    int count = 0;
};

Mark findBlue(const Image& image)
{
    Mark mark;
    for (int y = 0; y < image.height; ++y)
    {
        for (int x = 0; x < image.width; ++x)
        {
            const Colour c = colourAt(image, x, y);
            if (c.b > 0.05F && c.b > 3.0F * c.r && c.b > 1.5F * c.g)
            {
                mark.x += x;
                mark.y += y;
                ++mark.count;
            }
        }
    }
    mark.x /= std::max(mark.count, 1);
    mark.y /= std::max(mark.count, 1);
    return mark;
}

ReliefBody bodyOf(const TestMesh& mesh, tnVec3 position, Colour colour)
{
    ReliefBody body;
    body.vertices = mesh.vertices;
    body.triangles = mesh.triangles;
    body.position = position;
    body.colour = colour;
    return body;
}

constexpr Colour kBlue = {0.02F, 0.02F, 0.9F};

TEST(Relief, APoolShowsItsFloorFromAbove)
{
    ReliefView view = plainView();
    view.camera.elevation = 90.0F;
    const Colour c = middleOf(draw(view, Basin(1.0).frame()));
    EXPECT_GT(c.r, 0.2F);
    EXPECT_GT(c.r, 10.0F * c.g);
}

TEST(Relief, APoolMirrorsTheSkyAtAGrazingAngle)
{
    ReliefView view = plainView();
    view.camera.elevation = 2.0F;
    view.camera.target = {0.0F, 0.0F, 1.0F};
    const Colour c = middleOf(draw(view, Basin(1.0).frame()));
    EXPECT_GT(c.g, 0.3F);
    EXPECT_GT(c.g, 3.0F * c.r); // 84 % of the light is thrown back
}

TEST(Relief, FresnelMixesFloorAndSky)
{
    // Green is the sky alone, so it grows as the part thrown back does: Schlick's curve.
    const auto green = [](float elevation) {
        ReliefView view = plainView();
        view.camera.elevation = elevation;
        view.camera.target = {0.0F, 0.0F, 1.0F};
        view.light.exposure = 0.2F; // the straight part of the tone curve
        view.ground.colour = {0.0F, 0.0F, 0.0F};
        view.light.strength = 0.0F;
        return middleOf(draw(view, Basin(1.0).frame())).g;
    };
    const auto schlick = [](double elevation) {
        const double g = 1.0 - std::sin(elevation * 3.14159265 / 180.0);
        return 0.0204 + 0.9796 * g * g * g * g * g;
    };
    EXPECT_NEAR(green(10.0F) / green(20.0F), schlick(10.0) / schlick(20.0), 0.1);
}

TEST(Relief, DeeperWaterIsDarker)
{
    ReliefView view = plainView();
    view.camera.elevation = 90.0F;
    view.liquid.absorption = {1.0F, 1.0F, 1.0F};
    const float shallow = middleOf(draw(view, Basin(0.2).frame())).r;
    const float deep = middleOf(draw(view, Basin(1.0).frame())).r;
    const float deeper = middleOf(draw(view, Basin(2.0).frame())).r;
    EXPECT_GT(shallow, 2.0F * deep);
    EXPECT_GT(deep, 4.0F * deeper);
}

TEST(Relief, EachChannelIsAbsorbedOnItsOwn)
{
    ReliefView view = plainView();
    view.camera.elevation = 90.0F;
    view.ground.colour = {0.8F, 0.8F, 0.8F};
    view.light.zenith = {0.5F, 0.5F, 0.5F};
    view.light.horizon = {0.5F, 0.5F, 0.5F};
    view.liquid.absorption = {1.0F, 0.1F, 0.0F};
    const Colour c = middleOf(draw(view, Basin(1.0).frame()));
    EXPECT_GT(c.b, c.g);
    EXPECT_GT(c.g, 2.0F * c.r);
}

TEST(Relief, RefractionShiftsTheFloorAsSnellSays)
{
    // A mark on the floor under 1 m of water is seen where, without water, a mark in the place at
    // which the bent ray left the surface is seen.
    const TestMesh ball = TestMesh::sphere(0.05F);
    ReliefView view = plainView(320, 240);
    view.camera.azimuth = -90.0F; // the eye is at -y
    view.camera.elevation = 40.0F;
    view.light.strength = 0.0F; // no shadows
    const float index = 1.5F;
    view.liquid.refractiveIndex = index;

    Basin wet(1.0);
    wet.bodies.push_back(bodyOf(ball, {0.3F, 0.4F, 0.0F}, kBlue));
    const Mark seen = findBlue(draw(view, wet.frame()));

    const double inAir = std::cos(40.0 * 3.14159265 / 180.0);
    const double inWater = inAir / static_cast<double>(index);
    const double shift = inWater / std::sqrt(1.0 - inWater * inWater);
    Basin dry(0.0);
    dry.bodies.push_back(bodyOf(ball, {0.3F, 0.4F - static_cast<float>(shift), 1.0F}, kBlue));
    const Mark expected = findBlue(draw(view, dry.frame()));

    ASSERT_GT(seen.count, 4);
    ASSERT_GT(expected.count, 4);
    EXPECT_NEAR(seen.x, expected.x, 1.0);
    EXPECT_NEAR(seen.y, expected.y, 1.5);

    // And without refraction it would be elsewhere.
    view.liquid.refractiveIndex = 1.0F;
    const Mark straight = findBlue(draw(view, wet.frame()));
    EXPECT_GT(std::abs(straight.y - seen.y), 8.0);
}

TEST(Relief, ColoursHaveTheIndicesThatWereMeasured)
{
    const auto expect = [](const char* name, std::array<float, 3> known) {
        const std::array<float, 3> indices = refractiveIndices(liquidLook(name));
        for (std::size_t k = 0; k < 3; ++k)
        {
            EXPECT_NEAR(indices[k], known[k], 5e-4F) << name << " " << k;
        }
    };
    expect("water", {1.3300F, 1.3342F, 1.3358F});
    // Red and blue as at the lines B and G (Handbook of Optics), green between them as water's.
    expect("diamond", {2.4073F, 2.4391F, 2.4517F});
}

TEST(Relief, ABodyHidesWhatIsBehindIt)
{
    const TestMesh ball = TestMesh::sphere(0.2F);
    const TestMesh wall = TestMesh::box({0.8F, 0.1F, 0.8F});
    ReliefView view = plainView();
    view.camera.azimuth = -90.0F;
    view.camera.elevation = 20.0F;
    Basin basin(0.0);
    basin.bodies.push_back(bodyOf(ball, {0.0F, 1.0F, 0.2F}, kBlue));
    EXPECT_GT(findBlue(draw(view, basin.frame())).count, 10);
    basin.bodies.push_back(bodyOf(wall, {0.0F, 0.0F, 0.8F}, {0.8F, 0.8F, 0.0F}));
    EXPECT_EQ(findBlue(draw(view, basin.frame())).count, 0);
}

TEST(Relief, AHillHidesABodyBehindIt)
{
    const TestMesh ball = TestMesh::sphere(0.2F);
    ReliefView view = plainView();
    view.camera.azimuth = -90.0F;
    view.camera.elevation = 20.0F;
    Basin basin(0.0, 64);
    basin.bodies.push_back(bodyOf(ball, {0.0F, 1.0F, 0.2F}, kBlue));
    ASSERT_GT(findBlue(draw(view, basin.frame())).count, 10);
    basin.terrain = TestField(
        64, 64, [](double, double y) { return 1.2 * std::exp(-std::pow((y - 0.5) / 0.05, 2.0)); });
    EXPECT_EQ(findBlue(draw(view, basin.frame())).count, 0);
}

TEST(Relief, ABodyThrowsAShadow)
{
    const TestMesh ball = TestMesh::sphere(0.4F);
    ReliefView view = plainView();
    view.camera.elevation = 90.0F;
    view.light.azimuth = 0.0F;
    view.light.elevation = 45.0F;
    view.camera.target = {-1.0F, 0.0F, 0.0F}; // where the shadow of a ball 1 m up falls
    Basin basin(0.0);
    const float lit = middleOf(draw(view, basin.frame())).r;
    basin.bodies.push_back(bodyOf(ball, {0.0F, 0.0F, 1.0F}, kBlue));
    EXPECT_LT(middleOf(draw(view, basin.frame())).r, 0.6F * lit);
}

TEST(Relief, SprayIsSeenInFrontOfThingsAndNotBehindThem)
{
    ReliefView view = plainView();
    view.camera.azimuth = -90.0F;
    view.camera.elevation = 20.0F;
    Basin basin(0.0);
    const TestMesh wall = TestMesh::box({0.8F, 0.1F, 0.8F});
    basin.bodies.push_back(bodyOf(wall, {0.0F, 0.0F, 0.8F}, {0.1F, 0.0F, 0.0F}));
    const Image without = draw(view, basin.frame());
    basin.drops.push_back({{0.0F, 1.0F, 0.5F}, {}, 0.1F, 1.0F, DropKind::spray});
    EXPECT_EQ(draw(view, basin.frame()).rgb, without.rgb);
    basin.drops.push_back({{0.0F, -1.0F, 0.5F}, {}, 0.1F, 1.0F, DropKind::spray});
    EXPECT_NE(draw(view, basin.frame()).rgb, without.rgb);
}

TEST(Relief, FoamIsWhite)
{
    ReliefView view = plainView();
    view.camera.elevation = 90.0F;
    const Basin basin(1.0);
    ReliefFrame frame = basin.frame();
    const TestField foam(8, 8, [](double, double) { return 1.0; });
    frame.foam = foam.view();
    const Colour c = middleOf(draw(view, frame));
    EXPECT_GT(c.b, 0.3F);
    EXPECT_GT(c.b, 0.5F * c.r);
}

TEST(Relief, DyeTintsTheWater)
{
    ReliefView view = plainView();
    view.camera.elevation = 90.0F;
    view.ground.colour = {0.8F, 0.8F, 0.8F};
    view.dyeColours = {{0.0F, 0.0F, 1.0F}};
    const Basin basin(1.0);
    ReliefFrame frame = basin.frame();
    const TestField dye(4, 4, [](double, double) { return 1.0; });
    const FieldView dyes[] = {dye.view()};
    frame.dyes = dyes;
    const Colour c = middleOf(draw(view, frame));
    EXPECT_GT(c.b, 10.0F * c.r);
}

// A scene with everything in it.
struct Everything
{
    Everything()
        : terrain(48, 40, [](double x, double y) { return std::sin(5.0 * x) * y - 0.2; }),
          depth(48, 40,
                [](double x, double y) {
                    return std::max(0.3 + 0.05 * std::sin(40.0 * x) - std::sin(5.0 * x) * y, 0.0);
                }),
          foam(12, 10, [](double x, double) { return x; }),
          velocity(12, 10, [](double, double y) { return y; }), ball(TestMesh::sphere(0.2F)),
          box(TestMesh::box({0.3F, 0.2F, 0.2F}))
    {
        const BodyLook looks[] = {BodyLook::plain, BodyLook::wood, BodyLook::ball, BodyLook::duck};
        for (int k = 0; k < 8; ++k)
        {
            const auto n = static_cast<float>(k);
            ReliefBody body =
                bodyOf(k % 2 == 0 ? ball : box, {0.4F * n - 1.5F, 0.3F * n - 1.2F, 0.2F},
                       inkPalette(k, InkMode::light));
            body.rotation = {0.1F * n, 0.2F, 0.3F, 1.0F};
            body.look = looks[k % 4];
            bodies.push_back(body);
        }
        for (int k = 0; k < 60; ++k)
        {
            const auto n = static_cast<float>(k);
            drops.push_back({{0.05F * n - 1.5F, 0.5F, 0.5F + 0.01F * n},
                             {0.0F, 0.0F, -3.0F},
                             0.02F,
                             0.8F,
                             static_cast<DropKind>(k % 3)});
        }
    }

    ReliefFrame frame() const
    {
        ReliefFrame frame;
        frame.world = {-2.0F, -1.6F, 2.0F, 1.6F};
        frame.time = 1.25;
        frame.terrain = terrain.view();
        frame.depth = depth.view();
        frame.foam = foam.view();
        frame.velocityX = velocity.view();
        frame.velocityY = velocity.view();
        frame.bodies = bodies;
        frame.drops = drops;
        return frame;
    }

    TestField terrain;
    TestField depth;
    TestField foam;
    TestField velocity;
    TestMesh ball;
    TestMesh box;
    std::vector<ReliefBody> bodies;
    std::vector<ReliefDrop> drops;
};

TEST(Relief, ThePictureIsTheSameForAnyNumberOfThreads)
{
    const Everything everything;
    ReliefView view;
    view.width = 200;
    view.height = 150;
    view.title = "everything";
    view.showTime = true;
    for (const Border border : {Border::cut, Border::pool})
    {
        view.border = border;
        const Image alone = ReliefPainter(view).draw(everything.frame());
        for (int threads = 1; threads <= 4; ++threads)
        {
            tnThreadPool pool{};
            tnTaskSystem tasks{};
            ASSERT_EQ(tnCreateThreadPool(threads, &pool), tn_success);
            ASSERT_EQ(tnThreadPool_GetTasks(pool, &tasks), tn_success);
            ReliefPainter painter(view, tasks);
            EXPECT_EQ(painter.draw(everything.frame()).rgb, alone.rgb) << threads << " threads";
            EXPECT_EQ(painter.draw(everything.frame()).rgb, alone.rgb) << "again";
            tnDestroyThreadPool(pool);
        }
    }
}

TEST(Relief, EveryLookAndQualityDraws)
{
    const Everything everything;
    ReliefView view;
    view.width = 64;
    view.height = 48;
    const char* liquids[] = {"water", "sea", "oil", "honey", "mud", "lava", "diamond"};
    const GroundLook grounds[] = {GroundLook::land, GroundLook::sand, GroundLook::tiles,
                                  GroundLook::plain};
    const ReliefQuality qualities[] = {ReliefQuality::draft, ReliefQuality::smooth,
                                       ReliefQuality::fine};
    for (unsigned k = 0; k < 14; ++k)
    {
        view.liquid = liquidLook(liquids[k % 7]);
        view.ground.look = grounds[k % 4];
        view.quality = qualities[k % 3];
        view.border = k < 7 ? Border::cut : Border::pool;
        const Image image = draw(view, everything.frame());
        EXPECT_GT(luminance(middleOf(image)), 0.0F) << liquids[k % 7];
    }
}

TEST(Relief, NumbersThatAreNoneCountAsZero)
{
    const Everything clean;
    Everything broken;
    for (const int i : {3, 20, 40})
    {
        const float value = i == 20 ? kNan : std::numeric_limits<float>::infinity();
        broken.terrain.at(i, 5) = value;
        broken.depth.at(i, 5) = -value;
        broken.foam.at(i / 4, 5) = value;
        broken.velocity.at(i / 4, 5) = value;
    }
    Everything zeros;
    for (const int i : {3, 20, 40})
    {
        zeros.terrain.at(i, 5) = 0.0F;
        zeros.depth.at(i, 5) = 0.0F;
        zeros.foam.at(i / 4, 5) = 0.0F;
        zeros.velocity.at(i / 4, 5) = 0.0F;
    }
    ReliefView view;
    view.width = 160;
    view.height = 120;
    const Image expected = draw(view, zeros.frame());
    EXPECT_EQ(draw(view, broken.frame()).rgb, expected.rgb);

    // Bodies and drops that are nowhere are not drawn.
    ReliefBody lost = bodyOf(broken.ball, {kNan, 0.0F, 0.0F}, kBlue);
    broken.bodies.push_back(lost);
    lost.position = {0.0F, 0.0F, 0.0F};
    lost.rotation = {0.0F, 0.0F, 0.0F, 0.0F};
    broken.bodies.push_back(lost);
    broken.drops.push_back({{0.0F, kNan, 0.0F}, {}, 0.1F, 1.0F, DropKind::spray});
    broken.drops.push_back({{0.0F, 0.0F, 1.0F}, {}, kNan, 1.0F, DropKind::spray});
    EXPECT_EQ(draw(view, broken.frame()).rgb, expected.rgb);
}

TEST(Relief, HugeAndTinyWorldsDraw)
{
    for (const double size : {1e-3, 1.0, 1e5})
    {
        const TestField terrain(9, 5, [&](double x, double) { return 0.1 * size * x; });
        const TestField depth(9, 5, [&](double x, double) { return 0.2 * size * (0.5 - x); });
        ReliefFrame frame;
        const auto width = static_cast<float>(size);
        frame.world = {0.0F, 0.0F, width, 0.01F * width};
        frame.terrain = terrain.view();
        frame.depth = depth.view();
        ReliefView view;
        view.width = 33;
        view.height = 17;
        EXPECT_EQ(draw(view, frame).rgb.size(), 33U * 17U * 3U);
    }
}

TEST(Relief, OneCellAndDryGroundDraw)
{
    ReliefView view = plainView();
    view.camera.elevation = 90.0F;
    const Colour dry = middleOf(draw(view, Basin(0.0, 1).frame()));
    EXPECT_GT(dry.r, 0.2F);
    const Colour wet = middleOf(draw(view, Basin(1.0, 1).frame()));
    EXPECT_GT(wet.r, 0.1F);
    EXPECT_LT(wet.r, dry.r);
    ReliefView small = plainView(1, 1);
    EXPECT_EQ(draw(small, Basin(1.0, 1).frame()).rgb.size(), 3U);
}

TEST(Relief, ViewsThatMakeNoSenseAreRefused)
{
    const auto refusal = [](auto&& change) {
        ReliefView view;
        change(view);
        return errorOf<Error>([&] { ReliefPainter painter(view); });
    };
    EXPECT_EQ(refusal([](ReliefView&) {}), "");
    EXPECT_EQ(refusal([](ReliefView& v) { v.width = 0; }),
              "view.width: 0 pixels is outside 1 .. 8192");
    EXPECT_EQ(refusal([](ReliefView& v) { v.camera.elevation = 0.0F; }),
              "view.camera.elevation: 0 is outside 1 .. 90");
    EXPECT_EQ(refusal([](ReliefView& v) { v.camera.fieldOfView = 150.0F; }),
              "view.camera.field_of_view: 150 is outside 0 .. 120");
    EXPECT_EQ(refusal([](ReliefView& v) { v.light.elevation = -10.0F; }),
              "view.light.elevation: -10 is outside 5 .. 90");
    EXPECT_EQ(refusal([](ReliefView& v) { v.liquid.refractiveIndex = 0.5F; }),
              "view.liquid.refractive_index: 0.5 is outside 1 .. 3");
    EXPECT_EQ(refusal([](ReliefView& v) { v.liquid.absorption.g = kNan; }),
              "view.liquid.absorption: nan is outside 0 .. 1000000");
    EXPECT_EQ(refusal([](ReliefView& v) { v.dyeColours.resize(9); }),
              "view.dye_colours: 9 colours; there are 8 dyes at most");
    EXPECT_EQ(errorOf<Error>([] { liquidLook("beer"); }),
              "liquid: there is no look of 'beer'; choose from: water, sea, oil, honey, mud, lava, "
              "diamond");
}

TEST(Relief, FramesThatDoNotFitTogetherAreRefused)
{
    const Basin basin(1.0);
    const TestField other(5, 4, [](double, double) { return 1.0; });
    const TestMesh ball = TestMesh::sphere(0.2F);
    const auto refusal = [&](auto&& change) {
        ReliefFrame frame = basin.frame();
        change(frame);
        return errorOf<Error>([&] { draw(plainView(8, 8), frame); });
    };
    EXPECT_EQ(refusal([](ReliefFrame& f) { f.depth = {}; }),
              "frame.depth: 0 x 0 cells with a stride of 0 is no field; this view needs one");
    EXPECT_EQ(refusal([&](ReliefFrame& f) { f.surface = other.view(); }),
              "frame.surface: 5 x 4 cells beside 16 x 16 of frame.terrain; both must have one "
              "resolution");
    EXPECT_EQ(refusal([](ReliefFrame& f) { f.world.right = f.world.left; }),
              "frame.world: 0 m x 4 m; right must be beyond left, and top above bottom");
    std::vector<ReliefBody> bodies = {bodyOf(ball, {}, kBlue)};
    const std::int32_t wrong[] = {0, 1, 5000};
    bodies[0].triangles = wrong;
    EXPECT_NE(refusal([&](ReliefFrame& f) {
                  f.bodies = bodies;
              }).find("frame.bodies[0].triangles: there is no vertex 5000"),
              std::string::npos);
    bodies[0].triangles = std::span(wrong, 2);
    EXPECT_NE(refusal([&](ReliefFrame& f) { f.bodies = bodies; }).find("2 numbers"),
              std::string::npos);
}

} // namespace
} // namespace tarn::render
