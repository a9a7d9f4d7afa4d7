// Cells that a solid has left take the mean of the free ones beside them: those of one layer, listed by the
// host with which neighbours count; see refill.cpp.
#define FLOW
#define EDGES 2
#include "params.h"
#include "flow_edges.glsl"

layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Values
{
    float values[];
};
layout(std430, binding = 1) readonly buffer Freed
{
    ivec4 freed[]; // column, row, neighbours as bits: left, right, below, above
};

#define PUT(node, value) values[placeOf(f, node)] = value;

void main()
{
    int k = int(gl_GlobalInvocationID.x);
    if (k >= p.first)
    {
        return;
    }
    int i = freed[k].x;
    int j = freed[k].y;
    for (int f = 0; f < p.count; ++f)
    {
        float sum = 0.0;
        int found = 0;
        for (int side = 0; side < 4; ++side)
        {
            ivec2 at = ivec2(i, j);
            at[side / 2] += (side & 1) == 0 ? -1 : 1;
            at.x = WRAPS_X ? wrapped(at.x, p.columns) : at.x;
            at.y = WRAPS_Y ? wrapped(at.y, p.rows) : at.y;
            if ((freed[k].z & (1 << side)) != 0)
            {
                sum += values[placeOf(f, nodeOf(at.x, at.y, p.stride))];
                ++found;
            }
        }
        float mean = sum / float(found);
        STORE_CELL(PUT, f, i, j, mean)
    }
}
