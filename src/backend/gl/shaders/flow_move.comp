// The velocity moves along its ways: semi-Lagrangian, or with CORRECT MacCormack's correction of
// that, held within the nodes it came from. A face takes the mean of its two cells' ways.
#define FLOW
#define EDGES 3
#define LINKS 5
#define FACES 6
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
#ifdef SOLIDS
#include "flow_solids.glsl"
#endif

#define PUT(place, value) to_velocity[place] = value;

int nodeAt(bool isX, int i, int j)
{
    return isX ? nodeU(i, j) : nodeV(i, j);
}

// Where a way from a face leads: the nodes around, and which of them count.
struct Looked
{
    Stencil s;
    int place;
    uint mask;
    bool clipped;
};

// The mean of the ways of a face's two cells, or that of the open one where the other is solid, up to
// the first wall.
vec2 faceWay(bool isX, ivec2 at, bool ahead, out bool clipped)
{
    ivec2 before = at - (isX ? ivec2(1, 0) : ivec2(0, 1));
    vec2 first = wayAt(before.x, before.y, ahead);
    vec2 second = wayAt(at.x, at.y, ahead);
    vec2 way = 0.5 * (first + second);
    clipped = false;
#ifdef SOLIDS
    if (nearSolids(at, way))
    {
        LinkGrid cells = linkGrid(1);
        way = isBlocked(linkAt(cells, at.x, at.y)) ? first : way;
        way = isBlocked(linkAt(cells, before.x, before.y)) ? second : way;
        vec2 rest = isX ? vec2(0.0, 0.5) : vec2(0.5, 0.0);
        way = clippedWay(cells, at, rest, way, clipped);
    }
#endif
    return way;
}

Looked lookedAlong(bool isX, ivec2 at, vec2 way)
{
    Looked looked;
    looked.s = stencilAt(at.x, way.x, at.y, way.y, p.nx, p.ny);
    looked.place = nodeAt(isX, looked.s.i, looked.s.j);
    looked.mask = 15u;
#ifdef SOLIDS
    if (nearSolids(at, way))
    {
        looked.mask = validFaces(looked.s, isX);
    }
#endif
    return looked;
}

// Faces inside solids are not carried along.
bool isCarried(bool isX, ivec2 at)
{
#ifdef SOLIDS
    LinkGrid cells = linkGrid(1);
    ivec2 before = at - (isX ? ivec2(1, 0) : ivec2(0, 1));
    return !isBlocked(linkAt(cells, before.x, before.y)) ||
           !isBlocked(linkAt(cells, at.x, at.y));
#else
    return true;
#endif
}

float moved(bool isX, ivec2 at)
{
    int stride = isX ? p.strideU : p.strideV;
    int own = nodeAt(isX, at.x, at.y);
    if (!isCarried(isX, at))
    {
        return velocity[own];
    }
    bool clipped;
    vec2 way = faceWay(isX, at, false, clipped);
    Looked behind = lookedAlong(isX, at, way);
    vec4 corners = CORNERS(velocity, behind.place, stride);
#if defined(CORRECT)
    float value = hat_velocity[own];
#elif defined(SOLIDS)
    float value = lookMasked(corners, behind.s, behind.mask);
#else
    float value = blend(corners, behind.s.fx, behind.s.fy);
#endif
#ifdef CORRECT
    bool clippedAhead;
    vec2 on = faceWay(isX, at, true, clippedAhead);
    Looked before = lookedAlong(isX, at, on);
    vec2 node = vec2(at) + (isX ? vec2(0.0, 0.5) : vec2(0.5, 0.0));
    // Looked up in any case, with the rest.
    float again = blend(CORNERS(hat_velocity, before.place, stride), before.s.fx, before.s.fy);
    float better = value + 0.5 * (velocity[own] - again);
    better = min(max(better, least(corners)), most(corners));
    bool good = !clipped && !clippedAhead && trusted(node, way) && trusted(node, on) &&
                behind.mask == 15u && before.mask == 15u;
    value = mix(value, better, good);
#endif
    return value;
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    // Both are looked up before either is stored; where one of them is nobody's, that of a neighbour.
    float u = moved(true, min(at, ivec2(p.nx, p.ny - 1)));
    float v = moved(false, min(at, ivec2(p.nx - 1, p.ny)));
    if (isOwnU(at.x, at.y))
    {
        u = finishedU(at.x, at.y, u);
        STORE_U(PUT, at.x, at.y, u)
    }
    if (isOwnV(at.x, at.y))
    {
        v = finishedV(at.x, at.y, v);
        STORE_V(PUT, at.x, at.y, v)
    }
}
