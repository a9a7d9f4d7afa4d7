// Liquid: a texture carried along by the flow, as two layers that take turns.
#pragma once

#include "render/canvas.h"
#include "render/frame.h"

#include <array>

namespace tarn::render
{

class LiquidPainter
{
  public:
    // Fills `target`.
    void paint(const TextureFrame& frame, const Planes& target, const Bands& bands);

  private:
    struct LayerStores
    {
        PlaneStore u;
        PlaneStore v;
        PlaneStore weight;
    };
    std::array<LayerStores, 2> stores_;
};

} // namespace tarn::render
