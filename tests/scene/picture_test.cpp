// Every built-in scene, small, as the CPU draws it, beside its stored picture.
#include "support/scene_pictures.h"

#include "scene/builtin.h"
#include "support/random.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace tarn::scene
{
namespace
{

using render::Image;
using test::distanceBetween;
using test::PictureScene;

const PictureScene& pictureOf(const std::string& name)
{
    const auto& all = test::pictureScenes();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const PictureScene& scene) { return scene.name == name; });
    EXPECT_NE(found, all.end());
    return *found;
}

class Pictures : public testing::TestWithParam<PictureScene>
{
};

TEST_P(Pictures, LookAsStored)
{
    const auto run = test::atItsMoment(GetParam());
    EXPECT_TRUE(test::looksAsStored(std::string(GetParam().name) + ".png",
                                    run->makeCamera()->shoot(), test::kSameLook));
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

// The threshold: what is another picture is beyond it, what is noise far within.
TEST(PictureDistance, TellsOtherPicturesApartAndForgivesNoise)
{
    const PictureScene& pool = pictureOf("pool");
    const auto shot = [&](const test::Changes& more, int threads = 1) {
        return test::atItsMoment(pool, threads, more)->makeCamera()->shoot();
    };
    const Image right = shot({});
    EXPECT_EQ(distanceBetween(right, right).worst, 0.0);
    EXPECT_EQ(shot({}, 2).rgb, right.rgb);
    const auto expectWrong = [&](const char* what, const Image& image) {
        const test::PictureDistance distance = distanceBetween(image, right);
        EXPECT_FALSE(isWithin(distance, test::kSameLook))
            << what << ": " << distance.mean << " on average, " << distance.worst
            << " at its worst";
    };
    expectWrong("mirrored", test::mirrored(right));
    expectWrong("not refracted", shot({{"view.relief.refractive_index", "1"}}));
    expectWrong("without caustics", shot({{"view.relief.caustics", "0"}}));
    expectWrong("the sun elsewhere", shot({{"view.relief.sun_azimuth", "160"}}));
    PictureScene later = pool;
    later.time += 0.25;
    expectWrong("later", test::atItsMoment(later)->makeCamera()->shoot());

    const auto expectRight = [&](const char* what, const Image& image) {
        const test::PictureDistance distance = distanceBetween(image, right);
        EXPECT_TRUE(isWithin(distance, test::kSameLook, 0.65))
            << what << ": " << distance.mean << " on average, " << distance.worst
            << " at its worst";
    };
    Image noisy = right;
    test::Random random(1);
    for (std::uint8_t& value : noisy.rgb)
    {
        value = std::uint8_t(std::clamp(int(value) + random.between(-4, 4), 0, 255));
    }
    expectRight("noise", noisy);
    expectRight("other rays", shot({{"view.relief.quality", "fine"}}));
    // Rounding that differs grows with the waves: as if a body had begun a hair beside its place.
    expectRight("another rounding", shot({{"water.level", "1.400001"}}));
}

} // namespace
} // namespace tarn::scene
