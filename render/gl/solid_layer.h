// SolidLayer: solids as rounded, lit things with crisp edges, out of the covered parts of cells.
#pragma once

#include "render/gl/field_source.h"
#include "render/gl/map_target.h"
#include "render/gl/plane_shot.h"
#include "render/gl/pyramid.h"
#include "render/gl/target.h"
#include "render/view.h"

namespace tarn::render::gl
{

class SolidLayer
{
  public:
    explicit SolidLayer(const Context& context);

    // Lays the solids over what is in the target.
    void draw(const FieldView& solid, const SolidStyle& style, const PlaneShot& shot,
              const Target& target);

  private:
    const Context* context_;
    FieldSource source_;
    MapTarget smooth_; // on the cells
    MapTarget raised_;
    MapTarget cover_; // at the picture's pixels
    Pyramid soft_;
    FieldProgram smoothProgram_;
    Program raiseProgram_;
    Program coverProgram_;
    Program solidProgram_;
};

} // namespace tarn::render::gl
