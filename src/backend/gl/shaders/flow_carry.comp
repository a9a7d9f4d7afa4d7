// Carried cells (dyes, temperature) move along the flow: semi-Lagrangian, or with CORRECT
// MacCormack's correction of that. With BOTH it is one pass: what the correction looks up of the first
// result is made on the spot, which moves half the bytes. Ways are those of the velocity's cells, or,
// on a finer grid (FINE), each node's own. A node has WIDTH fields side by side, which are looked up
// together. TEXTURE: they are how far a picture has been displaced (x and y of two layers), to which the
// way itself adds; layers in `sides` begin anew.
// Loops over nodes are unrolled, so that those are all asked for at once.
#pragma optionNV(unroll all)
#define FLOW
#define CARRIED
#define EDGES 2
#define LINKS 5
#if WIDTH == 1
#define NODE float
#elif WIDTH == 2
#define NODE vec2
#else
#define NODE vec4
#endif
#include "params.h"
#include "flow_edges.glsl"
#include "flow_look.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer From
{
    NODE from[];
};
layout(std430, binding = 1) writeonly buffer To
{
    NODE to[];
};
#ifdef CORRECT
layout(std430, binding = 4) readonly buffer Hat
{
    NODE hat[];
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

#define PUT(node, value) to[f * p.plane + (node)] = value;

// The four nodes of a stencil, and what lies between them.
#define NODES(array, place)                                                                        \
    NODE[4](array[place], array[(place) + 1], array[(place) + p.stride],                           \
            array[(place) + p.stride + 1])

NODE blendNodes(NODE c[4], Stencil s)
{
    NODE low = c[0] + s.fx * (c[1] - c[0]);
    NODE high = c[2] + s.fx * (c[3] - c[2]);
    return low + s.fy * (high - low);
}

NODE heldWithin(NODE c[4], NODE value)
{
    NODE least = min(min(c[0], c[1]), min(c[2], c[3]));
    NODE most = max(max(c[0], c[1]), max(c[2], c[3]));
    return min(max(value, least), most);
}

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
    vec2 here = velocityAt(node.base, node.phase);
    looked.way = followed(node.base, node.phase, here, rate);
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

NODE look(NODE c[4], Looked looked)
{
#ifdef SOLIDS
    if (looked.mask != 15u)
    {
        vec4 w = weightsOf(looked.s, looked.mask);
        return (w.x * c[0] + w.y * c[1]) + (w.z * c[2] + w.w * c[3]);
    }
#endif
    return blendNodes(c, looked.s);
}

#ifdef BOTH
// The semi-Lagrangian result of group f in a cell, given its way.
NODE hatOf(int f, int i, int j, vec2 way)
{
    Stencil s = stencilAt(i, way.x, j, way.y, p.columns, p.rows);
    return blendNodes(NODES(from, f * p.plane + nodeOf(s.i, s.j, p.stride)), s);
}

// The same at (i, j), which may lie beyond an edge.
NODE hatAt(int f, int i, int j)
{
    int x = WRAPS_X ? wrapped(i, p.columns) : clamp(i, 0, p.columns - 1);
    int y = WRAPS_Y ? wrapped(j, p.rows) : clamp(j, 0, p.rows - 1);
    NODE value = hatOf(f, x, y, ways[y * p.nx + x]);
    if (x != i || y != j)
    {
        value = seenCell(f, ivec2(x, y), value, i, j);
    }
    return value;
}

// What that is where a way leads. Away from the edges all that is asked for at once.
NODE hatAlong(int f, ivec2 at, vec2 way)
{
    Stencil s = stencilAt(at.x, way.x, at.y, way.y, p.columns, p.rows);
    NODE hats[4];
    if (isInner(s.i, s.j, p.columns, p.rows))
    {
        int cell = s.j * p.nx + s.i;
        vec2 back[4] =
            vec2[4](ways[cell], ways[cell + 1], ways[cell + p.nx], ways[cell + p.nx + 1]);
        for (int k = 0; k < 4; ++k)
        {
            hats[k] = hatOf(f, s.i + (k & 1), s.j + (k >> 1), back[k]);
        }
    }
    else
    {
        for (int k = 0; k < 4; ++k)
        {
            hats[k] = hatAt(f, s.i + (k & 1), s.j + (k >> 1));
        }
    }
    float x = 1.0 - s.fx;
    float y = 1.0 - s.fy;
    return (((x * y) * hats[0] + (s.fx * y) * hats[1]) + (x * s.fy) * hats[2]) +
           (s.fx * s.fy) * hats[3];
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.columns || at.y >= p.rows)
    {
        return;
    }
    int cell = at.y * p.nx + at.x;
    vec2 back = ways[cell];
    vec2 ahead = ways[p.nx * p.ny + cell];
    vec2 place = vec2(at) + 0.5;
    bool good = trusted(place, back) && trusted(place, ahead);
    Stencil behind = stencilAt(at.x, back.x, at.y, back.y, p.columns, p.rows);
    int corner = nodeOf(behind.i, behind.j, p.stride);
    int own = nodeOf(at.x, at.y, p.stride);
    int groups = (p.count + WIDTH - 1) / WIDTH;
    for (int f = 0; f < groups; ++f)
    {
        int plane = f * p.plane;
        NODE corners[4] = NODES(from, plane + corner);
        NODE value = blendNodes(corners, behind);
        NODE again = hatAlong(f, at, ahead);
        NODE better = heldWithin(corners, value + 0.5 * (from[plane + own] - again));
        value = good ? better : value;
        STORE_CELL(PUT, f, at.x, at.y, value)
    }
}

#else

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
    int groups = (p.count + WIDTH - 1) / WIDTH;
    for (int f = 0; f < groups; ++f)
    {
        int plane = f * p.plane;
        NODE corners[4] = NODES(from, plane + behind.place);
#ifdef CORRECT
        NODE value = hat[plane + own];
#else
        NODE value = from[plane + own];
        if (carried)
        {
            value = look(corners, behind);
        }
#endif
#ifdef CORRECT
        if (good)
        {
            NODE again = blendNodes(NODES(hat, plane + before.place), before.s);
            value = heldWithin(corners, value + 0.5 * (from[plane + own] - again));
        }
#endif
#ifdef TEXTURE
        vec2 keeps = vec2((p.sides & 1) != 0 ? 0.0 : 1.0, (p.sides & 2) != 0 ? 0.0 : 1.0);
        vec2 way = wayAt(at.x, at.y, false);
        value = keeps.xxyy * value + p.cellSize * way.xyxy;
#endif
        STORE_CELL(PUT, f, at.x, at.y, value)
    }
}

#endif
