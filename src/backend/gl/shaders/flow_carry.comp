// Carried cells (dyes, temperature) move along the flow: semi-Lagrangian, or with CORRECT
// MacCormack's correction of that. Ways are those of the velocity's cells, or, on a finer grid,
// each node's own.
#define FLOW
#define EDGES 2
#include "params.h"
#include "flow_edges.glsl"
#include "flow_look.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer From
{
    float from[];
};
layout(std430, binding = 1) writeonly buffer To
{
    float to[];
};
#ifdef CORRECT
layout(std430, binding = 4) readonly buffer Hat
{
    float hat[];
};
#endif
#ifdef FINE
layout(std430, binding = 3) readonly buffer Velocity
{
    float velocity[];
};
#include "flow_follow.glsl"
#else
layout(std430, binding = 3) readonly buffer Ways
{
    vec2 ways[];
};
#include "flow_ways.glsl"
#endif

#define PUT(place, value) to[place] = value;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.columns || at.y >= p.rows)
    {
        return;
    }
#ifdef FINE
    ivec2 base = at / p.fine;
    vec2 phase = (vec2(at - base * p.fine) + 0.5) / float(p.fine);
    vec2 here = velocityAt(base, phase);
    vec2 back = followed(base, phase, here, -p.rate);
#else
    ivec2 base = at;
    vec2 phase = vec2(0.5);
    vec2 back = wayAt(at.x, at.y, false);
#endif
    float fine = float(p.fine);
    Stencil s = stencilAt(at.x, fine * back.x, at.y, fine * back.y, p.columns, p.rows);
    int behind = nodeOf(s.i, s.j, p.stride);
#ifdef CORRECT
#ifdef FINE
    vec2 ahead = followed(base, phase, here, p.rate);
#else
    vec2 ahead = wayAt(at.x, at.y, true);
#endif
    Stencil b = stencilAt(at.x, fine * ahead.x, at.y, fine * ahead.y, p.columns, p.rows);
    int before = nodeOf(b.i, b.j, p.stride);
    vec2 node = vec2(base) + phase;
    bool good = trusted(node, back) && trusted(node, ahead);
#endif
    int own = nodeOf(at.x, at.y, p.stride);
    for (int f = 0; f < p.count; ++f)
    {
        int plane = f * p.plane;
        vec4 corners = CORNERS(from, plane + behind, p.stride);
#ifdef CORRECT
        float value = hat[plane + own];
        if (good)
        {
            float again = blend(CORNERS(hat, plane + before, p.stride), b.fx, b.fy);
            float better = value + 0.5 * (from[plane + own] - again);
            value = min(max(better, least(corners)), most(corners));
        }
#else
        float value = blend(corners, s.fx, s.fy);
#endif
        Around a = aroundCell(f, at.x, at.y);
        STORE(PUT, a, at.x, at.y, value)
    }
}
