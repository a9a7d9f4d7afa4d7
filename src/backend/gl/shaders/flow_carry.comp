// Carried cells (dyes, temperature) move along the flow: semi-Lagrangian, or with CORRECT
// MacCormack's correction of that. Ways are those of the velocity's cells, or, on a finer grid,
// each node's own.
#define FLOW
#define EDGES 2
#define LINKS 5
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
#ifdef SOLIDS
#include "flow_solids.glsl"
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

// Where a node lies, in cells of the velocity.
struct Node
{
    ivec2 base;
    vec2 phase;
};

// A node's way, and the nodes around its end.
struct Looked
{
    vec2 way;
    Stencil s;
    int place;
    uint mask; // those that count
    bool clipped;
};

Looked lookedAlong(ivec2 at, Node node, bool ahead)
{
    Looked looked;
    looked.clipped = false;
    looked.mask = 15u;
#ifdef FINE
    float rate = ahead ? p.rate : -p.rate;
    looked.way = followed(node.base, node.phase, velocityAt(node.base, node.phase), rate);
#else
    looked.way = wayAt(at.x, at.y, ahead);
#endif
#ifdef SOLIDS
    bool isNear = nearSolids(node.base, looked.way);
    if (isNear)
    {
#ifdef FINE
        looked.way = followedNear(node.base, node.phase, rate, p.fine, looked.clipped);
#else
        looked.way = clippedWay(linkGrid(1), node.base, node.phase, looked.way, looked.clipped);
#endif
    }
#endif
    float fine = float(p.fine);
    looked.s =
        stencilAt(at.x, fine * looked.way.x, at.y, fine * looked.way.y, p.columns, p.rows);
    looked.place = nodeOf(looked.s.i, looked.s.j, p.stride);
#ifdef SOLIDS
    if (isNear)
    {
        looked.mask = joinedCells(linkGrid(p.fine), looked.s);
    }
#endif
    return looked;
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.columns || at.y >= p.rows)
    {
        return;
    }
    Node node;
    node.base = at / p.fine;
    node.phase = (vec2(at - node.base * p.fine) + 0.5) / float(p.fine);
    int own = nodeOf(at.x, at.y, p.stride);
    bool carried = true;
#ifdef SOLIDS
    carried = !isBlocked(linkAt(linkGrid(p.fine), at.x, at.y));
#endif
    Looked behind = lookedAlong(at, node, false);
#ifdef CORRECT
    Looked before = lookedAlong(at, node, true);
    vec2 place = vec2(node.base) + node.phase;
    bool good = carried && !behind.clipped && !before.clipped && trusted(place, behind.way) &&
                trusted(place, before.way) && behind.mask == 15u && before.mask == 15u;
#endif
    for (int f = 0; f < p.count; ++f)
    {
        int plane = f * p.plane;
        vec4 corners = CORNERS(from, plane + behind.place, p.stride);
#ifdef CORRECT
        float value = hat[plane + own];
        if (good)
        {
            vec4 again = CORNERS(hat, plane + before.place, p.stride);
            float better =
                value + 0.5 * (from[plane + own] - blend(again, before.s.fx, before.s.fy));
            value = min(max(better, least(corners)), most(corners));
        }
#elif defined(SOLIDS)
        float value =
            carried ? lookMasked(corners, behind.s, behind.mask) : from[plane + own];
#else
        float value = blend(corners, behind.s.fx, behind.s.fy);
#endif
        STORE_CELL(PUT, f, at.x, at.y, value)
    }
}
