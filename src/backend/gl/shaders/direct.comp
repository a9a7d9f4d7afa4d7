// A small even level solved at once, by one work group: r is taken apart into the modes of both axes, each
// is divided by what it works against, and x is put together again; see axis_modes.h. The level is at
// most SIDE x SIDE. Four products of matrices, a thread to a column and four rows at a time.
#define DIRECT
#include "params.h"

layout(local_size_x = THREADS) in;
layout(std430, binding = 0) readonly buffer Modes
{
    float modes[]; // vectors of x, those of x transposed, of y, then lambdas of x and of y
};
layout(std430, binding = 1) readonly buffer R
{
    float r[];
};
layout(std430, binding = 2) writeonly buffer X
{
    float x[];
};

shared float first[SIDE * SIDE];
shared float second[SIDE * SIDE];

const int kRows = 4;
const int kStep = kRows * THREADS / SIDE; // of rows, from one turn to the next

// to(row, column) = the sum over k of from(row, k) times the matrix at `place`, (k, column).
#define ALONG_ROWS(from, to, place)                                                                \
    for (int row = line; row < p.ny; row += kStep)                                                 \
    {                                                                                              \
        vec4 sum = vec4(0.0);                                                                      \
        for (int k = 0; k < p.nx && column < p.nx; ++k)                                            \
        {                                                                                          \
            float m = modes[place + k * p.nx + column];                                            \
            int at = row * SIDE + k;                                                               \
            sum += m * vec4(from[at], from[at + SIDE], from[at + 2 * SIDE], from[at + 3 * SIDE]);  \
        }                                                                                          \
        for (int s = 0; s < kRows && column < p.nx; ++s)                                           \
        {                                                                                          \
            to[(row + s) * SIDE + column] = sum[s];                                                \
        }                                                                                          \
    }                                                                                              \
    barrier();

int vectorsY;

// Row `row` of y's vectors, from column `k` on; or with `across` the other way.
vec4 fourOfY(int row, int k, bool across)
{
    vec4 four = vec4(0.0);
    for (int s = 0; s < kRows; ++s)
    {
        int own = min(row + s, p.ny - 1);
        four[s] = modes[vectorsY + (across ? k * p.ny + own : own * p.ny + k)];
    }
    return four;
}

vec4 upOf(int row, int column, bool across)
{
    vec4 sum = vec4(0.0);
    for (int k = 0; k < p.ny && column < p.nx; ++k)
    {
        sum += fourOfY(row, k, across) * second[k * SIDE + column];
    }
    return sum;
}

void main()
{
    int t = int(gl_LocalInvocationIndex);
    int column = t % SIDE;
    int line = kRows * (t / SIDE);
    vectorsY = 2 * p.nx * p.nx;
    int lambdas = vectorsY + p.ny * p.ny;
    for (int k = t; k < SIDE * SIDE; k += THREADS)
    {
        ivec2 at = ivec2(k % SIDE, k / SIDE);
        first[k] = at.x < p.nx && at.y < p.ny ? r[at.y * p.stride + at.x] : 0.0;
    }
    barrier();
    ALONG_ROWS(first, second, 0)
    for (int row = line; row < p.ny; row += kStep)
    {
        vec4 sum = upOf(row, column, true);
        for (int s = 0; s < kRows && column < p.nx && row + s < p.ny; ++s)
        {
            float against = modes[lambdas + column] + modes[lambdas + p.nx + row + s] + p.a;
            first[(row + s) * SIDE + column] = against > 0.0 ? sum[s] / against : 0.0;
        }
    }
    barrier();
    ALONG_ROWS(first, second, p.nx * p.nx)
    for (int row = line; row < p.ny; row += kStep)
    {
        vec4 sum = upOf(row, column, false);
        for (int s = 0; s < kRows && column < p.nx && row + s < p.ny; ++s)
        {
            x[(row + s) * p.stride + column] = sum[s];
        }
    }
}
