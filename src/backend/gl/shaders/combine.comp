// f = alpha g + beta f; with beta = 0 whatever f holds.
#define COMBINE
#include "params.h"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer F
{
    float f[];
};
layout(std430, binding = 1) readonly buffer G
{
    float g[];
};

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.nx || at.y >= p.ny)
    {
        return;
    }
    int k = at.y * p.stride + at.x;
    float kept = p.beta != 0.0 ? p.beta * f[k] : 0.0;
    f[k] = p.alpha * g[k] + kept;
}
