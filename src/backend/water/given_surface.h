// GivenSurface: a surface and currents that come from elsewhere, in place of waves.
#pragma once

#include "tarn/field.h"

namespace tarn
{

struct GivenSurface
{
    tnFieldView field;     // numbers that become heights
    tnFieldView velocityX; // m/s
    tnFieldView velocityY;
    bool wrapX = false; // the other grid is periodic
    bool wrapY = false;
    bool closed =
        false; // the mean of the surface stays at the level, and what is displaced lifts it
    float level = 0.0f; // m
    float scale = 1.0f; // m per unit of the field
    float most = 1.0f;  // m; farthest from the level
    float keep = 0.0f;  // of the way to the heights, this part is left after the step
};

// What a cell's water, or a body in it, gives to the one who makes the surface.
struct WaterPush
{
    double x = 0.0, y = 0.0; // m
    tnVec2 flow = {};        // velocity times area (m^3/s)
    float head = 0.0f;       // pressure, as height of water, times area (m^3)
};

} // namespace tarn
