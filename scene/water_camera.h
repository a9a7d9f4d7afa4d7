// WaterCamera: takes pictures of a water, as a relief or as a map of numbers.
#pragma once

#include "scene/camera.h"
#include "scene/water_run.h"
#include "scene/water_shot.h"

#include "render/relief.h"
#include "render/render.h"
#include "render/water_inside.h"

#include <optional>
#include <vector>

namespace tarn::scene
{

class WaterCamera : public Camera
{
  public:
    // Throws an Error or a render::Error when the view cannot be drawn.
    explicit WaterCamera(const WaterRun& run);

    render::Image shoot() override;

  private:
    void takeDry();
    render::Image shootMap();

    const WaterRun& run_;
    WaterShow show_;
    ViewDescription view_;
    WaterShot shot_;
    std::optional<render::ReliefPainter> relief_; // one of the two
    std::optional<render::Painter> map_;
    render::WaterInside quantities_;
    std::vector<float> dry_;
};

} // namespace tarn::scene
