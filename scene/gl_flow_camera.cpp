#include "scene/gl_flow_camera.h"

#include "render/layout.h"

#include <utility>

namespace tarn::scene
{
namespace
{

namespace gl = render::gl;

} // namespace

GlPlane::GlPlane(const render::View& view, const gl::Context& context, GlCameraChoice choice)
    : view_(view), choice_(std::move(choice)),
      stage_(context,
             {choice_.isTransparent ? gl::Transparency::straight : gl::Transparency::none}),
      target_(gl::Target::offscreen(context, 1, 1))
{
}

gl::PlaneCamera GlPlane::draw(const render::Frame& frame)
{
    const render::Layout layout = render::layOut(view_, frame.world);
    target_.resize(layout.width, layout.height);
    gl::PlaneCamera camera = gl::FlowStage::cameraOf(frame, view_, layout.width, layout.height);
    const render::Point middle = camera.at(0.5F, 0.5F);
    camera.zoom(choice_.zoom.value_or(1.0F), middle);
    camera.pan(choice_.x.value_or(middle.x) - middle.x, choice_.y.value_or(middle.y) - middle.y);
    stage_.draw(frame, view_, camera, target_);
    return camera;
}

render::Image GlPlane::read() const
{
    return choice_.isTransparent ? target_.readWithAlpha() : target_.read();
}

GlFlowCamera::GlFlowCamera(const FlowRun& run, const gl::Context& context,
                           const GlCameraChoice& choice)
    : run_(run),
      shot_(run, choice.kinship == GlKinship::none ? FieldsFrom::host : FieldsFrom::buffers),
      fences_(run.gl(), context, choice.kinship), plane_(run.scene().view.style, context, choice),
      inside_(GlInside::make(run.scene(), context))
{
}

render::Image GlFlowCamera::shoot()
{
    const render::Frame frame = shot_.frame();
    const GlFences::Scope drawing(fences_);
    const gl::PlaneCamera camera = plane_.draw(frame);
    if (inside_)
    {
        const gl::Target& target = plane_.target();
        inside_->draw(run_, shot_.window(),
                      gl::Backdrop::flat(camera.seen, target.width(), target.height()), target);
    }
    return plane_.read();
}

GlMapCamera::GlMapCamera(const WaterRun& run, const gl::Context& context,
                         const GlCameraChoice& choice)
    : shot_(run), plane_(run.scene().view.style, context, choice)
{
}

render::Image GlMapCamera::shoot()
{
    plane_.draw(shot_.frame());
    return plane_.read();
}

} // namespace tarn::scene
