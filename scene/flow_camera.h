// FlowCamera: takes pictures of a flow.
#pragma once

#include "scene/camera.h"
#include "scene/cell_window.h"
#include "scene/flow_run.h"

#include "render/render.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace tarn::scene
{

class FlowCamera : public Camera
{
  public:
    // Throws an Error or a render::Error when the view cannot be drawn.
    explicit FlowCamera(const FlowRun& run);

    render::Image shoot() override;

  private:
    // A field that the library does not have as such: one number for each cell.
    struct CellField
    {
        std::vector<float> numbers;
        render::FieldView view;
    };

    render::FieldView direct(tnFlowField field, int cellsPerCell) const;
    CellField& sized(CellField& field) const;

    void takeVelocity();
    render::FieldView speed();
    render::FieldView vorticity();
    render::FieldView scalar();
    void takeTexture(render::Frame& frame);
    void takeTracers(render::Frame& frame);

    const FlowRun& run_;
    ViewDescription view_;
    FlowShow show_;
    render::Painter painter_;
    std::unique_ptr<render::Texture> texture_; // of FlowShow::texture

    tnFlowDef def_ = {};
    std::optional<CellWindow> window_; // of the flow as it is now
    CellField velocityX_;
    CellField velocityY_;
    CellField scalar_;
    std::array<CellField, 4> coordinates_; // u and v of both layers
    std::array<float, 2> weights_ = {};
    std::vector<render::FieldView> dyes_;
    std::vector<render::Tracer> tracers_;
};

} // namespace tarn::scene
