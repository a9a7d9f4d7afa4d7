// Tracers follow the velocity, in place, up to the first wall; those that leave over an open edge are marked,
// and stay where they are in the list. See HostFlow::advectTracers.
#define FLOW
#define LINKS 2
#include "params.h"
#include "wide.glsl"
#include "flow_grid.glsl"

layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 1) buffer Points
{
    vec2 points[]; // metres
};

#include "flow_look.glsl"
#ifdef SOLIDS
#include "flow_solids.glsl"
#endif
#include "flow_follow.glsl"

const float kGone = -1.0e30;

// A place on an axis of n cells.
WIDE onAxis(WIDE cells, int n, int wraps)
{
    WIDE all = WIDE(n);
    return wraps != 0 ? cells - all * floor(cells / all) : clamp(cells, WIDE(0.0), all);
}

bool leaves(WIDE cells, int n, int wraps, int low, int high)
{
    bool outLow = typeOf(low) == kInflow || typeOf(low) == kOutflow;
    bool outHigh = typeOf(high) == kInflow || typeOf(high) == kOutflow;
    return wraps == 0 && ((outLow && cells < WIDE(0.0)) || (outHigh && cells > WIDE(n)));
}

void main()
{
    int k = int(gl_GlobalInvocationID.x + gl_GlobalInvocationID.y * gl_NumWorkGroups.x * 256u);
    if (k >= p.count || points[k].x == kGone)
    {
        return;
    }
    WIDE h = WIDE(p.cellSize);
    WIDE x = onAxis((WIDE(points[k].x) - WIDE(p.originX)) / h, p.nx, p.wrapX);
    WIDE y = onAxis((WIDE(points[k].y) - WIDE(p.originY)) / h, p.ny, p.wrapY);
    ivec2 base = min(ivec2(int(x), int(y)), ivec2(p.nx, p.ny) - 1);
    vec2 rest = vec2(float(x - WIDE(base.x)), float(y - WIDE(base.y)));
#ifdef SOLIDS
    bool clipped;
    vec2 way = followedNear(base, rest, p.rate, 1, clipped);
#else
    vec2 way = followed(base, rest, velocityAt(base, rest), p.rate);
#endif
    x = WIDE(base.x) + (WIDE(rest.x) + WIDE(way.x));
    y = WIDE(base.y) + (WIDE(rest.y) + WIDE(way.y));
    bool gone = leaves(x, p.nx, p.wrapX, p.left, p.right) ||
                leaves(y, p.ny, p.wrapY, p.bottom, p.top);
    points[k] = gone ? vec2(kGone)
                     : vec2(float(WIDE(p.originX) + h * onAxis(x, p.nx, p.wrapX)),
                            float(WIDE(p.originY) + h * onAxis(y, p.ny, p.wrapY)));
}
