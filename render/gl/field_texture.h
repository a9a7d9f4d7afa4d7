// FieldTexture: a field of a simulation as a texture, one texel a cell, row 0 at the bottom.
//
// Numbers go as they are, infinities and all; shaders read them through finite() of field.glsl.
#pragma once

#include "render/frame.h"
#include "render/gl/objects.h"

namespace tarn::render::gl
{

class FieldTexture
{
  public:
    explicit FieldTexture(const Context& context);

    // One number a cell, as 32-bit floats. Without a field: one texel of 0.
    void upload(const FieldView& field);

    const Texture& texture() const { return texture_; }

  private:
    Texture texture_;
};

} // namespace tarn::render::gl
