#include "render/gl/drop_sprites.h"

#include <algorithm>
#include <array>

namespace tarn::render::gl
{

DropSprites::DropSprites(const Context& context)
    : context_(&context), buffer_(context, BufferKind::vertices), array_(context)
{
    constexpr std::array<Attribute, 3> kAttributes = {Attribute{0, 4, 0}, Attribute{1, 4, 4},
                                                      Attribute{2, 1, 8}};
    array_.add(buffer_, kAttributes, sizeof(Sprite) / sizeof(float), true);
}

void DropSprites::update(std::span<const ReliefDrop> drops, Vec3 forward)
{
    sprites_.clear();
    for (const ReliefDrop& drop : drops)
    {
        const Vec3 position(drop.position);
        const Vec3 velocity(drop.velocity);
        if (isFinite(position) && isFinite(velocity) && drop.radius > 0.0F && drop.opacity > 0.0F)
        {
            sprites_.push_back({{position.x, position.y, position.z},
                                drop.radius,
                                {velocity.x, velocity.y, velocity.z},
                                std::min(drop.opacity, 1.0F),
                                static_cast<float>(drop.kind)});
        }
    }
    const auto away = [&](const Sprite& s) {
        return dot({s.position[0], s.position[1], s.position[2]}, forward);
    };
    std::stable_sort(sprites_.begin(), sprites_.end(),
                     [&](const Sprite& a, const Sprite& b) { return away(a) > away(b); });
    buffer_.upload(sprites_.data(), sprites_.size() * sizeof(Sprite), true);
}

void DropSprites::draw() const
{
    if (!sprites_.empty())
    {
        array_.bind();
        (*context_)->DrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4,
                                         static_cast<GLsizei>(sprites_.size()));
    }
}

} // namespace tarn::render::gl
