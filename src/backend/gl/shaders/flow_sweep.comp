// One sweep of conserving advection along x (what: 0) or y (1): fluxes of a limited linear profile upstream.
// `first`: the first of two, from volume 1; else from what the other one left. See conserve.cpp.
#define FLOW
#define EDGES 3
#define FACES 4
#include "params.h"
#include "wide.glsl"
#include "flow_edges.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 1) readonly buffer From
{
    float from[];
};
layout(std430, binding = 2) writeonly buffer To
{
    float to[];
};
#include "flow_swept.glsl"

#define PUT(node, value) to[placeOf(f, node)] = value;

float limitedSlope(float before, float here, float after)
{
    float low = here - before;
    float high = after - here;
    if (!(low * high > 0.0))
    {
        return 0.0;
    }
    float slope = min(2.0 * min(abs(low), abs(high)), 0.5 * abs(low + high));
    return low < 0.0 ? -slope : slope;
}

// What a face lets through of the two cells before it and the two after it.
float passed(float swept, vec4 q, float volumeBefore, float volumeAfter)
{
    if (swept >= 0.0)
    {
        return swept * (q.y + 0.5 * (1.0 - swept / volumeBefore) * limitedSlope(q.x, q.y, q.z));
    }
    return swept * (q.z - 0.5 * (1.0 + swept / volumeAfter) * limitedSlope(q.y, q.z, q.w));
}

// The volume that a cell has before the sweep.
float volumeOf(ivec2 cell, bool alongX)
{
    cell.x = WRAPS_X ? wrapped(cell.x, p.columns) : cell.x;
    cell.y = WRAPS_Y ? wrapped(cell.y, p.rows) : cell.y;
    if (p.first != 0 || cell.x < 0 || cell.y < 0 || cell.x >= p.columns || cell.y >= p.rows)
    {
        return 1.0;
    }
    return alongX ? 1.0 - (sweptY(cell.x, cell.y + 1) - sweptY(cell.x, cell.y))
                  : 1.0 - (sweptX(cell.x + 1, cell.y) - sweptX(cell.x, cell.y));
}

// What is left of it after the sweep.
float volumeLeft(float here, float sweptLow, float sweptHigh)
{
    const float kLeastLoss = 1e-3; // as in conserve.cpp
    float left = here - (sweptHigh - sweptLow);
    return p.first == 0 && abs(left - 1.0) <= kLeastLoss ? 1.0 : left;
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.columns || at.y >= p.rows)
    {
        return;
    }
    bool alongX = p.what == 0;
    ivec2 one = alongX ? ivec2(1, 0) : ivec2(0, 1);
    float sweptLow = alongX ? sweptX(at.x, at.y) : sweptY(at.x, at.y);
    float sweptHigh = alongX ? sweptX(at.x + 1, at.y) : sweptY(at.x, at.y + 1);
    float before = volumeOf(at - one, alongX);
    float here = volumeOf(at, alongX);
    float after = volumeOf(at + one, alongX);
    float left = volumeLeft(here, sweptLow, sweptHigh);
    int own = nodeOf(at.x, at.y, p.stride);
    int next = alongX ? 1 : p.stride;
    for (int f = 0; f < p.count; ++f)
    {
        float q[5];
        for (int k = 0; k < 5; ++k)
        {
            q[k] = from[placeOf(f, own + (k - 2) * next)];
        }
        float low = passed(sweptLow, vec4(q[0], q[1], q[2], q[3]), before, here);
        float high = passed(sweptHigh, vec4(q[1], q[2], q[3], q[4]), here, after);
        WIDE mass = WIDE(here) * WIDE(q[2]) - (WIDE(high) - WIDE(low));
        float value = float(mass / WIDE(left));
        STORE_CELL(PUT, f, at.x, at.y, value)
    }
}
