// TracerSprites: tracers as soft points.
#pragma once

#include "render/gl/plane_shot.h"
#include "render/gl/target.h"
#include "render/view.h"

#include <span>
#include <vector>

namespace tarn::render::gl
{

class TracerSprites
{
  public:
    explicit TracerSprites(const Context& context);

    // Lays them over what is in the target.
    void draw(std::span<const Tracer> tracers, const TracerStyle& style, const PlaneShot& shot,
              const Target& target);

  private:
    const Context* context_;
    std::vector<Tracer> seen_;
    Buffer buffer_;
    VertexArray array_;
    Program program_;
};

} // namespace tarn::render::gl
