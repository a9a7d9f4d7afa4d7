#include "scene/gl_inside.h"

#include <utility>

namespace tarn::scene
{
namespace
{

namespace gl = render::gl;

bool showsMap(const Scene& scene)
{
    if (const auto* water = std::get_if<WaterDescription>(&scene.part))
    {
        return water->show != WaterShow::relief && water->show != WaterShow::dye;
    }
    return scene.flow().show != FlowShow::dye && scene.flow().show != FlowShow::texture;
}

} // namespace

render::InsideView insideOf(const Scene& scene)
{
    const render::View& style = scene.view.style;
    render::InsideView view = scene.view.inside;
    view.arrow = style.arrows;
    view.arrows = view.arrows || style.arrows.shown;
    view.legend = view.legend && style.legend != render::LegendPlace::none;
    view.solid = style.solid;
    if (showsMap(scene))
    {
        view.map = style.scalar;
        view.fillsSolids = std::holds_alternative<FlowDescription>(scene.part);
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

void GlInside::draw(const WaterRun& run, const CellWindow& window, const gl::Backdrop& backdrop,
                    const gl::Target& target)
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
    stage_.draw(water_.take(run.water(), bodies_, view_, window.part()), view_, backdrop, target);
}

void GlInside::draw(const FlowRun& run, const CellWindow& window, const gl::Backdrop& backdrop,
                    const gl::Target& target)
{
    stage_.draw(flow_.take(run.flow(), view_, window.part()), view_, backdrop, target);
}

} // namespace tarn::scene
