// DropSprites: sprites are blended, so the farthest come first. There are tens of thousands when
// bodies fall in; a radix sort of their distances takes a tenth of what comparing them does.
#include "render/gl/drop_sprites.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace tarn::render::gl
{
namespace
{

constexpr unsigned kDigit = 11; // bits: three of them hold a float
constexpr std::uint32_t kValues = 1U << kDigit;

// Numbers in the reverse order of floats.
std::uint32_t descending(float number)
{
    std::uint32_t bits = 0;
    std::memcpy(&bits, &number, sizeof bits);
    return (bits & 0x80000000U) != 0 ? bits : ~bits & 0x7FFFFFFFU;
}

} // namespace

DropSprites::DropSprites(const Context& context)
    : context_(&context), buffer_(context, BufferKind::vertices), array_(context)
{
    constexpr std::array<Attribute, 3> kAttributes = {Attribute{0, 4, 0}, Attribute{1, 4, 4},
                                                      Attribute{2, 1, 8}};
    array_.add(buffer_, kAttributes, sizeof(Sprite) / sizeof(float), true);
}

void DropSprites::update(std::span<const ReliefDrop> drops, Vec3 forward)
{
    places_.clear();
    for (std::size_t k = 0; k < drops.size(); ++k)
    {
        const ReliefDrop& drop = drops[k];
        const Vec3 position(drop.position);
        if (isFinite(position) && isFinite(Vec3(drop.velocity)) && drop.radius > 0.0F &&
            drop.opacity > 0.0F)
        {
            places_.push_back({descending(dot(position, forward)), static_cast<std::uint32_t>(k)});
        }
    }
    sortPlaces();
    sprites_.clear();
    for (const Place& place : places_)
    {
        const ReliefDrop& drop = drops[place.drop];
        sprites_.push_back({{drop.position.x, drop.position.y, drop.position.z},
                            drop.radius,
                            {drop.velocity.x, drop.velocity.y, drop.velocity.z},
                            std::min(drop.opacity, 1.0F),
                            static_cast<float>(drop.kind)});
    }
    buffer_.upload(sprites_.data(), sprites_.size() * sizeof(Sprite), true);
}

// The least digit first; equal ones keep their order.
void DropSprites::sortPlaces()
{
    sorted_.resize(places_.size());
    for (unsigned shift = 0; shift < 32; shift += kDigit)
    {
        const auto digit = [&](const Place& place) { return place.key >> shift & (kValues - 1); };
        std::array<std::uint32_t, kValues> next = {}; // where the next of each digit goes
        for (const Place& place : places_)
        {
            ++next[digit(place)];
        }
        std::uint32_t before = 0;
        for (std::uint32_t& first : next)
        {
            const std::uint32_t count = first;
            first = before;
            before += count;
        }
        for (const Place& place : places_)
        {
            sorted_[next[digit(place)]++] = place;
        }
        places_.swap(sorted_);
    }
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
