// Adds the coarse x to the fine one, on an odd ring.
#define TRANSFER
#include "params.h"

layout(local_size_x = 32, local_size_y = 8) in;
#include "level_fields.glsl"
layout(std430, binding = 3) readonly buffer CoarseX
{
    float coarseX[];
};
layout(std430, binding = 4) buffer X
{
    float x[];
};
#include "grid.glsl"
float coarseAt(int I, int J)
{
    return coarseX[J * p.coarseStride + I];
}
#include "interpolate.glsl"

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x < p.nx && at.y < p.ny)
    {
        x[at.y * p.stride + at.x] +=
            p.constant != 0 ? coarseAt(at.x / 2, at.y / 2)
                            : interpolated(at.x, at.y, coarseAround(at.x, at.y));
    }
}
