// A field of the water made of its state, for those who look.
#define WATER_VIEW
#include "params.h"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer State
{
    float state[];
};
layout(std430, binding = 1) readonly buffer Bed
{
    float beds[];
};
layout(std430, binding = 2) readonly buffer Ground
{
    float ground[];
};
layout(std430, binding = 3) readonly buffer Carried
{
    float carried[];
};
layout(std430, binding = 4) writeonly buffer Made
{
    float made[];
};

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.nx || at.y >= p.ny)
    {
        return;
    }
    int k = at.y * p.stride + at.x;
    float depth = state[k];
    float value = 0.0;
    if (p.what == 0)
    {
        value = beds[k] + depth;
    }
    else if (p.what == 1)
    {
        value = beds[k] - ground[k];
    }
    else if (depth > p.dryDepth)
    {
        int place = p.plane * p.ny * p.stride + k;
        value = (p.what == 2 ? state[place] : carried[place]) / depth;
    }
    made[k] = value;
}
