#include "scene/gl_inside.h"

#include "scene/cell_window.h"

#include "render/legend.h"

#include <utility>

namespace tarn::scene
{
namespace
{

namespace gl = render::gl;

// The part of the grid that the scene's window shows.
template <class Run>
CellWindow partOf(const Run& run)
{
    const auto& def = run.def();
    return {run.scene().view.window, def.nx, def.ny, def.cellSize, def.origin};
}

} // namespace

render::InsideView insideOf(const Scene& scene)
{
    const render::View& style = scene.view.style;
    render::InsideView view = scene.view.inside;
    view.arrow = style.arrows;
    view.solid = style.solid;
    view.fillsSolids = std::holds_alternative<FlowDescription>(scene.part);
    view.legend = style.legend != render::LegendPlace::none;
    // A map that the marks are laid over has its legend where their keys would be.
    const auto* water = std::get_if<WaterDescription>(&scene.part);
    const bool isMap = style.content == render::Content::scalar &&
                       !(water != nullptr && water->show == WaterShow::relief);
    if (isMap && !view.map)
    {
        view.keysAbove = style.legend == render::LegendPlace::below
                             ? static_cast<float>(render::legendStripHeight(1.0F))
                             : render::legendPanelHeight(1.0F);
    }
    return view;
}

std::unique_ptr<GlInside> GlInside::make(const Scene& scene, const gl::Context& context)
{
    render::InsideView view = insideOf(scene);
    return view.isEmpty() ? nullptr : std::make_unique<GlInside>(context, std::move(view));
}

GlInside::GlInside(const gl::Context& context, render::InsideView view)
    : view_(std::move(view)), stage_(context)
{
}

void GlInside::take(const WaterRun& run)
{
    bodies_.clear();
    for (const RunBody& body : run.bodies())
    {
        if (body.isThere())
        {
            const RigidMotion motion = run.rigid().motion(body.rigid);
            bodies_.push_back({body.water, motion.position, motion.rotation, {}, {}});
        }
    }
    frame_ = water_.take(run.water(), bodies_, view_, partOf(run));
}

void GlInside::take(const FlowRun& run)
{
    frame_ = flow_.take(run.flow(), view_, partOf(run));
}

void GlInside::draw(const gl::Backdrop& backdrop, const gl::Target& target)
{
    stage_.draw(frame_, view_, backdrop, target);
}

} // namespace tarn::scene
