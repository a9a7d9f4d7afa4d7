// What of a water's description changes with time, and its numbers at a moment.
#include "scene/water_description.h"

#include <algorithm>

namespace tarn::scene
{
namespace
{

float asFloat(double number)
{
    return static_cast<float>(number);
}

bool anyVaries(const std::vector<Quantity>& list)
{
    return std::any_of(list.begin(), list.end(), [](const Quantity& q) { return q.varies(); });
}

} // namespace

bool WaterEdgeDescription::varies() const
{
    return level.varies() || discharge.varies() || anyVaries(dye);
}

tnWaterEdge WaterEdgeDescription::at(double t) const
{
    tnWaterEdge edge = tnDefaultWaterEdge();
    edge.type = type;
    edge.level = asFloat(level.at(t));
    edge.discharge = asFloat(discharge.at(t));
    for (std::size_t k = 0; k < dye.size(); ++k)
    {
        edge.dye[k] = asFloat(dye[k].at(t));
    }
    return edge;
}

bool SpringDescription::varies() const
{
    return scene::varies(position) || radius.varies() || discharge.varies() ||
           scene::varies(velocity) || anyVaries(dye) || isOn.varies();
}

// One that is off stays, and gives nothing: handles are then the same in every run.
tnSpringDef SpringDescription::at(double t) const
{
    tnSpringDef def = tnDefaultSpringDef();
    def.position = {asFloat(position[0].at(t)), asFloat(position[1].at(t))};
    def.radius = asFloat(radius.at(t));
    def.discharge = isOn.at(t) > 0.0 ? asFloat(discharge.at(t)) : 0.0F;
    def.velocity = {asFloat(velocity[0].at(t)), asFloat(velocity[1].at(t))};
    for (std::size_t k = 0; k < dye.size(); ++k)
    {
        def.dye[k] = asFloat(dye[k].at(t));
    }
    return def;
}

bool BodyDescription::isLed() const
{
    const auto varies = [](const Quantity& q) { return q.varies(); };
    return std::any_of(position.begin(), position.end(), varies) ||
           std::any_of(rotation.begin(), rotation.end(), varies);
}

Rectangle WaterDescription::area() const
{
    const double h = double(def.cellSize);
    const double left = double(def.origin.x);
    const double bottom = double(def.origin.y);
    return {left, bottom, left + h * def.nx, bottom + h * def.ny};
}

} // namespace tarn::scene
