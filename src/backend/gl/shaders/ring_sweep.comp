// Relaxes the cells of one colour in some rows and columns, in place: on an odd ring the cells at
// the seam, which touch others of their colour, have their turn apart.
#define RING_SWEEP
#include "params.h"

layout(local_size_x = 32, local_size_y = 8) in;
#include "level_fields.glsl"
layout(std430, binding = 3) readonly buffer R
{
    float r[];
};
layout(std430, binding = 4) buffer X
{
    float x[];
};
#include "around.glsl"

void main()
{
    int i = p.firstColumn + int(gl_GlobalInvocationID.x);
    int j = p.firstRow + int(gl_GlobalInvocationID.y);
    if (i >= p.endColumn || j >= p.endRow || ((i + j) & 1) != p.colour)
    {
        return;
    }
    ivec4 places = placesAround(i, j);
    vec4 around = vec4(0.0);
    for (int k = 0; k < 4; ++k)
    {
        if (places[k] >= 0)
        {
            around[k] = x[places[k]];
        }
    }
    int at = j * p.stride + i;
    x[at] = relaxed(stencilOf(i, j), around, x[at], r[at], p.omega);
}
