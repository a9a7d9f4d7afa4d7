// A field made of the velocity, for those who look: divergence in cells, or vorticity at corners.
#define FLOW
#define FACES 2
#include "params.h"
#include "flow_grid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 1) writeonly buffer Made
{
    float made[];
};

#ifdef VORTICITY
#include "flow_whirl.glsl"
#else
#include "flow_divergence.glsl"
#endif

float valueAt(int i, int j)
{
#ifdef VORTICITY
    return whirlAt(i, j);
#else
    int placeU = nodeU(i, j);
    int placeV = nodeV(i, j);
    return divergenceOf(i, j, velocity[placeU], velocity[placeU + 1], velocity[placeV],
                        velocity[placeV + p.strideV]);
#endif
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x < p.columns && at.y < p.rows)
    {
        made[at.y * p.stride + at.x] = p.scale * valueAt(at.x, at.y);
    }
}
