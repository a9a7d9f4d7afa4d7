// FlowInside: reads what an InsideView shows off a flow, by the public API: staggered fields come
// to the middles of cells.
//
//     FlowInside inside;
//     stage.draw(inside.take(flow, view), view, ground, target);     // gl::InsideStage
//
// On a GPU the fields come to the host, and that is waited for.
#pragma once

#include "render/cell_field.h"
#include "render/inside_view.h"

#include "tarn/flow.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::render
{

class FlowInside
{
  public:
    // All of a flow, or a part of it. What is returned holds until the next call, or step. Throws
    // an Error when the flow does not have the map's quantity.
    const InsideFrame& take(tnFlow flow, const InsideView& view);
    const InsideFrame& take(tnFlow flow, const InsideView& view, const CellPart& part);

    // One quantity alone, by its name; and the velocity, at the middles of cells.
    FieldView takeQuantity(tnFlow flow, std::string_view name, const CellPart& part);
    std::array<FieldView, 2> takeVelocity(tnFlow flow, const CellPart& part);

  private:
    void begin(tnFlow flow, const CellPart& part);
    FieldView direct(tnFlowField field) const;
    FieldView copied(tnFlowField field);
    std::array<FieldView, 2> velocity();
    FieldView vorticity();
    FieldView quantity(std::string_view name);

    tnFlow flow_ = {};
    CellPart part_;
    InsideFrame frame_;
    bool hasVelocity_ = false; // since begin()
    CellField velocityX_;
    CellField velocityY_;
    CellField scalar_;
};

// What a map can show of a flow: speed, pressure, vorticity, divergence, temperature.
const std::vector<std::string>& flowMapNames();
ScalarStyle flowMapStyle(const std::string& name); // one of them, or an Error lists those there are

} // namespace tarn::render
