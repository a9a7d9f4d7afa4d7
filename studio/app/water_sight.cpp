#include "studio/app/water_sight.h"

#include "studio/app/defaults.h"

#include "render/cut_out.h"

#include <cmath>
#include <utility>

namespace tarn::studio
{
namespace
{

using render::Vec3;
namespace gl = render::gl;

// With a look over the middle and a little up.
gl::Orbit underWater(const render::ReliefFrame& frame)
{
    const render::Rectangle& world = frame.world;
    gl::Orbit orbit;
    orbit.target = gl::WaterStage::divePlace(frame);
    orbit.azimuth = std::atan2(0.5F * (world.bottom + world.top) - orbit.target.y,
                               0.5F * (world.left + world.right) - orbit.target.x) *
                    57.29578F;
    orbit.elevation = 12.0F;
    orbit.distance = 0.5F * world.width();
    orbit.fieldOfView = kUnderLens;
    return orbit;
}

} // namespace

WaterSight::WaterSight(const scene::WaterRun& run, Stages& stages)
    : run_(run), stages_(stages), from_(scene::fieldsFor(scene::kinshipOf(run))),
      fences_(run.gl(), stages.context(), scene::kinshipOf(run)), shot_(std::in_place, run, from_)
{
}

void WaterSight::refresh()
{
    shot_.emplace(run_, from_); // the grid may be another one
}

void WaterSight::fit(Eye& eye, float aspect)
{
    scene::WaterShot onHost(run_);
    const render::ReliefFrame frame = onHost.frame();
    if (eye.kind() == EyeKind::under)
    {
        eye.fitted(underWater(frame));
        return;
    }
    render::ReliefView view = run_.scene().water().relief;
    if (eye.kind() != EyeKind::perspective)
    {
        gl::flatten(view.camera, eye.kind() == EyeKind::top ? 90.0F : 0.0F);
    }
    eye.fitted(gl::WaterStage::orbitOf(frame, view, aspect));
}

void WaterSight::draw(const Eye& eye, const Look& look, const gl::Target& target)
{
    draw(eye, look, run_.scene().water().relief, target);
}

// On a black table and on a white one: what differs is the table, and what shades it hides a part.
render::Image WaterSight::cutOut(const Eye& eye, const Look& look, const gl::Target& target)
{
    render::ReliefView view = run_.scene().water().relief;
    view.dither = false;
    view.background = {0.0F, 0.0F, 0.0F};
    draw(eye, look, view, target);
    render::Image onBlack = target.read();
    view.background = {1.0F, 1.0F, 1.0F};
    draw(eye, look, view, target);
    return render::cutOut(std::move(onBlack), target.read());
}

void WaterSight::draw(const Eye& eye, const Look& look, const render::ReliefView& view,
                      const gl::Target& target)
{
    const float aspect = float(target.width()) / float(target.height());
    gl::WaterStage& stage = stages_.water(look.level);
    const bool hasMarks = !look.inside.isEmpty();
    if (hasMarks)
    {
        stages_.inside().show(look.inside);
        stages_.inside().take(run_);
    }
    const render::ReliefFrame frame = shot_->frame();
    const scene::GlFences::Scope drawing(fences_);
    stage.draw(frame, view, eye.camera(aspect), target);
    if (hasMarks)
    {
        stages_.inside().draw(stage.backdrop(), target);
    }
}

Ray WaterSight::rayThrough(const Eye& eye, float aspect, render::Point place) const
{
    const render::Ray ray = eye.camera(aspect).ray(place.x, place.y);
    return {{ray.origin.x, ray.origin.y, ray.origin.z}, {ray.along.x, ray.along.y, ray.along.z}};
}

std::optional<render::Point> WaterSight::placeOf(const Eye& eye, float aspect, tnVec3 point) const
{
    const gl::Camera camera = eye.camera(aspect);
    const Vec3 off = Vec3(point) - camera.eye();
    const float ahead = camera.isFlat() ? 1.0F : dot(off, camera.forward());
    if (ahead <= 1e-4F)
    {
        return {};
    }
    const float tall = camera.halfHeight() * ahead;
    return render::Point{dot(off, camera.right()) / (aspect * tall), dot(off, camera.up()) / tall};
}

} // namespace tarn::studio
