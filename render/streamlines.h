// Streamlines: lines that have the direction of the velocity everywhere, followed from fixed seeds.
#pragma once

#include "render/frame.h"

#include <vector>

namespace tarn::render
{

// A velocity between the centres of cells, and where there is none.
struct VelocityField
{
    Rectangle world;
    FieldView x; // m/s
    FieldView y;
    FieldView solid; // above a half: none; may be absent

    Point at(Point place) const;
    bool isOpen(Point place) const; // inside the world, and not solid
};

// Follows the velocity from `seed` both ways by `steps` steps of `step` metres each (classical
// Runge-Kutta of fourth order along unit directions), or until the line meets a solid or an edge,
// the fluid rests, or it has turned by half a circle: the two ways close a whirl, once. Points come
// in the direction of the flow; none where the seed has no flow.
void followStreamline(const VelocityField& field, Point seed, float step, int steps,
                      std::vector<Point>& line);

} // namespace tarn::render
