// What of a flow's description changes with time, and what of it the library knows.
#include "scene/flow_description.h"

#include <algorithm>

namespace tarn::scene
{

tnFlowEdge FlowEdgeDescription::plain() const
{
    tnFlowEdge edge = tnDefaultFlowEdge();
    edge.type = type;
    edge.noSlip = noSlip;
    edge.normalSpeed = static_cast<float>(normalSpeed.number());
    edge.tangentialSpeed = static_cast<float>(tangentialSpeed.number());
    edge.fixedTemperature = temperature && type == tn_flowWall;
    edge.temperature = temperature ? static_cast<float>(temperature->number()) : 0.0F;
    for (std::size_t k = 0; k < dye.size(); ++k)
    {
        edge.dye[k] = static_cast<float>(dye[k].number());
    }
    return edge;
}

bool SolidDescription::isLed() const
{
    return varies(position) || angle.varies();
}

bool SolidDescription::hasVaryingSpeed() const
{
    return varies(velocity) || spin.varies();
}

bool FlowBrushDescription::varies() const
{
    return scene::varies(position) || (to && scene::varies(*to)) || radius.varies() ||
           scene::varies(velocity) ||
           std::any_of(dye.begin(), dye.end(), [](const Quantity& q) { return q.varies(); }) ||
           temperature.varies() || holdRate.varies() || isOn.varies();
}

Rectangle FlowDescription::area() const
{
    const double h = double(def.cellSize);
    const double left = double(def.origin.x);
    const double bottom = double(def.origin.y);
    return {left, bottom, left + h * def.nx, bottom + h * def.ny};
}

} // namespace tarn::scene
