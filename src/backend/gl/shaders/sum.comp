// Adds up the partial sums of all work groups.
#define SUM
#include "params.h"
#include "wide.glsl"

layout(local_size_x = THREADS) in;
layout(std430, binding = 0) readonly buffer Partials
{
    WIDE partials[];
};
layout(std430, binding = 1) writeonly buffer Total
{
    WIDE total[];
};

shared WIDE sums[3 * THREADS];

void main()
{
    int t = int(gl_LocalInvocationIndex);
    WIDE3 own = WIDE3(0.0);
    for (int k = t; k < p.count; k += THREADS)
    {
        own += WIDE3(partials[3 * k], partials[3 * k + 1], partials[3 * k + 2]);
    }
    for (int k = 0; k < 3; ++k)
    {
        sums[k * THREADS + t] = own[k];
    }
    for (int some = THREADS / 2; some > 0; some /= 2)
    {
        barrier();
        if (t < some)
        {
            for (int k = 0; k < 3; ++k)
            {
                sums[k * THREADS + t] += sums[k * THREADS + t + some];
            }
        }
    }
    barrier();
    if (t < 3)
    {
        total[t] = sums[t * THREADS];
    }
}
