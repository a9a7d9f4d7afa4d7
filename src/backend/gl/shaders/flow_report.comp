// Adds up what the tiles of flow_divergence.comp and flow_subtract.comp summed, into a report, for the
// device and for the host.
#define FLOW
#include "params.h"
#include "flow_sums.glsl"

layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Before
{
    vec4 before[];
};
layout(std430, binding = 1) readonly buffer After
{
    float after[]; // from p.sums on
};
layout(std430, binding = 2) buffer Report
{
    vec4 report[];
};
layout(std430, binding = 3) buffer Cut
{
    uint cut; // whether a speed was
};
layout(std430, binding = 4) writeonly buffer Told
{
    vec4 told[];
};

void main()
{
    int lane = int(gl_LocalInvocationIndex);
    vec4 own = vec4(0.0);
    for (int k = lane; k < p.count; k += 256)
    {
        own += before[k];
    }
    vec4 all = sumOfGroup(own);
    if (lane == 0)
    {
        report[0] = all;
        told[0] = all;
    }
    barrier();
    own = vec4(0.0);
    for (int k = lane; k < p.count; k += 256)
    {
        int place = p.sums + 4 * k;
        own.xy += vec2(after[place], after[place + 1]);
        own.w = max(own.w, after[place + 3]);
    }
    all = sumOfGroup(own);
    if (lane == 0)
    {
        report[1] = all;
        told[1] = all;
        told[2] = vec4(float(cut), 0.0, 0.0, 0.0);
        cut = 0u;
    }
}
