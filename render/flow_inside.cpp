#include "render/flow_inside.h"

#include "render/error.h"

#include <fmt/format.h>

namespace tarn::render
{
namespace
{

tnFieldView viewOf(tnFlow flow, tnFlowField field)
{
    tnFieldView view = {};
    const tnResult result = tnFlow_GetView(flow, field, &view);
    if (result != tn_success)
    {
        throw Error(fmt::format("inside: a field of the flow could not be read: {}",
                                tnResult_ToString(result)));
    }
    return view;
}

} // namespace

const std::vector<std::string>& flowMapNames()
{
    static const std::vector<std::string> kNames = {"speed", "pressure", "vorticity", "divergence",
                                                    "temperature"};
    return kNames;
}

ScalarStyle flowMapStyle(const std::string& name)
{
    requireMap("a flow", name, flowMapNames());
    return quantityStyle(name);
}

const InsideFrame& FlowInside::take(tnFlow flow, const InsideView& view)
{
    tnFlowDef def = {};
    const tnResult result = tnFlow_GetDef(flow, &def);
    if (result != tn_success)
    {
        throw Error(
            fmt::format("inside: the flow could not be read: {}", tnResult_ToString(result)));
    }
    return take(flow, view, wholeGrid(def.nx, def.ny, def.cellSize, def.origin));
}

const InsideFrame& FlowInside::take(tnFlow flow, const InsideView& view, const CellPart& part)
{
    begin(flow, part);
    frame_ = {};
    frame_.world = part.world;
    frame_.columns = part.columns;
    frame_.rows = part.rows;
    if (view.arrows || view.streamlines)
    {
        const auto [x, y] = velocity();
        frame_.velocityX = x;
        frame_.velocityY = y;
    }
    if (view.map)
    {
        frame_.scalar = quantity(view.map->name);
    }
    frame_.solid = direct(tn_flowSolidCells);
    return frame_;
}

FieldView FlowInside::takeQuantity(tnFlow flow, std::string_view name, const CellPart& part)
{
    begin(flow, part);
    return quantity(name);
}

std::array<FieldView, 2> FlowInside::takeVelocity(tnFlow flow, const CellPart& part)
{
    begin(flow, part);
    return velocity();
}

void FlowInside::begin(tnFlow flow, const CellPart& part)
{
    flow_ = flow;
    part_ = part;
    hasVelocity_ = false;
}

FieldView FlowInside::direct(tnFlowField field) const
{
    const tnFieldView view = viewOf(flow_, field);
    return {view.data + std::ptrdiff_t(part_.bottom) * view.stride + part_.left, part_.columns,
            part_.rows, view.stride};
}

// The library makes some fields when asked for, in one place.
FieldView FlowInside::copied(tnFlowField field)
{
    return scalar_.copy(viewOf(flow_, field), part_);
}

// Arrows and a map of the speed share it.
std::array<FieldView, 2> FlowInside::velocity()
{
    if (hasVelocity_)
    {
        return {velocityX_.view(), velocityY_.view()};
    }
    hasVelocity_ = true;
    const tnFieldView u = viewOf(flow_, tn_flowVelocityX);
    const tnFieldView v = viewOf(flow_, tn_flowVelocityY);
    float* x = velocityX_.resize(part_);
    float* y = velocityY_.resize(part_);
    for (int j = 0; j < part_.rows; ++j)
    {
        const float* uRow = u.data + std::ptrdiff_t(part_.bottom + j) * u.stride + part_.left;
        const float* vRow = v.data + std::ptrdiff_t(part_.bottom + j) * v.stride + part_.left;
        for (int i = 0; i < part_.columns; ++i)
        {
            *x++ = 0.5F * (uRow[i] + uRow[i + 1]);
            *y++ = 0.5F * (vRow[i] + vRow[i + v.stride]);
        }
    }
    return {velocityX_.view(), velocityY_.view()};
}

FieldView FlowInside::vorticity()
{
    const tnFieldView corners = viewOf(flow_, tn_flowVorticity);
    float* out = scalar_.resize(part_);
    for (int j = 0; j < part_.rows; ++j)
    {
        const float* low =
            corners.data + std::ptrdiff_t(part_.bottom + j) * corners.stride + part_.left;
        const float* high = low + corners.stride;
        for (int i = 0; i < part_.columns; ++i)
        {
            *out++ = 0.25F * ((low[i] + low[i + 1]) + (high[i] + high[i + 1]));
        }
    }
    return scalar_.view();
}

FieldView FlowInside::quantity(std::string_view name)
{
    if (name == "speed")
    {
        const auto [x, y] = velocity();
        return speedOf(x, y, part_, scalar_);
    }
    if (name == "vorticity")
    {
        return vorticity();
    }
    if (name == "pressure")
    {
        return copied(tn_flowPressure);
    }
    if (name == "divergence")
    {
        return copied(tn_flowDivergence);
    }
    if (name == "temperature")
    {
        return copied(tn_flowTemperature);
    }
    throwNoMap("a flow", name, flowMapNames());
}

} // namespace tarn::render
