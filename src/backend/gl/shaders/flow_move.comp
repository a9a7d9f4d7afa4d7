// The velocity moves along its ways: semi-Lagrangian, or with CORRECT MacCormack's correction of
// that, held within the nodes it came from. A face takes the mean of its two cells' ways.
#define FLOW
#define EDGES 3
#include "params.h"
#include "flow_edges.glsl"
#include "flow_look.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Ways
{
    vec2 ways[];
};
layout(std430, binding = 1) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 2) writeonly buffer To
{
    float to_velocity[];
};
#ifdef CORRECT
layout(std430, binding = 4) readonly buffer Hat
{
    float hat_velocity[];
};
#endif

#include "flow_ways.glsl"

#define PUT(place, value) to_velocity[place] = value;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x > p.nx || at.y > p.ny)
    {
        return;
    }
    vec2 back = wayAt(at.x, at.y, false);
#ifdef CORRECT
    vec2 ahead = wayAt(at.x, at.y, true);
#endif
    if (isOwnU(at.x, at.y))
    {
        vec2 way = 0.5 * (wayAt(at.x - 1, at.y, false) + back);
        Stencil s = stencilAt(at.x, way.x, at.y, way.y, p.nx, p.ny);
        int place = nodeU(s.i, s.j);
        vec4 corners = CORNERS(velocity, place, p.strideU);
#ifdef CORRECT
        int own = nodeU(at.x, at.y);
        vec2 on = 0.5 * (wayAt(at.x - 1, at.y, true) + ahead);
        Stencil b = stencilAt(at.x, on.x, at.y, on.y, p.nx, p.ny);
        int before = nodeU(b.i, b.j);
        float again = blend(CORNERS(hat_velocity, before, p.strideU), b.fx, b.fy);
        float value = hat_velocity[own];
        vec2 node = vec2(float(at.x), float(at.y) + 0.5);
        if (trusted(node, way) && trusted(node, on))
        {
            float better = value + 0.5 * (velocity[own] - again);
            value = min(max(better, least(corners)), most(corners));
        }
#else
        float value = blend(corners, s.fx, s.fy);
#endif
        value = givenU(at.x, at.y, value);
        Around a = aroundU(at.x, at.y);
        STORE(PUT, a, at.x, at.y, value)
    }
    if (isOwnV(at.x, at.y))
    {
        vec2 way = 0.5 * (wayAt(at.x, at.y - 1, false) + back);
        Stencil s = stencilAt(at.x, way.x, at.y, way.y, p.nx, p.ny);
        int place = nodeV(s.i, s.j);
        vec4 corners = CORNERS(velocity, place, p.strideV);
#ifdef CORRECT
        int own = nodeV(at.x, at.y);
        vec2 on = 0.5 * (wayAt(at.x, at.y - 1, true) + ahead);
        Stencil b = stencilAt(at.x, on.x, at.y, on.y, p.nx, p.ny);
        int before = nodeV(b.i, b.j);
        float again = blend(CORNERS(hat_velocity, before, p.strideV), b.fx, b.fy);
        float value = hat_velocity[own];
        vec2 node = vec2(float(at.x) + 0.5, float(at.y));
        if (trusted(node, way) && trusted(node, on))
        {
            float better = value + 0.5 * (velocity[own] - again);
            value = min(max(better, least(corners)), most(corners));
        }
#else
        float value = blend(corners, s.fx, s.fy);
#endif
        value = givenV(at.x, at.y, value);
        Around a = aroundV(at.x, at.y);
        STORE(PUT, a, at.x, at.y, value)
    }
}
