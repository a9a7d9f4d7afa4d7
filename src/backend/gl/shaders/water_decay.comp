// What fades of something that is carried. What can no longer be seen is none, so that it ends.
#define WATER_DECAY
#include "params.h"

layout(local_size_x = 32, local_size_y = 4) in;
layout(std430, binding = 0) buffer Carried
{
    float carried[];
};

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy) + ivec2(0, p.firstRow);
    if (at.x >= p.nx || at.y >= p.endRow)
    {
        return;
    }
    int k = at.y * p.stride + at.x;
    float left = carried[k] * p.keep;
    carried[k] = left > p.unseen ? left : 0.0;
}
