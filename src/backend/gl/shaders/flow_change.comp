// r of the change that viscosity or diffusion makes to a component of velocity (what: 0 or 1) or to carried
// field `field` (2), to a field of the solver: div(grad) of what is there, times `factor`; see diffuse.cpp.
// Among solids r is that of the new values, a times the old ones where no wall holds them and what walls
// give, and the old values are handed on, for the solver to take A of them off.
#define FLOW
#define EDGES 2
#include "params.h"
#include "flow_edges.glsl"
#include "flow_diffused.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Values
{
    float values[];
};
layout(std430, binding = 1) writeonly buffer R
{
    float r[];
};
#ifdef SOLIDS
layout(std430, binding = 3) writeonly buffer Before
{
    float before[];
};
layout(std430, binding = 4) readonly buffer Given
{
    float given[]; // by walls and edges; then 1 where a node is free
};
#endif

#ifdef SOLIDS
float rightOf(int i, int j, float here)
{
    if (p.held == 0)
    {
        return p.a * here;
    }
    int node = ownNode(i, j);
    return given[node] + given[p.givenPlane + node] * p.a * here;
}
#else

const int kRing = 1;
const int kFixed = 2;

// What comes from one side: `there` beside it, or `edge` half a cell away where that is given.
float through(int side, bool atEnd, bool along, float here, float there, float edge)
{
    int kind = (p.sides >> (2 * side)) & 3;
    if (!atEnd || kind == kRing)
    {
        return there - here;
    }
    if (kind != kFixed)
    {
        return 0.0;
    }
    return along ? there - here : 2.0 * (edge - here);
}

// What an edge holds next to an unknown; along a component there is a node of it instead.
float edgeAt(int side, int i, int j)
{
    bool upright = side < 2;
    if (p.what == 2)
    {
        return edgeValue(side, kTemperature, upright ? j : i);
    }
    return p.what == 0 ? atFace(side, kTangential, p.first + i, p.nx)
                       : atFace(side, kTangential, p.first + j, p.ny);
}

float rightOf(int i, int j, float here)
{
    bool atLeft = i == 0;
    bool atRight = i == p.systemColumns - 1;
    bool atBottom = j == 0;
    bool atTop = j == p.systemRows - 1;
    bool alongX = p.what == 0;
    bool alongY = p.what == 1;
    float left = atLeft && !alongX ? edgeAt(kLeft, i, j) : 0.0;
    float right = atRight && !alongX ? edgeAt(kRight, i, j) : 0.0;
    float bottom = atBottom && !alongY ? edgeAt(kBottom, i, j) : 0.0;
    float top = atTop && !alongY ? edgeAt(kTop, i, j) : 0.0;
    float across = through(kLeft, atLeft, alongX, here, values[placeAt(i - 1, j)], left) +
                   through(kRight, atRight, alongX, here, values[placeAt(i + 1, j)], right);
    float up = through(kBottom, atBottom, alongY, here, values[placeAt(i, j - 1)], bottom) +
               through(kTop, atTop, alongY, here, values[placeAt(i, j + 1)], top);
    return p.factor * (across + up);
}
#endif

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.systemColumns || at.y >= p.systemRows)
    {
        return;
    }
    float here = values[placeAt(at.x, at.y)];
    int k = at.y * p.systemStride + at.x;
    r[k] = p.scale * rightOf(at.x, at.y, here);
#ifdef SOLIDS
    before[k] = here;
#endif
}
