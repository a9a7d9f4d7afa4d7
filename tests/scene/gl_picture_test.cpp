// Every built-in scene that OpenGL draws, small, beside its stored picture. Drivers differ by less
// than the tolerance.
#include "scene/gl_camera.h"
#include "support/scene_pictures.h"

#include "render/gl/headless.h"
#include "scene/water_run.h"
#include "support/gl_device.h"

#include <gtest/gtest.h>

namespace tarn::scene
{
namespace
{

using test::PictureScene;

// Those whose view OpenGL has a stage for.
std::vector<PictureScene> drawnByGl()
{
    std::vector<PictureScene> scenes;
    for (const PictureScene& picture : test::pictureScenes())
    {
        const Scene scene = Scene::find(picture.name);
        const auto* water = std::get_if<WaterDescription>(&scene.part);
        if (water != nullptr && water->show == WaterShow::relief && !water->onFlow)
        {
            scenes.push_back(picture);
        }
    }
    return scenes;
}

class GlPictures : public testing::TestWithParam<PictureScene>
{
  protected:
    void SetUp() override { TARN_SKIP_WITHOUT_GL(); }

    static const render::gl::Context& context()
    {
        static render::gl::Headless headless;
        return headless.context();
    }

    static render::Image shot(const PictureScene& picture, const test::Changes& more = {})
    {
        test::Changes changes = {{"view.relief.detail", "medium"}};
        changes.insert(changes.end(), more.begin(), more.end());
        const auto run = test::atItsMoment(picture, 1, changes);
        return makeGlCamera(*run, context())->shoot();
    }
};

TEST_P(GlPictures, LookAsStored)
{
    EXPECT_TRUE(test::looksAsStored(std::string(GetParam().name) + "_gl.png", shot(GetParam()),
                                    test::kSameLookByGl));
}

INSTANTIATE_TEST_SUITE_P(Scenes, GlPictures, testing::ValuesIn(drawnByGl()),
                         [](const auto& scene) { return std::string(scene.param.name); });

using GlPictureDistance = GlPictures;

// The threshold, as for the CPU's: what is another picture is beyond it.
TEST_P(GlPictureDistance, TellsOtherPicturesApartAndForgivesOtherSamples)
{
    const render::Image right = shot(GetParam());
    const auto expect = [&](bool isSame, const char* what, const render::Image& image) {
        const test::PictureDistance distance = test::distanceBetween(image, right);
        EXPECT_EQ(isWithin(distance, test::kSameLookByGl), isSame)
            << what << ": " << distance.mean << " on average, " << distance.worst
            << " at its worst";
    };
    const auto changed = [&](const char* key, const char* value) {
        return shot(GetParam(), {{key, value}});
    };
    expect(true, "finer", changed("view.relief.detail", "high"));
    expect(false, "mirrored", test::mirrored(right));
    expect(false, "not refracted", changed("view.relief.refractive_index", "1"));
    expect(false, "the sun elsewhere", changed("view.relief.sun_azimuth", "160"));
    expect(false, "balls are missing", changed("water.bodies.balls.count", "1"));
}

INSTANTIATE_TEST_SUITE_P(Pool, GlPictureDistance, testing::Values(PictureScene{"pool", 2.0, 0.5}),
                         [](const auto& scene) { return std::string(scene.param.name); });

} // namespace
} // namespace tarn::scene
