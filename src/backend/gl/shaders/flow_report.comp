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

// What a tile left; nothing beyond the last. Looked up in any case, so that several are on their way at once.
vec4 beforeOf(int tile)
{
    vec4 sums = before[min(tile, p.count - 1)];
    return tile < p.count ? sums : vec4(0.0);
}

vec4 afterOf(int tile)
{
    int place = p.sums + 4 * min(tile, p.count - 1);
    vec4 sums = vec4(after[place], after[place + 1], 0.0, after[place + 3]);
    return tile < p.count ? sums : vec4(0.0);
}

void main()
{
    int lane = int(gl_LocalInvocationIndex);
    vec4 own = vec4(0.0);
    for (int k = lane; k < p.count; k += 4 * 256)
    {
        own += (beforeOf(k) + beforeOf(k + 256)) + (beforeOf(k + 512) + beforeOf(k + 768));
    }
    vec4 all = sumOfGroup(own);
    if (lane == 0)
    {
        report[0] = all;
        told[0] = all;
    }
    barrier();
    own = vec4(0.0);
    for (int k = lane; k < p.count; k += 4 * 256)
    {
        vec4 four[4] = vec4[4](afterOf(k), afterOf(k + 256), afterOf(k + 512), afterOf(k + 768));
        own.xy += (four[0].xy + four[1].xy) + (four[2].xy + four[3].xy);
        own.w = max(own.w, max(max(four[0].w, four[1].w), max(four[2].w, four[3].w)));
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
