#include "studio/app/flow_sight.h"

#include "studio/app/flat_view.h"

namespace tarn::studio
{
namespace gl = render::gl;

FlowSight::FlowSight(const scene::FlowRun& run, Stages& stages)
    : run_(run), stages_(stages), from_(scene::fieldsFor(scene::kinshipOf(run))),
      fences_(run.gl(), stages.context(), scene::kinshipOf(run)), shot_(std::in_place, run, from_)
{
}

void FlowSight::refresh()
{
    shot_.emplace(run_, from_); // it may show something else, on another grid
}

scene::CellWindow FlowSight::window() const
{
    const tnFlowDef& def = run_.def();
    return {run_.scene().view.window, def.nx, def.ny, def.cellSize, def.origin};
}

void FlowSight::fit(Eye& eye, float aspect)
{
    eye.fitted(roomAround(window().world, aspect));
}

void FlowSight::draw(const Eye& eye, const Look& look, const gl::Target& target)
{
    draw(eye, look, false, target);
}

render::Image FlowSight::cutOut(const Eye& eye, const Look& look, const gl::Target& target)
{
    draw(eye, look, true, target);
    return target.readWithAlpha();
}

void FlowSight::draw(const Eye& eye, const Look& look, bool isTransparent, const gl::Target& target)
{
    const float aspect = float(target.width()) / float(target.height());
    const render::Rectangle seen = shownBy(eye, aspect);
    const bool hasMarks = !look.inside.isEmpty();
    if (hasMarks)
    {
        stages_.inside().show(look.inside);
        stages_.inside().take(run_);
    }
    const render::Frame frame = shot_->frame();
    const scene::GlFences::Scope drawing(fences_);
    stages_.flow(isTransparent).draw(frame, run_.scene().view.style, gl::PlaneCamera{seen}, target);
    if (hasMarks)
    {
        stages_.inside().draw(gl::Backdrop::flat(seen, target.width(), target.height()), target);
    }
}

Ray FlowSight::rayThrough(const Eye& eye, float aspect, render::Point place) const
{
    return rayOnMap(eye, aspect, place);
}

std::optional<render::Point> FlowSight::placeOf(const Eye& eye, float aspect, tnVec3 point) const
{
    return placeOnMap(eye, aspect, {point.x, point.y});
}

} // namespace tarn::studio
