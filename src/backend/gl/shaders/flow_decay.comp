// Carried cells decay towards a base value: field f keeps keep[f] of its distance from it. With
// everything kept it only finishes them: numbers beyond the edges become what they should be.
#define FLOW
#define FLOW_PULL
#define EDGES 2
#include "params.h"
#include "flow_edges.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer Values
{
    float values[];
};
layout(std430, binding = 1) readonly buffer Forces
{
    FlowPull forces;
};

#define PUT(node, value) values[placeOf(f, node)] = value;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.columns || at.y >= p.rows)
    {
        return;
    }
    bool warm = p.quantity == kTemperature;
    float base = warm ? forces.ambient : 0.0;
    for (int f = 0; f < p.count; ++f)
    {
        float keep = warm ? forces.keepTemperature : forces.keepDye[f];
        int place = placeOf(f, nodeOf(at.x, at.y, p.stride));
        float after = base + keep * (values[place] - base);
        STORE_CELL(PUT, f, at.x, at.y, after)
    }
}
