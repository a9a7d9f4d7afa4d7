#include "support/scene_pictures.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

namespace tarn::test
{
namespace
{

constexpr const char* kFolder = TARN_TEST_DATA "/pictures/";

} // namespace

// At moments when there is something to see, but before roundings are: those of ink are seen after
// 1.2 s, those of smoke after 1.7 s, those of convection after 20 s.
const std::vector<PictureScene>& pictureScenes()
{
    static const std::vector<PictureScene> kScenes = {
        {"bathtub_honey", 2.0, 0.5},
        {"beach", 5.0, 0.5},
        {"cavity", 2.0, 0.4},
        {"dam_break", 1.6, 0.4},
        {"ducks", 0.5, 0.4, {{"water.bodies.ducks.count", "120"}}},
        {"harbour", 3.0, 0.4},
        {"heated_room", 6.0, 0.3},
        {"honey", 1.2, 0.4},
        {"ink", 1.0, 0.4},
        {"karman", 1.2, 0.25},
        {"kelvin_helmholtz", 1.4, 0.35},
        {"liquid_texture", 2.0, 0.4},
        {"pool", 2.0, 0.5},
        {"rain", 2.0, 0.5},
        {"rayleigh_benard", 14.0, 0.3},
        {"river", 3.0, 0.4},
        {"smoke", 1.2, 0.4},
        {"thesis", 3.0, 0.5},
        {"tide_pool", 8.0, 0.4},
        {"wind_tunnel", 1.2, 0.35}};
    return kScenes;
}

const PictureScene& pictureOf(const std::string& name)
{
    const auto& all = pictureScenes();
    return *std::find_if(all.begin(), all.end(),
                         [&](const PictureScene& picture) { return picture.name == name; });
}

std::unique_ptr<scene::SceneRun> atItsMoment(const PictureScene& picture, int threads,
                                             const Changes& more)
{
    std::vector<scene::Override> changes;
    Changes usual = {{"view.width", "160"}, {"view.height", "90"}};
    if (std::holds_alternative<scene::WaterDescription>(scene::Scene::find(picture.name).part))
    {
        usual.emplace_back("view.relief.detail", "medium");
    }
    for (const Changes& some : {picture.changes, usual, more})
    {
        for (const auto& [key, value] : some)
        {
            changes.push_back({key, value, key + "=" + value});
        }
    }
    scene::Scene scene = scene::Scene::find(picture.name, changes);
    scene.refine(picture.refine);
    std::unique_ptr<scene::SceneRun> run = scene::startScene(scene, {.threads = threads});
    const auto steps = static_cast<int>(std::lround(picture.time / scene.run.dt));
    for (int k = 0; k < steps; ++k)
    {
        run->step(scene.run.dt);
    }
    return run;
}

bool isWithin(const PictureDistance& distance, const PictureDistance& most, double part)
{
    return distance.mean <= part * most.mean && distance.worst <= part * most.worst;
}

render::Image mirrored(const render::Image& image)
{
    render::Image turned = image;
    for (int y = 0; y < image.height; ++y)
    {
        for (int x = 0; x < image.width; ++x)
        {
            std::copy_n(image.pixel(image.width - 1 - x, y), 3, turned.pixel(x, y));
        }
    }
    return turned;
}

testing::AssertionResult looksAsStored(const std::string& file, const render::Image& image,
                                       const PictureDistance& most)
{
    const std::string path = kFolder + file;
    if (const char* renew = std::getenv("TARN_RENEW_PICTURES"); renew != nullptr && *renew != '\0')
    {
        std::filesystem::create_directories(kFolder);
        render::writePng(path, image);
        return testing::AssertionSuccess();
    }
    const render::Image stored = render::readImage(path);
    if (stored.width != image.width || stored.height != image.height)
    {
        return testing::AssertionFailure() << path << " has another size; renew it";
    }
    const PictureDistance distance = distanceBetween(image, stored);
    if (isWithin(distance, most))
    {
        return testing::AssertionSuccess();
    }
    const std::string seen = testing::TempDir() + file;
    render::writePng(seen, image);
    return testing::AssertionFailure()
           << "differs from " << path << " by " << distance << "; see " << seen;
}

} // namespace tarn::test
