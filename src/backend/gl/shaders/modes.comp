// Solves an even level at once: r in the modes of its two axes (backend/gl/axis_modes.h), each divided
// by its number, and back. Products of matrices, in two passes: a work group takes four modes of y
// through all that happens along x, which needs no other modes; with BACK, they become cells again.
//
// Rows are of whole vectors. What is beyond the last cell or mode is 0 on all ways.
#define MODES
#include "params.h"

layout(std430, binding = 0) readonly buffer AxisModes
{
    vec4 modes[]; // of each axis cell by cell, the same mode by mode, and their numbers
};

// sum += TERM(s) for s in [begin, end): eight at a time, so that their numbers are on their way together.
#define ADD_UP(sum, TERM, begin, end)                                                              \
    {                                                                                              \
        int s = begin;                                                                             \
        for (; s + 8 <= end; s += 8)                                                               \
        {                                                                                          \
            sum += ((TERM(s) + TERM(s + 1)) + (TERM(s + 2) + TERM(s + 3))) +                       \
                   ((TERM(s + 4) + TERM(s + 5)) + (TERM(s + 6) + TERM(s + 7)));                    \
        }                                                                                          \
        for (; s < end; ++s)                                                                       \
        {                                                                                          \
            sum += TERM(s);                                                                        \
        }                                                                                          \
    }

#ifdef BACK

#define COLUMNS 32
#define SHARES 8 // of a sum, each with its threads
layout(local_size_x = COLUMNS, local_size_y = SHARES) in;
layout(std430, binding = 1) readonly buffer Lines
{
    float lines[];
};
layout(std430, binding = 2) writeonly buffer X
{
    float x[];
};

shared vec4 partial[COLUMNS * SHARES];

// A row of threads makes four rows of cells.
void main()
{
    int i = int(gl_GlobalInvocationID.x);
    int block = int(gl_WorkGroupID.y);
    int share = (p.ny + SHARES - 1) / SHARES;
    int begin = int(gl_LocalInvocationID.y) * share;
    int end = i < p.nx ? min(begin + share, p.ny) : begin;
    vec4 cells = vec4(0.0);
#define TERM(s) lines[(s) * p.stride + i] * modes[p.backY + (s) * p.blocksY + block]
    ADD_UP(cells, TERM, begin, end)
    partial[gl_LocalInvocationIndex] = cells;
    barrier();
    int row = int(gl_LocalInvocationID.y);
    if (row < 4 && i < p.nx && 4 * block + row < p.ny)
    {
        float sum = 0.0;
        for (int k = int(gl_LocalInvocationID.x); k < COLUMNS * SHARES; k += COLUMNS)
        {
            sum += partial[k][row];
        }
        x[(4 * block + row) * p.stride + i] = sum;
    }
}

#else

layout(local_size_x = THREADS) in;
layout(std430, binding = 1) readonly buffer R
{
    float r[];
};
layout(std430, binding = 2) writeonly buffer Lines
{
    float lines[];
};
layout(std430, binding = 3) readonly buffer NumbersOfModes
{
    float numbers[]; // of modes, one by one
};

const int kMost = LONGEST; // cells along x
shared vec4 partial[THREADS > kMost ? THREADS : kMost];
shared vec4 line[kMost];

// line[c] = sum over s < count of TERM(s), for p.nx columns c. Where threads are left, several share a
// column.
#define PRODUCT(TERM, count)                                                                       \
    {                                                                                              \
        int share = ((count) + parts - 1) / parts;                                                 \
        for (int n = thread; n < parts * p.nx; n += THREADS)                                       \
        {                                                                                          \
            int part = n / p.nx;                                                                   \
            int c = n - part * p.nx;                                                               \
            vec4 sum = vec4(0.0);                                                                  \
            int begin = part * share;                                                              \
            int end = min(begin + share, (count));                                                 \
            ADD_UP(sum, TERM, begin, end)                                                          \
            partial[n] = sum;                                                                      \
        }                                                                                          \
        barrier();                                                                                 \
        for (int c = thread; c < p.nx; c += THREADS)                                               \
        {                                                                                          \
            vec4 sum = partial[c];                                                                 \
            for (int part = 1; part < parts; ++part)                                               \
            {                                                                                      \
                sum += partial[part * p.nx + c];                                                   \
            }                                                                                      \
            line[c] = sum;                                                                         \
        }                                                                                          \
        barrier();                                                                                 \
    }


void main()
{
    int thread = int(gl_LocalInvocationIndex);
    int parts = max(THREADS / p.nx, 1);
    int block = int(gl_WorkGroupID.x); // four modes of y

#define TO_MODES_OF_Y(s) r[(s) * p.stride + c] * modes[p.atY + (s) * p.blocksY + block]
    PRODUCT(TO_MODES_OF_Y, p.ny)
#define TO_MODES_OF_X(s) numbers[(s) * 4 * p.blocksX + c] * line[s]
    PRODUCT(TO_MODES_OF_X, p.nx)
    vec4 numbersY = p.rateY * modes[p.numbersY + block] + p.rateA;
    for (int c = thread; c < p.nx; c += THREADS)
    {
        vec4 number = vec4(p.rateX * numbers[4 * p.numbersX + c]) + numbersY;
        bvec4 tied = greaterThan(number, vec4(0.0));
        line[c] = mix(vec4(0.0), line[c] / mix(vec4(1.0), number, tied), tied);
    }
    barrier();
#define TO_CELLS_OF_X(s) numbers[4 * (p.backX + (s) * p.blocksX) + c] * line[s]
    PRODUCT(TO_CELLS_OF_X, p.nx)
    for (int n = thread; n < 4 * p.nx; n += THREADS)
    {
        int k = n / p.nx;
        int c = n - k * p.nx;
        lines[(4 * block + k) * p.stride + c] = line[c][k];
    }
}

#endif
