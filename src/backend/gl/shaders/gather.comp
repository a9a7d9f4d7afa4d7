// A field whose numbers lie apart, in plain rows.
#define GATHER
#include "params.h"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer From
{
    float from[];
};
layout(std430, binding = 1) writeonly buffer To
{
    float to[];
};

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x < p.columns && at.y < p.rows)
    {
        to[at.y * p.stride + at.x] = from[p.first + at.y * p.fromStride + at.x * p.step];
    }
}
