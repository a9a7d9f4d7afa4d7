// Ink: dyes mixed in linear light and shown as glowing light or as pigment on paper.
#pragma once

#include "render/canvas.h"
#include "render/frame.h"
#include "render/view.h"

#include <array>
#include <cstddef>
#include <span>

namespace tarn::render
{

// What one unit of a dye adds: the light that it gives, or, of pigment, the optical density with
// which it looks like its colour on white.
Colour inkUnit(const InkStyle& style, std::size_t dye);

class InkPainter
{
  public:
    explicit InkPainter(const InkStyle& style);

    // Fills `target`. The dyes are all of one size. `point` is the length of a point in pixels.
    void paint(std::span<const FieldView> dyes, const Planes& target, float point,
               const Bands& bands);

  private:
    void mixDyes(std::span<const FieldView> dyes, const Bands& bands);
    void shadeRelief(const Planes& target, float point, const Bands& bands);

    InkStyle style_;
    std::array<Colour, kMaxDyes> perDye_; // light given or density added by one unit of each dye
    std::array<PlaneStore, 3> mixStores_;
    Planes mix_; // at the dyes' resolution, the bottom row first
    PlaneStore heightStore_;
    std::vector<PlaneStore> bloomStores_;
};

} // namespace tarn::render
