// FlowShot: what there is of a running flow at one moment, as pictures of it want it.
#pragma once

#include "scene/cell_window.h"
#include "scene/field_place.h"
#include "scene/flow_run.h"

#include "render/flow_inside.h"
#include "render/frame.h"
#include "render/texture.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace tarn::scene
{

class FlowShot
{
  public:
    // With FieldsFrom::buffers the run's flow must be on a GPU. Throws an Error.
    explicit FlowShot(const FlowRun& run, FieldsFrom from = FieldsFrom::host);

    // All that the scene's view shows now, until the next call or step.
    render::Frame frame();

  private:
    render::FieldView onHost(tnFlowField field, int cellsPerCell) const;
    render::FieldView onGpu(tnFlowField field, int cellsPerCell) const;
    render::FieldView direct(tnFlowField field, int cellsPerCell) const;

    void takeVelocity(render::Frame& frame);
    render::FieldView vorticity();
    render::FieldView scalar(const render::Frame& frame);
    render::FieldView coordinate(std::size_t k);
    void takeTexture(render::Frame& frame);
    void takeTracers(render::Frame& frame);

    const FlowRun& run_;
    const ViewDescription& view_;
    FlowShow show_;
    bool isOnGpu_;
    std::unique_ptr<render::Texture> texture_; // of FlowShow::texture

    tnFlowDef def_ = {};
    std::optional<CellWindow> window_; // of the flow as it is now
    render::FlowInside inside_;        // what has to be made of the flow's fields on the host
    render::CellField speed_;
    std::array<render::CellField, 4> coordinates_; // u and v of both layers
    std::array<float, 2> weights_ = {};
    std::vector<render::FieldView> dyes_;
    std::vector<render::Tracer> tracers_;
};

} // namespace tarn::scene
