// r = -divergence of the velocity less `guess` times the gradient of what is pressed, less `mean`,
// times `scale`, to a field of the solver; and sums: of the squares of the velocity's own divergence, of
// the squares of what is left with the guess, and of that itself.
#define FLOW
#define FACES 4
#include "params.h"
#include "flow_grid.glsl"
#include "flow_sums.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 1) readonly buffer Pressed
{
    float pressed[];
};
layout(std430, binding = 2) writeonly buffer R
{
    float r[];
};
layout(std430, binding = 3) writeonly buffer Sums
{
    vec4 sums[];
};

#include "flow_press.glsl"
#include "flow_divergence.glsl"

void main()
{
    ivec2 first = ivec2(gl_WorkGroupID.xy) * ivec2(kTileColumns, kTileRows) +
                  ivec2(gl_LocalInvocationID.xy);
    vec4 own = vec4(0.0);
    for (int k = 0; k < kTileRows; k += 8)
    {
        int i = first.x;
        int j = first.y + k;
        if (i >= p.nx || j >= p.ny)
        {
            break;
        }
        int placeU = nodeU(i, j);
        int placeV = nodeV(i, j);
        float left = velocity[placeU];
        float right = velocity[placeU + 1];
        float low = velocity[placeV];
        float high = velocity[placeV + p.strideV];
        float all = divergenceOf(i, j, left, right, low, high);
        float rest = all;
        if (p.guess != 0.0)
        {
            float here = pressedAt(i, j);
            left -= p.guess * (here - pressedAt(i - 1, j));
            right -= p.guess * (pressedAt(i + 1, j) - here);
            low -= p.guess * (here - pressedAt(i, j - 1));
            high -= p.guess * (pressedAt(i, j + 1) - here);
            rest = divergenceOf(i, j, left, right, low, high);
        }
        r[j * p.stride + i] = -p.scale * (rest - p.mean);
        own += vec4(all * all, rest * rest, rest, 0.0);
    }
    vec4 sum = sumOfGroup(own);
    if (gl_LocalInvocationIndex == 0u)
    {
        sums[gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = sum;
    }
}
