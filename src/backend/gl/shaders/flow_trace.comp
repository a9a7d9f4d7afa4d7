// Ways from the middle of cells, back in time and, where MacCormack wants it, ahead.
#define FLOW
#define LINKS 2
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

#include "flow_look.glsl"
#ifdef SOLIDS
#include "flow_solids.glsl"
#endif
#include "flow_follow.glsl"

vec2 wayOf(ivec2 at, vec2 here, float rate)
{
    vec2 way = followed(at, vec2(0.5), here, rate);
#ifdef SOLIDS
    if (nearSolids(at, way))
    {
        bool clipped;
        way = isBlocked(linkAt(linkGrid(1), at.x, at.y))
                  ? vec2(0.0)
                  : followedNear(at, vec2(0.5), rate, 1, clipped);
    }
#endif
    return way;
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.nx || at.y >= p.ny)
    {
        return;
    }
    vec2 here = velocityAt(at, vec2(0.5));
    int place = at.y * p.nx + at.x;
    if (p.ahead == 0)
    {
        ways[place] = wayOf(at, here, -p.rate);
        return;
    }
    // Both looked up at once.
    vec2 back = wayOf(at, here, -p.rate);
    vec2 ahead = wayOf(at, here, p.rate);
    ways[place] = back;
    ways[p.nx * p.ny + place] = ahead;
}
