// A field made for those who look: PRESSURE in cells, VORTICITY at corners, or divergence in cells.
#define FLOW
#define FACES 2
#include "params.h"
#include "flow_grid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
#ifdef PRESSURE
layout(std430, binding = 0) readonly buffer Pressed
{
    float pressed[];
};
layout(std430, binding = 3) readonly buffer Report
{
    vec4 report[];
};
#else
layout(std430, binding = 0) readonly buffer Velocity
{
    float velocity[];
};
#endif
layout(std430, binding = 1) writeonly buffer Made
{
    float made[];
};

#ifdef VORTICITY
#include "flow_whirl.glsl"
#else
#include "flow_divergence.glsl"
#endif
#ifdef PRESSURE
#include "flow_pressure.glsl"
#endif

float valueAt(int i, int j)
{
#if defined(PRESSURE)
    return pressureAt(i, j);
#elif defined(VORTICITY)
    return p.scale * whirlAt(i, j);
#else
    int placeU = nodeU(i, j);
    int placeV = nodeV(i, j);
    return p.scale * divergenceOf(i, j, velocity[placeU], velocity[placeU + 1], velocity[placeV],
                                  velocity[placeV + p.strideV]);
#endif
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x < p.columns && at.y < p.rows)
    {
        made[at.y * p.stride + at.x] = valueAt(at.x, at.y);
    }
}
