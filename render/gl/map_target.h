// MapTarget: a picture of numbers that one pass writes and others read.
#pragma once

#include "render/gl/objects.h"

namespace tarn::render::gl
{

class MapTarget
{
  public:
    MapTarget(const Context& context, Format format, Filter filter);
    void resize(int width, int height);
    void begin() const;

    Texture& texture() { return texture_; }
    const Texture& texture() const { return texture_; }

  private:
    const Context* context_;
    Texture texture_;
    Framebuffer framebuffer_;
};

} // namespace tarn::render::gl
