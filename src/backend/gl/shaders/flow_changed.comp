// Adds the change that was solved for to a component of velocity, or to a carried field; finished.
#define FLOW
#define EDGES 2
#define FACES 3
#include "params.h"
#include "flow_edges.glsl"
#include "flow_diffused.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer Values
{
    float values[];
};
layout(std430, binding = 1) readonly buffer X
{
    float x[];
};

#define PUT_FACE(place, value) values[place] = value;
#define PUT_CELL(node, value) values[placeOf(p.field, node)] = value;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.systemColumns || at.y >= p.systemRows)
    {
        return;
    }
    float after = values[placeAt(at.x, at.y)] + x[at.y * p.systemStride + at.x];
    int i = at.x + (p.what == 0 ? p.first : 0);
    int j = at.y + (p.what == 1 ? p.first : 0);
    if (p.what == 0)
    {
        after = finishedU(i, j, after);
        STORE_U(PUT_FACE, i, j, after)
    }
    if (p.what == 1)
    {
        after = finishedV(i, j, after);
        STORE_V(PUT_FACE, i, j, after)
    }
    if (p.what == 2)
    {
        STORE_CELL(PUT_CELL, p.field, i, j, after)
    }
}
