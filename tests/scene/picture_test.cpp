// Every built-in scene, small, as the CPU and as OpenGL draw it, beside its stored pictures.
#include "support/scene_pictures.h"

#include "scene/builtin.h"
#include "support/random.h"

#ifdef TARN_HAS_GL
#include "render/gl/headless.h"
#include "scene/gl_camera.h"
#endif

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>

namespace tarn::scene
{
namespace
{

using render::Image;
using test::PictureDistance;
using test::PictureScene;

Image byCpu(const SceneRun& run)
{
    return run.makeCamera()->shoot();
}

#ifdef TARN_HAS_GL

bool mayUseGl()
{
    return tnGetGlDeviceCount() > 0 || std::getenv("TARN_NEED_GL") != nullptr;
}

Image byGl(const SceneRun& run)
{
    static render::gl::Headless headless;
    return makeGlCamera(run, headless.context())->shoot();
}

#endif

class Pictures : public testing::TestWithParam<PictureScene>
{
};

// Both of one run.
TEST_P(Pictures, LookAsStored)
{
    const std::string name = GetParam().name;
    const auto run = test::atItsMoment(GetParam());
    EXPECT_TRUE(test::looksAsStored(name + ".png", byCpu(*run), test::kSameLook));
#ifdef TARN_HAS_GL
    if (mayUseGl())
    {
        EXPECT_TRUE(test::looksAsStored(name + "_gl.png", byGl(*run), test::kSameLookByGl));
    }
#endif
}

INSTANTIATE_TEST_SUITE_P(Scenes, Pictures, testing::ValuesIn(test::pictureScenes()),
                         [](const auto& scene) { return std::string(scene.param.name); });

TEST(PicturesOfScenes, AreOfAllThereAre)
{
    for (const BuiltinScene& scene : builtinScenes())
    {
        EXPECT_TRUE(std::any_of(test::pictureScenes().begin(), test::pictureScenes().end(),
                                [&](const PictureScene& p) { return p.name == scene.name; }))
            << scene.name;
    }
}

// A threshold lies between other pictures of the pool, which must be told apart from the right one,
// and the right one with noise.
class Threshold
{
  public:
    using Draw = Image (*)(const SceneRun& run);

    Threshold(Draw draw, const PictureDistance& most) : draw_(draw), most_(most), right_(shot({}))
    {
    }

    Image shot(const test::Changes& changes, double later = 0.0, int threads = 1) const
    {
        PictureScene pool = test::pictureOf("pool");
        pool.time += later;
        return draw_(*test::atItsMoment(pool, threads, changes));
    }

    const Image& right() const { return right_; }

    void expectOther(const char* what, const Image& image) const
    {
        const PictureDistance distance = test::distanceBetween(image, right_);
        EXPECT_FALSE(isWithin(distance, most_)) << what << ": " << distance;
    }

    void expectSame(const char* what, const Image& image) const
    {
        const PictureDistance distance = test::distanceBetween(image, right_);
        EXPECT_TRUE(isWithin(distance, most_, 0.65)) << what << ": " << distance;
    }

    void expectOthers() const
    {
        expectOther("mirrored", test::mirrored(right_));
        expectOther("not refracted", shot({{"view.relief.refractive_index", "1"}}));
        expectOther("the sun elsewhere", shot({{"view.relief.sun_azimuth", "160"}}));
        expectOther("most balls missing", shot({{"water.bodies.balls.count", "1"}}));
        expectOther("later", shot({}, 0.25));
    }

  private:
    Draw draw_;
    PictureDistance most_;
    Image right_;
};

TEST(PictureThreshold, TellsOtherPicturesApartAndForgivesNoise)
{
    const Threshold threshold(byCpu, test::kSameLook);
    threshold.expectOthers();
    threshold.expectOther("without caustics", threshold.shot({{"view.relief.caustics", "0"}}));

    EXPECT_EQ(threshold.shot({}, 0.0, 2).rgb, threshold.right().rgb) << "of two threads";
    Image noisy = threshold.right();
    test::Random random(1);
    for (std::uint8_t& value : noisy.rgb)
    {
        value = std::uint8_t(std::clamp(int(value) + random.between(-4, 4), 0, 255));
    }
    threshold.expectSame("noise", noisy);
    threshold.expectSame("other rays", threshold.shot({{"view.relief.quality", "fine"}}));
    // A micrometre more water rounds every number of the run differently.
    threshold.expectSame("other rounding", threshold.shot({{"water.level", "1.400001"}}));
}

#ifdef TARN_HAS_GL

TEST(PictureThreshold, TellsOtherPicturesByOpenGlApartAndForgivesOtherSamples)
{
    if (!mayUseGl())
    {
        GTEST_SKIP() << "EGL lists no device; install libegl1 and libgl1-mesa-dri";
    }
    const Threshold threshold(byGl, test::kSameLookByGl);
    threshold.expectOthers();
    threshold.expectSame("finer", threshold.shot({{"view.relief.detail", "high"}}));
    threshold.expectSame("other rounding", threshold.shot({{"water.level", "1.400001"}}));
}

#endif

} // namespace
} // namespace tarn::scene
