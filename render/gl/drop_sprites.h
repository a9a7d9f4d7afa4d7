// DropSprites: spray, rain and flecks of foam as soft strokes, all in one call.
#pragma once

#include "render/gl/objects.h"
#include "render/relief.h"
#include "render/vec3.h"

#include <cstdint>
#include <span>
#include <vector>

namespace tarn::render::gl
{

class DropSprites
{
  public:
    explicit DropSprites(const Context& context);

    // Those that are not finite, or of no size, are left out; the farthest come first.
    void update(std::span<const ReliefDrop> drops, Vec3 forward);

    // With a program of drop.vert.
    void draw() const;

  private:
    struct Sprite
    {
        float position[3];
        float radius;
        float velocity[3];
        float opacity;
        float kind;
    };

    struct Place
    {
        std::uint32_t key; // the lower, the farther
        std::uint32_t drop;
    };

    void sortPlaces();

    const Context* context_;
    Buffer buffer_;
    VertexArray array_;
    std::vector<Place> places_;
    std::vector<Place> sorted_; // room for it
    std::vector<Sprite> sprites_;
};

} // namespace tarn::render::gl
