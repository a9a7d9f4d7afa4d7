// Pictures of water by OpenGL: small ones, judged by what must be seen in them.
#include "render/error.h"
#include "render/gl/water_stage.h"

#include "render/gl/gl_field.h"
#include "render/gl/gl_stage.h"
#include "render/test_field.h"
#include "render/test_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace tarn::render::gl
{
namespace
{

constexpr int kCells = 40;
constexpr float kSide = 4.0F; // metres

// A pool of water, 1 m deep, with waves of a height along x.
struct Pool
{
    std::vector<float> terrain = std::vector<float>(kCells * kCells, 0.0F);
    std::vector<float> depth = std::vector<float>(kCells * kCells, 1.0F);

    explicit Pool(float waves = 0.0F)
    {
        for (int j = 0; j < kCells; ++j)
        {
            for (int i = 0; i < kCells; ++i)
            {
                at(depth, i, j) += waves * std::sin(0.6F * static_cast<float>(i)) *
                                   std::cos(0.45F * static_cast<float>(j));
            }
        }
    }

    static float& at(std::vector<float>& field, int i, int j)
    {
        return field[std::size_t(j) * kCells + std::size_t(i)];
    }

    ReliefFrame frame() const
    {
        ReliefFrame frame;
        frame.world = {0.0F, 0.0F, kSide, kSide};
        frame.terrain = {terrain.data(), kCells, kCells, kCells};
        frame.depth = {depth.data(), kCells, kCells, kCells};
        return frame;
    }
};

ReliefView poolView()
{
    ReliefView view;
    view.ground.look = GroundLook::tiles;
    view.border = Border::pool;
    view.light.clouds = 0.0F;
    view.liquid.ripples = 0.0F;
    view.dither = false;
    return view;
}

class GlWater : public testing::Test
{
  protected:
    void SetUp() override { TARN_SKIP_WITHOUT_GL(); }

    static Image drawn(const ReliefFrame& frame, const ReliefView& view, int width = 160,
                       int height = 90)
    {
        const Target target = Target::offscreen(test::glContext(), width, height);
        stage().forget();
        stage().draw(frame, view, target);
        return target.read();
    }

    static Image seenFrom(const Camera& camera, const ReliefFrame& frame, const ReliefView& view)
    {
        const Target target = Target::offscreen(test::glContext(), 120, 120);
        stage().forget();
        stage().draw(frame, view, camera, target);
        return target.read();
    }

    // Coarser light than usual, which small pictures do not show.
    static WaterStage& stage()
    {
        static WaterStage stage(test::glContext(), [] {
            WaterStageOptions options;
            options.detail = Detail::medium;
            return options;
        }());
        return stage;
    }
};

double luminanceAt(const Image& image, int x, int y)
{
    const std::uint8_t* p = image.pixel(x, y);
    return 0.2126 * p[0] + 0.7152 * p[1] + 0.0722 * p[2];
}

// Standard deviation of the brightness in the middle of a picture.
double contrast(const Image& image)
{
    double sum = 0.0;
    double squares = 0.0;
    int count = 0;
    for (int y = image.height / 3; y < 2 * image.height / 3; ++y)
    {
        for (int x = image.width / 3; x < 2 * image.width / 3; ++x)
        {
            const double bright = luminanceAt(image, x, y);
            sum += bright;
            squares += bright * bright;
            ++count;
        }
    }
    return std::sqrt(std::max(squares / count - sum / count * sum / count, 0.0));
}

double difference(const Image& a, const Image& b)
{
    double sum = 0.0;
    for (std::size_t k = 0; k < a.rgb.size(); ++k)
    {
        sum += std::abs(int(a.rgb[k]) - int(b.rgb[k]));
    }
    return sum / static_cast<double>(a.rgb.size());
}

Camera fromAbove(float fieldOfView = 0.0F)
{
    return {{{0.5F * kSide, 0.5F * kSide, 1.0F}, -90.0F, 90.0F, 7.0F, fieldOfView}, 1.0F};
}

TEST_F(GlWater, APoolIsBlueAndItsTilesAreSeen)
{
    const Pool pool;
    const Image image = drawn(pool.frame(), poolView());
    const std::uint8_t* middle = image.pixel(80, 40);
    EXPECT_GT(middle[2], middle[0] + 30);
    EXPECT_GT(middle[2], 60);
    EXPECT_GT(contrast(image), 4.0);
}

TEST_F(GlWater, TwoPicturesOfOneFrameAreEqual)
{
    const Pool pool(0.05F);
    const Image first = drawn(pool.frame(), poolView());
    const Image other = drawn(Pool(-0.08F).frame(), poolView());
    const Image again = drawn(pool.frame(), poolView());
    EXPECT_EQ(first.rgb, again.rgb);
    EXPECT_GT(difference(first, other), 1.0);
}

TEST_F(GlWater, WavesGatherLightOnAPlainFloor)
{
    ReliefView view = poolView();
    view.ground.look = GroundLook::plain;
    const Image flat = seenFrom(fromAbove(), Pool().frame(), view);
    const Image wavy = seenFrom(fromAbove(), Pool(0.03F).frame(), view);
    view.liquid.caustics = 0.0F;
    const Image without = seenFrom(fromAbove(), Pool(0.03F).frame(), view);
    EXPECT_LT(contrast(flat), 3.0);
    EXPECT_GT(contrast(wavy), 2.0 * contrast(without) + 2.0);
}

TEST_F(GlWater, DeeperWaterTakesMoreRedThanBlue)
{
    ReliefView view = poolView();
    view.ground.look = GroundLook::plain;
    Pool shallow;
    std::fill(shallow.terrain.begin(), shallow.terrain.end(), 0.8F);
    std::fill(shallow.depth.begin(), shallow.depth.end(), 0.2F);
    const Image near = seenFrom(fromAbove(), shallow.frame(), view);
    const Image far = seenFrom(fromAbove(), Pool().frame(), view);
    const std::uint8_t* a = near.pixel(60, 60);
    const std::uint8_t* b = far.pixel(60, 60);
    EXPECT_LT(double(b[0]) / a[0], 0.8 * double(b[2]) / a[2]);
}

TEST_F(GlWater, ABodyUnderWaterIsSeenHigherThanItIs)
{
    // Seen at a slant, what lies on the floor is lifted: it is higher in the picture than without
    // water.
    const test::TestMesh box = test::TestMesh::box({0.35F, 0.35F, 0.15F});
    ReliefBody body;
    body.vertices = box.vertices;
    body.triangles = box.triangles;
    body.position = {2.0F, 2.0F, 0.16F};
    body.colour = {1.0F, 0.02F, 0.02F};
    const std::array<ReliefBody, 1> bodies = {body};
    ReliefView view = poolView();
    view.ground.look = GroundLook::plain;
    view.liquid.absorption = {0.0F, 0.0F, 0.0F};
    view.liquid.scattering = 0.0F;
    const Camera camera({{2.0F, 2.0F, 0.5F}, -90.0F, 45.0F, 5.0F, 40.0F}, 1.0F);
    Pool dry;
    std::fill(dry.depth.begin(), dry.depth.end(), 0.0F);
    const auto heightIn = [&](const Pool& pool) {
        ReliefFrame frame = pool.frame();
        frame.bodies = bodies;
        const Image image = seenFrom(camera, frame, view);
        double sum = 0.0;
        int count = 0;
        for (int y = 0; y < image.height; ++y)
        {
            for (int x = 0; x < image.width; ++x)
            {
                const std::uint8_t* p = image.pixel(x, y);
                if (p[0] > 2 * p[1] && p[0] > 2 * p[2])
                {
                    sum += y;
                    ++count;
                }
            }
        }
        EXPECT_GT(count, 50);
        return sum / count;
    };
    EXPECT_LT(heightIn(Pool()), heightIn(dry) - 3.0);
}

TEST_F(GlWater, AFloatingBodyShadesTheFloor)
{
    const test::TestMesh box = test::TestMesh::box({0.5F, 0.5F, 0.1F});
    ReliefBody body;
    body.vertices = box.vertices;
    body.triangles = box.triangles;
    body.position = {2.0F, 2.0F, 1.4F};
    const std::array<ReliefBody, 1> bodies = {body};
    ReliefView view = poolView();
    view.ground.look = GroundLook::plain;
    view.light.azimuth = 0.0F; // the shadow falls towards -x
    view.light.elevation = 60.0F;
    const Pool pool;
    ReliefFrame frame = pool.frame();
    const Image without = seenFrom(fromAbove(), frame, view);
    frame.bodies = bodies;
    const Image with = seenFrom(fromAbove(), frame, view);
    double darker = 0.0;
    for (int x = 30; x < 48; ++x)
    {
        darker = std::max(darker, luminanceAt(without, x, 60) - luminanceAt(with, x, 60));
    }
    EXPECT_GT(darker, 15.0);
    EXPECT_LT(std::abs(luminanceAt(without, 95, 60) - luminanceAt(with, 95, 60)), 6.0);
}

TEST_F(GlWater, FromUnderWaterTheSkyIsARoundWindow)
{
    ReliefView view = poolView();
    view.liquid.absorption = {0.0F, 0.0F, 0.0F};
    view.liquid.scattering = 0.0F;
    view.ground.look = GroundLook::plain;
    view.ground.colour = {0.02F, 0.02F, 0.02F};
    view.border = Border::cut;
    const Pool pool;
    // Straight up from the middle of the floor: 120 degrees wide, the window is 97.
    const Camera camera =
        Camera::lookingFrom({2.0F, 2.0F, 0.8F}, {2.0F, 2.001F, 0.9F}, 120.0F, 1.0F);
    const Image image = seenFrom(camera, pool.frame(), view);
    const double sky = luminanceAt(image, 60, 60);
    EXPECT_GT(sky, 80.0);
    EXPECT_GT(luminanceAt(image, 60 + 25, 60), 0.6 * sky); // 36 degrees
    EXPECT_LT(luminanceAt(image, 60 + 52, 60), 0.6 * sky); // 56 degrees: beyond it
}

TEST_F(GlWater, DetailsAreOnePictureMoreOrLessFine)
{
    const Pool pool(0.03F);
    ReliefView view = poolView();
    const auto drawnWith = [&](Detail detail) {
        stage().setOptions({.detail = detail});
        Image image = drawn(pool.frame(), view, 240, 135);
        stage().setOptions({.detail = Detail::medium});
        return image;
    };
    const Image high = drawnWith(Detail::high);
    const Image low = drawnWith(Detail::low);
    EXPECT_NE(low.rgb, high.rgb);
    view.light.azimuth += 90.0F;
    const Image turned = drawnWith(Detail::high);
    view.light.azimuth -= 90.0F;
    for (const Detail detail : {Detail::low, Detail::medium})
    {
        EXPECT_LT(difference(drawnWith(detail), high), 0.5 * difference(turned, high))
            << int(detail);
    }
    EXPECT_EQ(drawnWith(Detail::high).rgb, high.rgb) << "back from others";
}

TEST_F(GlWater, AViewSaysWhichDetailUnlessTheHostDoes)
{
    const Pool pool(0.03F);
    ReliefView view = poolView();
    view.detail = Detail::low;
    stage().setOptions({});
    const Image asViewed = drawn(pool.frame(), view);
    stage().setOptions({.detail = Detail::low});
    view.detail = Detail::high;
    const Image asHosted = drawn(pool.frame(), view);
    stage().setOptions({.detail = Detail::medium});
    EXPECT_EQ(asViewed.rgb, asHosted.rgb);
}

TEST_F(GlWater, AFormedFresnelThrowsBackWhatItIsTold)
{
    ReliefView view = poolView();
    view.ground.look = GroundLook::plain;
    view.ground.colour = {0.0F, 0.0F, 0.0F};
    view.liquid.scattering = 0.0F;
    const Pool pool;
    const auto middle = [&](FresnelStyle style) {
        view.fresnel = style;
        return luminanceAt(seenFrom(fromAbove(), pool.frame(), view), 60, 60);
    };
    const double exact = middle({});
    const double none = middle({FresnelKind::formed, 0.0F, 0.0F, 5.0F});
    const double half = middle({FresnelKind::formed, 0.5F, 0.0F, 5.0F});
    const double schlick = middle({FresnelKind::formed, 0.0204F, 0.9796F, 5.0F});
    EXPECT_LT(none, exact);
    EXPECT_GT(half, exact + 60.0);
    EXPECT_NEAR(schlick, exact, 2.0);
}

TEST_F(GlWater, DispersionPutsColouredFringesAroundTiles)
{
    ReliefView view = poolView();
    view.liquid = liquidLook("diamond");
    view.liquid.ripples = 0.0F;
    const Camera camera({{2.0F, 2.0F, 0.5F}, -90.0F, 30.0F, 3.0F, 20.0F}, 1.0F);
    stage().setOptions({.detail = Detail::high});
    const auto fringes = [&](float dispersion) {
        view.liquid.dispersion = dispersion;
        const Image image = seenFrom(camera, Pool().frame(), view);
        double sum = 0.0; // of how much red and blue change differently from row to row
        for (int y = 40; y < 80; ++y)
        {
            for (int x = 40; x < 80; ++x)
            {
                const std::uint8_t* p = image.pixel(x, y);
                const std::uint8_t* q = image.pixel(x, y + 1);
                sum += std::abs((p[0] - q[0]) - (p[2] - q[2]));
            }
        }
        return sum / 1600.0;
    };
    const double apart = fringes(0.3F);
    const double together = fringes(0.0F);
    stage().setOptions({.detail = Detail::medium});
    EXPECT_GT(apart, 1.5 * together);
}

TEST_F(GlWater, SandStaysDarkWhereAWaveWasUntilItDries)
{
    // A shore along x = 2 m; a wave has gone up to 2.6 m and back.
    const auto shore = [](float to) {
        Pool pool;
        for (int j = 0; j < kCells; ++j)
        {
            for (int i = 0; i < kCells; ++i)
            {
                const float x = (static_cast<float>(i) + 0.5F) * kSide / kCells;
                Pool::at(pool.terrain, i, j) = 0.3F * x + 0.4F;
                Pool::at(pool.depth, i, j) = std::max(0.3F * (to - x), 0.0F);
            }
        }
        return pool;
    };
    const Pool high = shore(2.6F);
    const Pool low = shore(2.0F);
    ReliefView view = poolView();
    view.ground.look = GroundLook::plain;
    view.border = Border::cut;
    const auto darkness = [&](double after) { // of the sand at 2.4 m, beside that at 3.4 m
        const Target target = Target::offscreen(test::glContext(), 120, 120);
        stage().forget();
        ReliefFrame frame = high.frame();
        if (after > 0.0)
        {
            stage().draw(frame, view, fromAbove(), target);
        }
        frame = low.frame();
        frame.time = after;
        stage().draw(frame, view, fromAbove(), target);
        const Image image = target.read();
        const auto column = [](float x) { return 60 + static_cast<int>((x - 2.0F) * 34.4F); };
        return luminanceAt(image, column(3.4F), 60) - luminanceAt(image, column(2.4F), 60);
    };
    const double never = darkness(0.0);
    EXPECT_GT(darkness(0.5), never + 20.0);
    EXPECT_GT(darkness(0.5), darkness(4.5) + 5.0);
    EXPECT_NEAR(darkness(60.0), never, 1.0) << "too long ago to remember";
}

TEST_F(GlWater, BadNumbersDoNotSpoilAPicture)
{
    Pool pool(0.02F);
    Pool::at(pool.depth, 7, 9) = std::numeric_limits<float>::quiet_NaN();
    Pool::at(pool.terrain, 20, 30) = std::numeric_limits<float>::infinity();
    const Image image = drawn(pool.frame(), poolView());
    EXPECT_GT(luminanceAt(image, 80, 45), 20.0);
}

TEST_F(GlWater, FieldsMayLieInBothPlacesAtOnce)
{
    const Pool pool(0.05F);
    const Image onHost = drawn(pool.frame(), poolView());
    Field depth(kCells, kCells);
    depth.numbers = pool.depth;
    const OnGpu gpuDepth(depth);
    ReliefFrame frame = pool.frame();
    frame.depth = gpuDepth.view();
    EXPECT_EQ(drawn(frame, poolView()).rgb, onHost.rgb);
}

TEST_F(GlWater, TheOrderOfDropsDoesNotMatter)
{
    std::vector<ReliefDrop> drops;
    for (int k = 0; k < 200; ++k)
    {
        const auto n = static_cast<float>(k);
        ReliefDrop drop;
        drop.position = {2.0F + std::sin(2.0F * n), 2.0F + std::cos(3.0F * n), 1.0F + 0.002F * n};
        drop.radius = 0.1F;
        drop.opacity = 0.8F;
        drop.kind = k % 2 == 0 ? DropKind::spray : DropKind::foam;
        drops.push_back(drop);
    }
    const Pool pool;
    ReliefFrame frame = pool.frame();
    const Image without = drawn(frame, poolView());
    frame.drops = drops;
    const Image forwards = drawn(frame, poolView());
    std::reverse(drops.begin(), drops.end());
    EXPECT_EQ(drawn(frame, poolView()).rgb, forwards.rgb);
    EXPECT_NE(forwards.rgb, without.rgb);
}

TEST_F(GlWater, ACameraMayDependOnWhatThereIs)
{
    const Pool pool;
    const Target target = Target::offscreen(test::glContext(), 40, 40);
    float deepest = 0.0F;
    stage().draw(
        pool.frame(), poolView(),
        [&](const ReliefFrame& known) {
            deepest = *std::max_element(known.depth.data, known.depth.data + kCells * kCells);
            return WaterStage::cameraOf(known, poolView(), 1.0F);
        },
        target);
    EXPECT_EQ(deepest, 1.0F);
    const Image chosen = target.read();
    EXPECT_EQ(drawn(pool.frame(), poolView(), 40, 40).rgb, chosen.rgb);
}

TEST_F(GlWater, ViewsAndFramesThatMakeNoSenseAreRefused)
{
    const auto refusal = [](const ReliefFrame& frame, const ReliefView& view) {
        return test::errorOf<Error>([&] { drawn(frame, view); });
    };
    const Pool pool;
    ReliefView view = poolView();
    view.fresnel.scale = -1.0F;
    EXPECT_EQ(refusal(pool.frame(), view), "view.fresnel.scale: -1 is outside 0 .. 1");
    ReliefFrame frame = pool.frame();
    frame.depth.rows /= 2;
    EXPECT_EQ(refusal(frame, poolView()), "frame.depth: 40 x 20 cells beside 40 x 40 of "
                                          "frame.terrain; both must have one resolution");
}

TEST_F(GlWater, AFrameWithoutGroundIsRefused)
{
    ReliefFrame frame = Pool().frame();
    frame.terrain = {};
    EXPECT_THROW(drawn(frame, poolView()), Error);
}

} // namespace
} // namespace tarn::render::gl
