// What the conjugate gradient and refinement need, in 64 bits where there are any:
//
//     SUBTRACT      r -= factor A f, or with `both` r -= A f + A g; sums up the squares of r
//     DOT_APPLIED   f . A g
//     DOT           f . g
#define CELLS
#include "params.h"
#include "wide.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
#include "level_fields.glsl"
#ifdef SUBTRACT
layout(std430, binding = 3) buffer R
{
    float r[];
};
#endif
layout(std430, binding = 4) readonly buffer F
{
    float f[];
};
layout(std430, binding = 5) readonly buffer G
{
    float g[];
};
#include "around.glsl"
#include "group_sums.glsl"

WIDE through(float c, WIDE here, WIDE there)
{
    return WIDE(c) * (here - there);
}

#define APPLIED(name, field)                                                                       \
    WIDE name(int i, int j)                                                                        \
    {                                                                                              \
        Stencil k = stencilOf(i, j);                                                               \
        ivec4 at = placesAround(i, j);                                                             \
        WIDE here = WIDE(field[j * p.stride + i]);                                                 \
        WIDE w = at.x >= 0 ? WIDE(field[at.x]) : WIDE(0.0);                                        \
        WIDE e = at.y >= 0 ? WIDE(field[at.y]) : WIDE(0.0);                                        \
        WIDE s = at.z >= 0 ? WIDE(field[at.z]) : WIDE(0.0);                                        \
        WIDE n = at.w >= 0 ? WIDE(field[at.w]) : WIDE(0.0);                                        \
        return ((through(k.w, here, w) + through(k.e, here, e)) +                                  \
                (through(k.s, here, s) + through(k.n, here, n))) +                                 \
               WIDE(k.a) * here;                                                                   \
    }
#ifdef SUBTRACT
APPLIED(appliedF, f)
#endif
#ifndef DOT
APPLIED(appliedG, g)
#endif

#ifdef SUBTRACT
WIDE factor()
{
#ifdef TARN_ES
    return uintBitsToFloat(p.factorLow);
#else
    return packDouble2x32(uvec2(p.factorLow, p.factorHigh));
#endif
}
#endif

WIDE valueOf(int i, int j)
{
    int at = j * p.stride + i;
#if defined(SUBTRACT)
    WIDE less = p.both != 0 ? appliedF(i, j) + appliedG(i, j) : factor() * appliedF(i, j);
    float left = float(WIDE(r[at]) - less);
    r[at] = left;
    return WIDE(left) * WIDE(left);
#elif defined(DOT_APPLIED)
    return WIDE(f[at]) * appliedG(i, j);
#else
    return WIDE(f[at]) * WIDE(g[at]);
#endif
}

void main()
{
    int i = int(gl_GlobalInvocationID.x);
    WIDE sum = WIDE(0.0);
    for (int k = 0; k < kRowsOfThread; ++k)
    {
        int j = (int(gl_WorkGroupID.y) * kRowsOfThread + k) * 8 + int(gl_LocalInvocationID.y);
        if (i < p.nx && j < p.ny)
        {
            sum += valueOf(i, j);
        }
    }
    addUp(WIDE3(sum, WIDE(0.0), WIDE(0.0)));
}
