#include "scene/gl_map_camera.h"

#include <algorithm>
#include <cmath>

namespace tarn::scene
{
namespace
{

namespace gl = render::gl;

CellWindow windowOf(const FlowRun& run)
{
    const tnFlowDef& def = run.def();
    return {run.scene().view.window, def.nx, def.ny, def.cellSize, def.origin};
}

// As high as the world's shape asks for, where the scene does not say.
gl::Target targetOf(const FlowRun& run, const gl::Context& context)
{
    const render::View& style = run.scene().view.style;
    const render::Rectangle world = windowOf(run).world;
    const float shape = world.height() / world.width();
    const int asked =
        std::max(static_cast<int>(std::lround(static_cast<float>(style.width) * shape)), 1);
    return gl::Target::offscreen(context, style.width, style.height > 0 ? style.height : asked);
}

} // namespace

GlMapCamera::GlMapCamera(const FlowRun& run, const gl::Context& context)
    : run_(run), margin_(run.scene().view.style.margin),
      inside_(GlInside::make(run.scene(), context)), target_(targetOf(run, context))
{
}

render::Image GlMapCamera::shoot()
{
    const CellWindow window = windowOf(run_);
    const auto code = [](float linear) { return render::encodeSrgb(linear); };
    target_.clear(code(margin_.r), code(margin_.g), code(margin_.b), 1.0F);
    inside_->draw(run_, window, gl::Backdrop::flat(window.world, target_.width(), target_.height()),
                  target_);
    return target_.read();
}

} // namespace tarn::scene
