#include "scene/gl_camera.h"

#include "scene/error.h"
#include "scene/water_run.h"
#include "scene/water_shot.h"

#include "render/gl/target.h"
#include "render/gl/water_stage.h"

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

using render::Vec3;
namespace gl = render::gl;

// An eye in a corner of the water, half way down, that looks up a little at the far corner.
gl::Camera underWater(const render::ReliefFrame& frame, const GlCameraChoice& choice, float aspect)
{
    const render::Rectangle& world = frame.world;
    const auto place = [&](float u, float v) {
        const int i = static_cast<int>(u * static_cast<float>(frame.terrain.columns));
        const int j = static_cast<int>(v * static_cast<float>(frame.terrain.rows));
        const float ground = frame.terrain.row(j)[i];
        const float water = frame.surface.row(j)[i];
        return Vec3(world.left + u * world.width(), world.bottom + v * world.height(),
                    render::mix(ground, water, 0.5F));
    };
    // The deepest of some places: shores have none to dive in.
    Vec3 eye = place(0.5F, 0.06F);
    float deepest = 0.0F;
    for (const auto& [u, v] : {std::pair(0.5F, 0.06F),
                               {0.06F, 0.5F},
                               {0.5F, 0.94F},
                               {0.94F, 0.5F},
                               {0.3F, 0.3F},
                               {0.7F, 0.7F},
                               {0.5F, 0.5F}})
    {
        const int i = static_cast<int>(u * static_cast<float>(frame.depth.columns));
        const int j = static_cast<int>(v * static_cast<float>(frame.depth.rows));
        if (frame.depth.row(j)[i] > 1.05F * deepest)
        {
            deepest = frame.depth.row(j)[i];
            eye = place(u, v);
        }
    }
    const float azimuth = choice.azimuth.value_or(0.0F);
    Vec3 ahead(0.5F * (world.left + world.right) - eye.x, 0.5F * (world.bottom + world.top) - eye.y,
               0.0F);
    ahead = choice.azimuth || render::length(ahead) < 1e-3F ? render::towards(azimuth, 0.0F)
                                                            : render::normalized(ahead);
    const Vec3 up(0.0F, 0.0F, std::tan(choice.elevation.value_or(12.0F) * 0.017453293F));
    return gl::Camera::lookingFrom(eye, eye + ahead + up, choice.fieldOfView.value_or(70.0F),
                                   aspect);
}

class GlWaterCamera : public Camera
{
  public:
    GlWaterCamera(const WaterRun& run, const gl::Context& context, GlCameraChoice choice)
        : shot_(run), view_(run.scene().water().relief), choice_(std::move(choice)),
          stage_(context), target_(gl::Target::offscreen(context, view_.width, view_.height))
    {
        if (choice_.view == "top" || choice_.view == "side")
        {
            view_.camera.fieldOfView = 0.0F;
            view_.camera.elevation = choice_.view == "top" ? 90.0F : 0.0F;
            view_.camera.azimuth = -90.0F;
            view_.camera.distance = 0.0F;
        }
        view_.camera.azimuth = choice_.azimuth.value_or(view_.camera.azimuth);
        view_.camera.elevation = choice_.elevation.value_or(view_.camera.elevation);
        view_.camera.distance = choice_.distance.value_or(view_.camera.distance);
        view_.camera.fieldOfView = choice_.fieldOfView.value_or(view_.camera.fieldOfView);
    }

    render::Image shoot() override
    {
        const render::ReliefFrame frame = shot_.frame();
        const float aspect =
            static_cast<float>(target_.width()) / static_cast<float>(target_.height());
        const gl::Camera camera = choice_.view == "under"
                                      ? underWater(frame, choice_, aspect)
                                      : gl::WaterStage::cameraOf(frame, view_, aspect);
        stage_.draw(frame, view_, camera, target_);
        return target_.read();
    }

  private:
    WaterShot shot_;
    render::ReliefView view_;
    GlCameraChoice choice_;
    gl::WaterStage stage_;
    gl::Target target_;
};

float numberOf(std::string_view key, const std::string& text)
{
    char* end = nullptr;
    const float value = std::strtof(text.c_str(), &end);
    if (text.empty() || *end != '\0' || !std::isfinite(value))
    {
        throw Error(fmt::format("camera: {}={}: give a number, as in azimuth=30", key, text));
    }
    return value;
}

float within(std::string_view key, float value, float low, float high)
{
    if (!(value >= low && value <= high))
    {
        throw Error(fmt::format("camera: {}={} is outside {} .. {}", key, value, low, high));
    }
    return value;
}

} // namespace

const std::vector<std::string>& glCameraViews()
{
    static const std::vector<std::string> kViews = {"top", "side", "under"};
    return kViews;
}

GlCameraChoice parseGlCamera(std::string_view text)
{
    GlCameraChoice choice;
    while (!text.empty())
    {
        const std::string_view part = text.substr(0, text.find(','));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const std::size_t equals = part.find('=');
        const std::string_view key = part.substr(0, equals);
        const auto& views = glCameraViews();
        if (equals == part.npos && std::find(views.begin(), views.end(), key) != views.end())
        {
            choice.view = key;
            continue;
        }
        const auto number = [&] {
            return numberOf(key, std::string(equals == part.npos ? "" : part.substr(equals + 1)));
        };
        if (key == "azimuth")
        {
            choice.azimuth = within(key, number(), -3600.0F, 3600.0F);
        }
        else if (key == "elevation")
        {
            choice.elevation = within(key, number(), -90.0F, 90.0F);
        }
        else if (key == "distance")
        {
            choice.distance = within(key, number(), 0.0F, 1e6F);
        }
        else if (key == "field_of_view")
        {
            choice.fieldOfView = within(key, number(), 0.0F, 120.0F);
        }
        else
        {
            throw Error(
                fmt::format("camera: there is no '{}'; choose from top, side, under, or give "
                            "azimuth=, elevation=, distance=, field_of_view=",
                            part));
        }
    }
    return choice;
}

std::unique_ptr<Camera> makeGlCamera(const SceneRun& run, const gl::Context& context,
                                     const GlCameraChoice& choice)
{
    const auto* water = dynamic_cast<const WaterRun*>(&run);
    if (water == nullptr || water->scene().water().show != WaterShow::relief)
    {
        throw Error(fmt::format("'{}' shows what OpenGL does not draw yet; use tarn run --picture, "
                                "or a water with view.show = \"relief\"",
                                run.scene().name));
    }
    return std::make_unique<GlWaterCamera>(*water, context, choice);
}

} // namespace tarn::scene
