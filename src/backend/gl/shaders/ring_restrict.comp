// The coarse r: the residual of all cells that a coarse cell covers, on an odd ring.
#define TRANSFER
#include "params.h"

layout(local_size_x = 32, local_size_y = 8) in;
#include "level_fields.glsl"
layout(std430, binding = 3) readonly buffer R
{
    float r[];
};
layout(std430, binding = 4) readonly buffer X
{
    float x[];
};
layout(std430, binding = 5) writeonly buffer CoarseR
{
    float coarseR[];
};
#include "around.glsl"
#include "residual_at.glsl"

void main()
{
    ivec2 coarse = ivec2(gl_GlobalInvocationID.xy);
    if (coarse.x >= p.coarseNx || coarse.y >= p.coarseNy)
    {
        return;
    }
    float sum = 0.0;
    for (int i = 2 * coarse.x; i < min(2 * coarse.x + 2, p.nx); ++i)
    {
        for (int j = 2 * coarse.y; j < min(2 * coarse.y + 2, p.ny); ++j)
        {
            sum += residualAt(i, j);
        }
    }
    coarseR[coarse.y * p.coarseStride + coarse.x] = sum;
}
