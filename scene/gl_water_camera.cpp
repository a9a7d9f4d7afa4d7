#include "scene/gl_water_camera.h"

#include <cmath>
#include <utility>

namespace tarn::scene
{
namespace
{

using render::Vec3;
namespace gl = render::gl;

// An eye in the water that looks over the middle, a little up.
gl::Camera underWater(const render::ReliefFrame& frame, const GlCameraChoice& choice, float aspect)
{
    const render::Rectangle& world = frame.world;
    const Vec3 eye = gl::WaterStage::divePlace(frame);
    const float azimuth = choice.azimuth.value_or(0.0F);
    Vec3 ahead(0.5F * (world.left + world.right) - eye.x, 0.5F * (world.bottom + world.top) - eye.y,
               0.0F);
    ahead = choice.azimuth || render::length(ahead) < 1e-3F ? render::towards(azimuth, 0.0F)
                                                            : render::normalized(ahead);
    const Vec3 up(0.0F, 0.0F, std::tan(choice.elevation.value_or(12.0F) * 0.017453293F));
    return gl::Camera::lookingFrom(eye, eye + ahead + up, choice.fieldOfView.value_or(70.0F),
                                   aspect);
}

} // namespace

GlWaterCamera::GlWaterCamera(const WaterRun& run, const gl::Context& context, GlCameraChoice choice)
    : run_(run), shot_(run, fieldsFor(choice.kinship)), fences_(run.gl(), context, choice.kinship),
      view_(run.scene().water().relief), choice_(std::move(choice)), stage_(context),
      inside_(GlInside::make(run.scene(), context)),
      target_(gl::Target::offscreen(context, view_.width, view_.height))
{
    if (choice_.view == "top" || choice_.view == "side")
    {
        gl::flatten(view_.camera, choice_.view == "top" ? 90.0F : 0.0F);
    }
    view_.camera.azimuth = choice_.azimuth.value_or(view_.camera.azimuth);
    view_.camera.elevation = choice_.elevation.value_or(view_.camera.elevation);
    view_.camera.distance = choice_.distance.value_or(view_.camera.distance);
    view_.camera.fieldOfView = choice_.fieldOfView.value_or(view_.camera.fieldOfView);
}

render::Image GlWaterCamera::shoot()
{
    if (inside_)
    {
        inside_->take(run_);
    }
    const render::ReliefFrame frame = shot_.frame();
    const GlFences::Scope drawing(fences_);
    if (choice_.view == "under")
    {
        const float aspect =
            static_cast<float>(target_.width()) / static_cast<float>(target_.height());
        const auto diver = [&](const render::ReliefFrame& known) {
            return underWater(known, choice_, aspect);
        };
        stage_.draw(frame, view_, diver, target_);
    }
    else
    {
        stage_.draw(frame, view_, target_);
    }
    if (inside_)
    {
        inside_->draw(stage_.backdrop(), target_);
    }
    return target_.read();
}

} // namespace tarn::scene
