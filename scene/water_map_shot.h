// WaterMapShot: a running water at one moment as a map of numbers or of dyes, dry land as solids.
#pragma once

#include "scene/water_run.h"
#include "scene/water_shot.h"

#include "render/cell_field.h"
#include "render/frame.h"

namespace tarn::scene
{

class WaterMapShot
{
  public:
    explicit WaterMapShot(const WaterRun& run);

    // All that the scene's view shows now, until the next call.
    render::Frame frame();

  private:
    render::FieldView scalar();

    const WaterRun& run_;
    WaterShow show_;
    WaterShot shot_;
    render::CellField speed_;
    render::CellField dry_;
};

} // namespace tarn::scene
