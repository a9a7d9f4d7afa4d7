// Solids as crisp shapes: the contour where a coverage field is one half.
#pragma once

#include "render/canvas.h"
#include "render/frame.h"
#include "render/view.h"

namespace tarn::render
{

class SolidPainter
{
  public:
    explicit SolidPainter(const SolidStyle& style) : style_(style) {}

    // Lays the solids over `target`. `point` is the length of a point in pixels.
    void paint(const FieldView& solid, const Planes& target, float point, const Bands& bands);

  private:
    // The coverage, raised where a wall is too thin for its contour to show.
    FieldView thickened(const FieldView& solid);

    SolidStyle style_;
    PlaneStore store_;
    PlaneStore thickStore_;
    PlaneStore smoothStore_;
};

} // namespace tarn::render
