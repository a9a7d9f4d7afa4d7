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

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.nx || at.y >= p.ny)
    {
        return;
    }
    const vec2 kMiddle = vec2(0.5);
    vec2 here = velocityAt(at, kMiddle);
    vec2 back = followed(at, kMiddle, here, -p.rate);
    vec2 ahead = p.ahead != 0 ? followed(at, kMiddle, here, p.rate) : vec2(0.0);
#ifdef SOLIDS
    if (nearSolids(at, back) || nearSolids(at, ahead))
    {
        bool isSolid = isBlocked(linkAt(linkGrid(1), at.x, at.y));
        bool clipped;
        back = isSolid ? vec2(0.0) : followedNear(at, kMiddle, -p.rate, 1, clipped);
        ahead = isSolid || p.ahead == 0 ? vec2(0.0)
                                        : followedNear(at, kMiddle, p.rate, 1, clipped);
    }
#endif
    int place = at.y * p.nx + at.x;
    ways[place] = back;
    if (p.ahead != 0)
    {
        ways[p.nx * p.ny + place] = ahead;
    }
}
