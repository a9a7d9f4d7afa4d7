#include "studio/app/painted_sight.h"

#include "studio/app/flat_view.h"
#include "studio/app/image_texture.h"

#include <cmath>

namespace tarn::studio
{
namespace gl = render::gl;

PaintedSight::PaintedSight(const scene::SceneRun& run, const gl::Context& context)
    : run_(run), context_(context), camera_(run.makeCamera()),
      picture_(context, gl::Format::rgba8, gl::Filter::linear), framebuffer_(context)
{
    const render::View& style = run.scene().view.style;
    world_ = {0.0F, 0.0F, float(style.width), float(style.height)};
}

void PaintedSight::refresh()
{
    camera_ = run_.makeCamera();
}

void PaintedSight::fit(Eye& eye, float aspect)
{
    eye.fitted(roomAround(world_, aspect));
}

void PaintedSight::draw(const Eye& eye, const Look& /*look*/, const gl::Target& target)
{
    const render::Image image = camera_->shoot();
    world_ = {0.0F, 0.0F, float(image.width), float(image.height)};
    upload(picture_, image);
    const gl::Texture* const colours[] = {&picture_};
    framebuffer_.attach(colours, nullptr);

    const float aspect = float(target.width()) / float(target.height());
    const auto pixel = [&](render::Point point) {
        const render::Point place = placeOnMap(eye, aspect, point);
        return render::Point{std::round(0.5F * (place.x + 1.0F) * float(target.width())),
                             std::round(0.5F * (place.y + 1.0F) * float(target.height()))};
    };
    const render::Point low = pixel({world_.left, world_.bottom});
    const render::Point high = pixel({world_.right, world_.top});
    target.begin();
    target.clear(0.06F, 0.075F, 0.09F, 1.0F);
    context_->BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_.name());
    context_->BindFramebuffer(GL_DRAW_FRAMEBUFFER, target.framebuffer());
    // Upside down: OpenGL begins at the bottom.
    context_->BlitFramebuffer(0, image.height, image.width, 0, int(low.x), int(low.y), int(high.x),
                              int(high.y), GL_COLOR_BUFFER_BIT, GL_LINEAR);
    context_->BindFramebuffer(GL_FRAMEBUFFER, 0);
}

Ray PaintedSight::rayThrough(const Eye& eye, float aspect, render::Point place) const
{
    return rayOnMap(eye, aspect, place);
}

std::optional<render::Point> PaintedSight::placeOf(const Eye& eye, float aspect, tnVec3 point) const
{
    return placeOnMap(eye, aspect, {point.x, point.y});
}

} // namespace tarn::studio
