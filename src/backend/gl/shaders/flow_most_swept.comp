// The most of its volume that a carried cell gives or takes along an axis in a whole step, or loses, by tiles.
#define FLOW
#define FACES 2
#include "params.h"
#include "flow_grid.glsl"
#include "flow_sums.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 1) writeonly buffer Sums
{
    vec4 sums[];
};
#ifdef SOLIDS
#include "flow_cover.glsl"
#endif
#include "flow_swept.glsl"

float more(float a, float b)
{
    return max(max(a, 0.0) + max(-b, 0.0), max(b, 0.0) + max(-a, 0.0));
}

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * ivec2(kTileColumns, kTileRows);
    int i = corner.x + int(gl_LocalInvocationID.x);
    float most = 0.0;
    for (int k = 0; k < kRowsOfThread; ++k)
    {
        int j = corner.y + kRowsOfThread * int(gl_LocalInvocationID.y) + k;
        if (i < p.nx && j < p.ny)
        {
            float lost = sweptX((i + 1) * p.fine, j * p.fine) - sweptX(i * p.fine, j * p.fine) +
                         (sweptY(i * p.fine, (j + 1) * p.fine) - sweptY(i * p.fine, j * p.fine));
            most = max(most, lost / float(p.fine));
        }
        for (int s = 0; s < p.fine && i < p.nx && j < p.ny; ++s)
        {
            int x = i * p.fine;
            int y = j * p.fine;
            most = max(most, more(sweptX(x + s + 1, y), sweptX(x + s, y)));
            most = max(most, more(sweptY(x, y + s + 1), sweptY(x, y + s)));
        }
    }
    vec4 sum = sumOfGroup(vec4(0.0, 0.0, 0.0, most));
    if (gl_LocalInvocationIndex == 0u)
    {
        sums[gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = sum;
    }
}
