#include "render/gl/tracer_sprites.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::render::gl
{

TracerSprites::TracerSprites(const Context& context)
    : context_(&context), buffer_(context, BufferKind::vertices), array_(context),
      program_(context, {"tracer.vert", "tracer.frag", ""})
{
    static_assert(sizeof(Tracer) == 3 * sizeof(float));
    constexpr std::array<Attribute, 1> kAttributes = {Attribute{0, 3, 0}};
    array_.add(buffer_, kAttributes, 3, true);
}

void TracerSprites::draw(std::span<const Tracer> tracers, const TracerStyle& style,
                         const PlaneShot& shot, const Target& target)
{
    seen_.clear();
    for (const Tracer& tracer : tracers)
    {
        if (std::isfinite(tracer.x) && std::isfinite(tracer.y) && tracer.opacity > 0.0F)
        {
            seen_.push_back({tracer.x, tracer.y, std::min(tracer.opacity, 1.0F)});
        }
    }
    if (seen_.empty())
    {
        return;
    }
    buffer_.upload(seen_.data(), seen_.size() * sizeof(Tracer), true);
    target.begin();
    context_->apply({.blend = Blend::laid});
    program_.use();
    const Rectangle& picture = shot.camera.seen;
    program_.set("world", picture.left, picture.bottom, 1.0F / picture.width(),
                 1.0F / picture.height());
    const float reach = std::max(2.0F * style.radius * shot.point, 1.0F);
    program_.set("reach", reach / static_cast<float>(shot.width),
                 reach / static_cast<float>(shot.height));
    program_.set("colour", style.colour.r, style.colour.g, style.colour.b, style.opacity);
    array_.bind();
    (*context_)->DrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(seen_.size()));
}

} // namespace tarn::render::gl
