// Scenes on the GPU, drawn from their own buffers and by way of the host: the same pictures.
#include "scene/error.h"
#include "scene/gl_camera.h"
#include "scene/gl_fences.h"

#include "render/gl/headless.h"
#include "support/gl_device.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tarn::scene
{
namespace
{

constexpr std::string_view kFlow = R"toml(
[run]
dt = 0.01
time = 1
[flow]
nx = 37
ny = 21
width = 1.5
dye_channels = 2
dye_scale = 2
temperature = true
texture = true
[flow.initial]
velocity_x = "0.6 + 0.3*sin(5*y)"
velocity_y = "0.2*cos(4*x)"
temperature = "20 + 5*x"
dye = ["1.2*exp(-30*((x-0.5)^2 + (y-0.4)^2))", "x > 0.9"]
[[flow.solids]]
name = "ball"
shape = "circle"
radius = 0.1
position = [1.0, 0.4]
[view]
width = 96
legend = "none"
window = [0.1, 0.05, 1.4, 0.8]
[view.texture]
red = "0.5 + 0.5*sin(9*x)"
green = "0.5 + 0.5*sin(7*y)"
)toml";

constexpr std::string_view kWater = R"toml(
[run]
dt = 0.01
time = 1
[water]
nx = 40
ny = 30
width = 4
dye_channels = 1
terrain = "0.2*x - 0.3"
[water.initial]
surface = "0.3 + 0.1*exp(-8*((x-2)^2 + (y-1.5)^2))"
dye = ["y > 1"]
[view]
width = 96
height = 64
)toml";

class GlCamera : public testing::Test
{
  protected:
    void SetUp() override { TARN_SKIP_WITHOUT_GL(); }

    static std::unique_ptr<SceneRun> onGpu(std::string_view text, const char* show,
                                           bool isShared = false)
    {
        const std::vector<Override> changes = {{"view.show", show, "test"}};
        auto run = startScene(Scene::parse(text, "test", changes),
                              {.threads = 1, .backend = tn_backendGL, .isGlShared = isShared});
        for (int k = 0; k < 3; ++k)
        {
            run->step(0.01);
        }
        return run;
    }

    static render::Image shot(const SceneRun& run, GlKinship kinship)
    {
        const render::gl::Headless headless(run.gl());
        GlCameraChoice choice;
        choice.kinship = kinship;
        return makeGlCamera(run, headless.context(), choice)->shoot();
    }

    // Steps of 8 bits.
    static double difference(const render::Image& a, const render::Image& b)
    {
        double sum = 0.0;
        for (std::size_t k = 0; k < a.rgb.size(); ++k)
        {
            sum += std::abs(int(a.rgb[k]) - int(b.rgb[k]));
        }
        return sum / double(a.rgb.size());
    }
};

TEST_F(GlCamera, FlowsLookTheSameFromBuffersAndFromTheHost)
{
    for (const char* show :
         {"dye", "speed", "vorticity", "pressure", "divergence", "temperature", "texture"})
    {
        const auto run = onGpu(kFlow, show);
        const render::Image host = shot(*run, GlKinship::none);
        const render::Image buffers = shot(*run, GlKinship::same);
        ASSERT_EQ(host.rgb.size(), buffers.rgb.size());
        EXPECT_LT(difference(host, buffers), 0.02) << show;
        EXPECT_GT(*std::max_element(host.rgb.begin(), host.rgb.end()), 60) << show;
    }
}

TEST_F(GlCamera, WaterLooksTheSameFromBuffersAndFromTheHost)
{
    const auto run = onGpu(kWater, "relief");
    const render::Image host = shot(*run, GlKinship::none);
    const render::Image buffers = shot(*run, GlKinship::same);
    EXPECT_LT(difference(host, buffers), 0.05);
}

// Step by step, as a window does: whoever draws too early or steps too early shows another moment.
TEST_F(GlCamera, AContextThatSharesBuffersDrawsWhatWasStepped)
{
    for (const auto& [text, show] : {std::pair(kFlow, "dye"), std::pair(kWater, "relief")})
    {
        const render::gl::Headless headless(0);
        const auto run = onGpu(text, show, true);
        EXPECT_EQ(kinshipOf(*run), GlKinship::shares);
        GlCameraChoice choice;
        const auto host = makeGlCamera(*run, headless.context(), choice);
        choice.kinship = kinshipOf(*run);
        const auto shared = makeGlCamera(*run, headless.context(), choice);
        for (int k = 0; k < 5; ++k)
        {
            run->step(0.01);
            const render::Image buffers = shared->shoot();
            EXPECT_LT(difference(buffers, host->shoot()), 0.05) << show << " " << k;
        }
    }
    EXPECT_EQ(kinshipOf(*onGpu(kFlow, "dye")), GlKinship::none);
}

TEST_F(GlCamera, ChoicesThatDoNotFitAreRefused)
{
    const render::gl::Headless headless(0);
    const auto flow = startScene(Scene::parse(kFlow, "test"), {.threads = 1});
    const auto water = startScene(Scene::parse(kWater, "test"), {.threads = 1});
    EXPECT_THROW(makeGlCamera(*flow, headless.context(), parseGlCamera("under")), Error);
    EXPECT_THROW(makeGlCamera(*flow, headless.context(), parseGlCamera("azimuth=3")), Error);
    EXPECT_THROW(makeGlCamera(*water, headless.context(), parseGlCamera("zoom=3")), Error);
    EXPECT_THROW(parseGlCamera("zoom=0"), Error);
    GlCameraChoice choice = parseGlCamera("x=0.7,y=0.4,zoom=2");
    choice.isTransparent = true;
    const render::Image image = makeGlCamera(*flow, headless.context(), choice)->shoot();
    EXPECT_EQ(image.alpha.size(), std::size_t(image.width) * std::size_t(image.height));
}

} // namespace
} // namespace tarn::scene
