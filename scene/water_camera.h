// WaterCamera: takes pictures of a water, as a relief or as a map of numbers.
#pragma once

#include "scene/camera.h"
#include "scene/cell_window.h"
#include "scene/water_run.h"

#include "render/relief.h"
#include "render/render.h"

#include <array>
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
    render::FieldView seen(tnWaterField field);
    void takeDyes();
    void takeBodies();
    void takeDrops();
    void takeSpeed();
    void takeDry();
    render::FieldView scalar();
    render::Image shootRelief();
    render::Image shootMap();

    const WaterRun& run_;
    WaterShow show_;
    ViewDescription view_;
    CellWindow window_;
    std::optional<render::ReliefPainter> relief_; // one of the two
    std::optional<render::Painter> map_;
    std::array<std::vector<float>, tn_waterDye0 + TN_MAX_WATER_DYES> fields_; // by tnWaterField
    std::vector<render::FieldView> dyes_;
    std::vector<render::ReliefBody> bodies_;
    std::vector<render::ReliefDrop> drops_;
    std::vector<float> speed_;
    std::vector<float> dry_;
};

} // namespace tarn::scene
