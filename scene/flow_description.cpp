// What of a flow's description changes with time.
#include "scene/flow_description.h"

#include <algorithm>

namespace tarn::scene
{

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
