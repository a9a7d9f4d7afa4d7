// Solves an even level at once: r in the modes of its two axes (backend/gl/axis_modes.h), each
// divided by its number, and back. Four products of matrices, by one work group in shared memory,
// where each thread makes a square of 4 x 4 numbers.
//
// Rows are of whole vectors. What is beyond the last cell or mode is 0 on all ways.
#define MODES
#include "params.h"

layout(local_size_x = THREADS) in;
layout(std430, binding = 0) readonly buffer AxisModes
{
    vec4 modes[];
};
layout(std430, binding = 1) readonly buffer R
{
    vec4 r[];
};
layout(std430, binding = 2) writeonly buffer X
{
    vec4 x[];
};
shared vec4 values[4 * THREADS];

vec4 made[4]; // the square: a row each

// made[a][b] = sum over s of left[s][a] right[s][b], where one of the two lies in shared memory and
// a row of it is left or right many vectors.
#define PRODUCT(count, LEFT, RIGHT)                                                                \
    made = vec4[4](vec4(0.0), vec4(0.0), vec4(0.0), vec4(0.0));                                    \
    for (int s = 0; s < 4 * (count); s += 4)                                                       \
    {                                                                                              \
        TERM(s, LEFT, RIGHT)                                                                       \
        TERM(s + 1, LEFT, RIGHT)                                                                   \
        TERM(s + 2, LEFT, RIGHT)                                                                   \
        TERM(s + 3, LEFT, RIGHT)                                                                   \
    }
#define TERM(s, LEFT, RIGHT)                                                                       \
    {                                                                                              \
        vec4 left = LEFT(s);                                                                       \
        vec4 right = RIGHT(s);                                                                     \
        made[0] += left.x * right;                                                                 \
        made[1] += left.y * right;                                                                 \
        made[2] += left.z * right;                                                                 \
        made[3] += left.w * right;                                                                 \
    }

// Where they lie: each axis has its modes, cell by cell, the same mode by mode, and their numbers.
#define VX(s) modes[(s) * p.blocksX + a]
#define VX_BACK(s) modes[p.backX + (s) * p.blocksX + b]
#define VY(s) modes[p.atY + (s) * p.blocksY + b]
#define VY_BACK(s) modes[p.backY + (s) * p.blocksY + a]
#define VALUES_LEFT_X(s) values[(s) * p.blocksX + a]
#define VALUES_LEFT_Y(s) values[(s) * p.blocksY + a]
#define VALUES_RIGHT_X(s) values[(s) * p.blocksX + b]
#define VALUES_RIGHT_Y(s) values[(s) * p.blocksY + b]

// Puts the squares where the product before read its numbers.
void keep(bool works, int a, int b, int blocks)
{
    barrier();
    if (works)
    {
        for (int k = 0; k < 4; ++k)
        {
            values[(4 * a + k) * blocks + b] = made[k];
        }
    }
    barrier();
}

void load(int thread)
{
    for (int n = thread; n < 4 * p.blocksY * p.blocksX; n += THREADS)
    {
        int row = n / p.blocksX;
        int block = n - row * p.blocksX;
        vec4 value = vec4(0.0);
        if (row < p.ny)
        {
            value = r[row * p.blockStride + block];
            int i = 4 * block;
            value = mix(value, vec4(0.0), greaterThanEqual(ivec4(i, i + 1, i + 2, i + 3), ivec4(p.nx)));
        }
        values[n] = value;
    }
    barrier();
}

void main()
{
    int thread = int(gl_LocalInvocationIndex);
    bool works = thread < p.blocksX * p.blocksY;
    load(thread);

    // Rows of cells along x, a column of the grid each, become rows of modes of y.
    int a = thread / p.blocksY;
    int b = thread - a * p.blocksY;
    if (works)
    {
        PRODUCT(p.blocksY, VALUES_LEFT_X, VY)
    }
    keep(works, a, b, p.blocksY);

    // Those become modes of x as well, and are divided.
    if (works)
    {
        PRODUCT(p.blocksX, VX, VALUES_RIGHT_Y)
        vec4 numbersX = p.rateX * modes[p.numbersX + a];
        vec4 numbersY = p.rateY * modes[p.numbersY + b] + p.rateA;
        for (int k = 0; k < 4; ++k)
        {
            vec4 number = vec4(numbersX[k]) + numbersY;
            bvec4 tied = greaterThan(number, vec4(0.0));
            made[k] = mix(vec4(0.0), made[k] / mix(vec4(1.0), number, tied), tied);
        }
    }
    keep(works, a, b, p.blocksY);

    // Back: cells along x, for each mode of y,
    a = thread / p.blocksX;
    b = thread - a * p.blocksX;
    if (works)
    {
        PRODUCT(p.blocksX, VALUES_LEFT_Y, VX_BACK)
    }
    keep(works, a, b, p.blocksX);

    // and cells.
    if (works)
    {
        PRODUCT(p.blocksY, VY_BACK, VALUES_RIGHT_X)
        for (int k = 0; k < 4; ++k)
        {
            int row = 4 * a + k;
            if (row < p.ny)
            {
                x[row * p.blockStride + b] = made[k];
            }
        }
    }
}
