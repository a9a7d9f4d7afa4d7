// The residual r - A x: stored (STORE), or summed up: its squares, x, and the squares of x. Or one
// Jacobi sweep of x (JACOBI).
#define CELLS
#include "params.h"
#include "wide.glsl"

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
#include "around.glsl"
#include "residual_at.glsl"

#if defined(STORE) || defined(JACOBI)

layout(std430, binding = 5) writeonly buffer Out
{
    float result[];
};

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= p.nx || at.y >= p.ny)
    {
        return;
    }
    int k = at.y * p.stride + at.x;
    float left = residualAt(at.x, at.y);
#ifdef STORE
    result[k] = left;
#else
    Stencil s = stencilOf(at.x, at.y);
    float d = ((s.w + s.e) + (s.s + s.n)) + s.a;
    result[k] = x[k] + p.omega * (d >= kLeastNormal ? left / d : 0.0);
#endif
}

#else

#include "group_sums.glsl"

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    WIDE3 sums = WIDE3(0.0);
    for (int k = 0; k < kRowsOfThread; ++k)
    {
        int j = (int(gl_WorkGroupID.y) * kRowsOfThread + k) * 8 + int(gl_LocalInvocationID.y);
        if (i < p.nx && j < p.ny)
        {
            WIDE left = WIDE(residualAt(i, j));
            WIDE here = WIDE(x[j * p.stride + i]);
            sums += WIDE3(left * left, here, here * here);
        }
    }
    addUp(sums);
}

#endif
