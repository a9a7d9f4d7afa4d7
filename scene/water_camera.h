// WaterCamera: takes pictures of a water, as a relief or as a map of numbers.
#pragma once

#include "scene/camera.h"
#include "scene/water_map_shot.h"
#include "scene/water_run.h"
#include "scene/water_shot.h"

#include "render/relief.h"
#include "render/render.h"

#include <optional>

namespace tarn::scene
{

class WaterCamera : public Camera
{
  public:
    // Throws an Error or a render::Error when the view cannot be drawn.
    explicit WaterCamera(const WaterRun& run);

    render::Image shoot() override;

  private:
    std::optional<WaterShot> reliefShot_; // one of the two pairs
    std::optional<render::ReliefPainter> relief_;
    std::optional<WaterMapShot> mapShot_;
    std::optional<render::Painter> map_;
};

} // namespace tarn::scene
