// Carried fields between groups side by side, as shaders want them, and one after the other, as the
// host has them (TO_PLANES: that way). Numbers beyond the edges too.
#define FLOW
#include "params.h"
#include "flow_grid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer From
{
    float from[];
};
layout(std430, binding = 1) writeonly buffer To
{
    float to[];
};

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.stride || at.y >= p.rows + 2 * kGhostRows)
    {
        return;
    }
    int node = at.y * p.stride + at.x;
    for (int f = 0; f < p.count; ++f)
    {
#ifdef TO_PLANES
        to[f * p.plane + node] = from[placeOf(f, node)];
#else
        to[placeOf(f, node)] = from[f * p.plane + node];
#endif
    }
}
