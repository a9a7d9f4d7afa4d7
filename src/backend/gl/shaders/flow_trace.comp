// Ways from the middle of cells, back in time and, where MacCormack wants it, ahead.
#define FLOW
#include "params.h"
#include "flow_grid.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 1) writeonly buffer Ways
{
    vec2 ways[]; // back, then ahead, in rows without padding
};

#include "flow_follow.glsl"

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.nx || at.y >= p.ny)
    {
        return;
    }
    vec2 here = velocityAt(at, vec2(0.5));
    int place = at.y * p.nx + at.x;
    ways[place] = followed(at, vec2(0.5), here, -p.rate);
    if (p.ahead != 0)
    {
        ways[p.nx * p.ny + place] = followed(at, vec2(0.5), here, p.rate);
    }
}
