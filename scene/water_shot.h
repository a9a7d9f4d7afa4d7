// WaterShot: what there is of a running water at one moment, as pictures of it want it.
#pragma once

#include "scene/cell_window.h"
#include "scene/field_place.h"
#include "scene/water_run.h"

#include "render/cell_field.h"
#include "render/frame.h"
#include "render/relief.h"

#include <array>
#include <vector>

namespace tarn::scene
{

class WaterShot
{
  public:
    // With FieldsFrom::buffers the run's water must be on a GPU.
    explicit WaterShot(const WaterRun& run, FieldsFrom from = FieldsFrom::host);

    // A field now, as far as the view's window shows it. It stays until it is taken again.
    render::FieldView field(tnWaterField field);
    const std::vector<render::FieldView>& dyes();

    // All that a relief shows now, until the next call.
    render::ReliefFrame frame();

    const CellWindow& window() const { return window_; }

  private:
    void takeBodies();
    void takeDrops();

    const WaterRun& run_;
    bool isOnGpu_;
    CellWindow window_;
    std::array<render::CellField, tn_waterDye0 + TN_MAX_WATER_DYES> fields_; // by tnWaterField
    std::vector<render::FieldView> dyes_;
    std::vector<render::ReliefBody> bodies_;
    std::vector<render::ReliefDrop> drops_;
};

} // namespace tarn::scene
