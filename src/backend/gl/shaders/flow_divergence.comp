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

// Does the rows of a thread, and sums.
vec4 sumOfRows(bool inner, int i, int first)
{
    vec4 own = vec4(0.0);
    if (!inner && (i >= p.nx || first >= p.ny))
    {
        return own;
    }
    float low = velocity[nodeV(i, first)];
    float below = pressedAt(inner, i, first - 1);
    float here = pressedAt(inner, i, first);
    for (int k = 0; k < kRowsOfThread; ++k)
    {
        int j = first + k;
        if (!inner && j >= p.ny)
        {
            break;
        }
        int placeU = nodeU(i, j);
        float left = velocity[placeU];
        float right = velocity[placeU + 1];
        float high = velocity[nodeV(i, j + 1)];
        float before = pressedAt(inner, i - 1, j);
        float after = pressedAt(inner, i + 1, j);
        float above = pressedAt(inner, i, j + 1);
        float all = divergenceOf(i, j, left, right, low, high);
        float rest = divergenceOf(i, j, left - p.guess * (here - before),
                                  right - p.guess * (after - here),
                                  low - p.guess * (here - below), high - p.guess * (above - here));
        below = here;
        here = above;
        low = high;
        r[j * p.stride + i] = -p.scale * (rest - p.mean);
        own += vec4(all * all, rest * rest, rest, 0.0);
    }
    return own;
}

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * ivec2(kTileColumns, kTileRows);
    vec4 own;
    SUM_OF_ROWS(own, corner)
    vec4 sum = sumOfGroup(own);
    if (gl_LocalInvocationIndex == 0u)
    {
        sums[gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x] = sum;
    }
}
