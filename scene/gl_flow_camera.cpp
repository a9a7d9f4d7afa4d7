#include "scene/gl_flow_camera.h"

#include "render/layout.h"

#include <utility>

namespace tarn::scene
{
namespace
{

namespace gl = render::gl;

} // namespace

GlPlane::GlPlane(const Scene& scene, const gl::Context& context, GlCameraChoice choice)
    : view_(scene.view.style), choice_(std::move(choice)),
      stage_(context,
             {choice_.isTransparent ? gl::Transparency::straight : gl::Transparency::none}),
      inside_(GlInside::make(scene, context)), target_(gl::Target::offscreen(context, 1, 1))
{
    if (inside_ && inside_->hasMap())
    {
        view_.legend = render::LegendPlace::none; // of what the map covers
    }
}

render::Image GlPlane::shoot(const render::Frame& frame)
{
    const render::Layout layout = render::layOut(view_, frame.world);
    target_.resize(layout.width, layout.height);
    gl::PlaneCamera camera = gl::FlowStage::cameraOf(frame, view_, layout.width, layout.height);
    const render::Point middle = camera.at(0.5F, 0.5F);
    camera.zoom(choice_.zoom.value_or(1.0F), middle);
    camera.pan(choice_.x.value_or(middle.x) - middle.x, choice_.y.value_or(middle.y) - middle.y);
    stage_.draw(frame, view_, camera, target_);
    if (inside_)
    {
        inside_->draw(gl::Backdrop::flat(camera.seen, layout.width, layout.height), target_);
    }
    return choice_.isTransparent ? target_.readWithAlpha() : target_.read();
}

GlFlowCamera::GlFlowCamera(const FlowRun& run, const gl::Context& context,
                           const GlCameraChoice& choice)
    : run_(run), shot_(run, fieldsFor(choice.kinship)), fences_(run.gl(), context, choice.kinship),
      plane_(run.scene(), context, choice)
{
}

render::Image GlFlowCamera::shoot()
{
    plane_.lookInside(run_);
    const render::Frame frame = shot_.frame();
    const GlFences::Scope drawing(fences_);
    return plane_.shoot(frame);
}

GlMapCamera::GlMapCamera(const WaterRun& run, const gl::Context& context,
                         const GlCameraChoice& choice)
    : run_(run), shot_(run), plane_(run.scene(), context, choice)
{
}

render::Image GlMapCamera::shoot()
{
    plane_.lookInside(run_);
    return plane_.shoot(shot_.frame());
}

} // namespace tarn::scene
