// The rest of a V-cycle on small levels, by one work group: x and r of all of them are in shared
// memory (CAPACITY cells). Levels are described in a buffer; their coefficients lie in another, one
// level after the other. Even levels are solved by modes.comp.
#define SMALL
#include "params.h"
#include "wide.glsl"

layout(local_size_x = THREADS) in;
layout(std430, binding = 0) readonly buffer Levels
{
    SmallLevel levels[];
};
layout(std430, binding = 1) readonly buffer Coefficients
{
    float coefficients[];
};
layout(std430, binding = 2) readonly buffer R
{
    float r[];
};
layout(std430, binding = 3) writeonly buffer X
{
    float x[];
};

const int kLongestStrip = 64;
const int kMostLevels = 16;
shared float xs[CAPACITY];
shared float rs[CAPACITY];
shared SmallLevel table[kMostLevels];
shared WIDE strip[5 * kLongestStrip];

SmallLevel level; // the one being worked on
int coarseLevelAt; // where the next coarser one lies
int thread;
int lanes; // threads that share a row of the level,
int lane;  // which of them this is,
int line;  // its first row,
int lines; // and how many rows are worked on at once

#define LEVEL level
#define CX(k) coefficients[level.cxAt + (k)]
#define CY(k) coefficients[level.cyAt + (k)]
#define A(k) coefficients[level.aAt + (k)]
#include "coefficients.glsl"
#include "grid.glsl"
float coarseAt(int I, int J)
{
    return xs[coarseLevelAt + J * ((level.nx + 1) / 2) + I];
}
#include "interpolate.glsl"

float stripR(int i, int j)
{
    return rs[level.at + j * level.nx + i];
}
void putStripX(int i, int j, float value)
{
    xs[level.at + j * level.nx + i] = value;
}
#include "strip.glsl"

void goTo(int index)
{
    level = table[index];
    coarseLevelAt = level.at + level.nx * level.ny;
}

// Threads for rows of so many cells.
void lineUp(int cells)
{
    int shift = cells > 1 ? findMSB(min(cells, THREADS) - 1) + 1 : 0;
    lanes = 1 << shift;
    lane = thread & (lanes - 1);
    line = thread >> shift;
    lines = THREADS >> shift;
}

bool oddX()
{
    return level.ringX != 0 && (level.nx & 1) == 1;
}

bool oddY()
{
    return level.ringY != 0 && (level.ny & 1) == 1;
}

vec4 aroundOf(int i, int j)
{
    int row = level.at + j * level.nx;
    vec4 around = vec4(0.0);
    if (i > 0 || level.ringX != 0)
    {
        around.x = xs[row + (i > 0 ? i - 1 : level.nx - 1)];
    }
    if (i + 1 < level.nx || level.ringX != 0)
    {
        around.y = xs[row + (i + 1 < level.nx ? i + 1 : 0)];
    }
    if (j > 0 || level.ringY != 0)
    {
        around.z = xs[level.at + (j > 0 ? j - 1 : level.ny - 1) * level.nx + i];
    }
    if (j + 1 < level.ny || level.ringY != 0)
    {
        around.w = xs[level.at + (j + 1 < level.ny ? j + 1 : 0) * level.nx + i];
    }
    return around;
}

void relaxCell(int i, int j, float omega)
{
    int at = level.at + j * level.nx + i;
    xs[at] = relaxed(stencilOf(i, j), aroundOf(i, j), xs[at], rs[at], omega);
}

// The cells of one colour in some rows and columns.
void relaxSome(int colour, float omega, ivec2 rows, ivec2 columns)
{
    lineUp((columns.y - columns.x + 1) / 2);
    for (int j = rows.x + line; j < rows.y; j += lines)
    {
        int first = columns.x + ((columns.x + j + colour) & 1);
        for (int i = first + 2 * lane; i < columns.y; i += 2 * lanes)
        {
            relaxCell(i, j, omega);
        }
    }
    barrier();
}

// On an odd ring cells at the seam touch others of their colour: the upper row goes first, the last
// column after the others, and then the first column once more.
void relaxRows(int colour, float omega, ivec2 rows)
{
    relaxSome(colour, omega, rows, ivec2(0, oddX() ? level.nx - 1 : level.nx));
    if (oddX())
    {
        relaxSome(colour, omega, rows, ivec2(level.nx - 1, level.nx));
        if (omega == 1.0)
        {
            relaxSome(colour, omega, rows, ivec2(0, 1));
        }
    }
}

void relaxHalf(int colour, float omega)
{
    if (oddY())
    {
        relaxRows(colour, omega, ivec2(level.ny - 1, level.ny));
    }
    relaxRows(colour, omega, ivec2(0, oddY() ? level.ny - 1 : level.ny));
}

// The first half-sweep sees zeros only, but for odd rings.
void relaxFromZero(int sweeps)
{
    bool odd = oddX() || oddY();
    lineUp(level.nx);
    for (int j = line; j < level.ny; j += lines)
    {
        for (int i = lane; i < level.nx; i += lanes)
        {
            int at = level.at + j * level.nx + i;
            float first = 0.0;
            if (!odd && ((i + j) & 1) == 0)
            {
                first = relaxed(stencilOf(i, j), vec4(0.0), 0.0, rs[at], 1.0);
            }
            xs[at] = first;
        }
    }
    barrier();
    for (int h = odd ? 0 : 1; h < 2 * sweeps; ++h)
    {
        relaxHalf(h & 1, 1.0);
    }
}

float residualAt(int i, int j)
{
    int at = level.at + j * level.nx + i;
    return residualOf(stencilOf(i, j), aroundOf(i, j), xs[at], rs[at]);
}

void restrictResidual()
{
    bool all = oddX() || oddY();
    int coarseNx = (level.nx + 1) / 2;
    int coarseNy = (level.ny + 1) / 2;
    lineUp(coarseNx);
    for (int J = line; J < coarseNy; J += lines)
    {
        for (int I = lane; I < coarseNx; I += lanes)
        {
            int i = 2 * I;
            int j = 2 * J;
            bool right = i + 1 < level.nx;
            bool upper = j + 1 < level.ny;
            float sum = residualAt(i, j);
            if (all && upper)
            {
                sum += residualAt(i, j + 1);
            }
            if (all && right)
            {
                sum += residualAt(i + 1, j);
            }
            if (right && upper)
            {
                sum += residualAt(i + 1, j + 1);
            }
            rs[coarseLevelAt + J * coarseNx + I] = sum;
        }
    }
    barrier();
}

void prolongAndRelax(int sweeps)
{
    lineUp(level.nx);
    for (int j = line; j < level.ny; j += lines)
    {
        for (int i = lane; i < level.nx; i += lanes)
        {
            xs[level.at + j * level.nx + i] += interpolated(i, j, coarseAround(i, j));
        }
    }
    barrier();
    for (int h = 0; h < 2 * sweeps; ++h)
    {
        relaxHalf(h & 1, h + 1 < 2 * sweeps ? level.omega : 1.0);
    }
}

void main()
{
    thread = int(gl_LocalInvocationIndex);
    if (thread < p.levels)
    {
        table[thread] = levels[thread];
    }
    barrier();
    goTo(0);
    lineUp(level.nx);
    for (int j = line; j < level.ny; j += lines)
    {
        for (int i = lane; i < level.nx; i += lanes)
        {
            rs[j * level.nx + i] = r[j * p.stride + i];
        }
    }
    barrier();
    for (int l = 0; l + 1 < p.levels; ++l)
    {
        goTo(l);
        relaxFromZero(p.down);
        restrictResidual();
    }
    goTo(p.levels - 1);
    if (p.last > 0)
    {
        relaxFromZero(p.last);
    }
    else if (thread == 0)
    {
        solveStrip();
    }
    barrier();
    for (int l = p.levels - 2; l >= 0; --l)
    {
        goTo(l);
        prolongAndRelax(p.up);
    }
    goTo(0);
    lineUp(level.nx);
    for (int j = line; j < level.ny; j += lines)
    {
        for (int i = lane; i < level.nx; i += lanes)
        {
            x[j * p.stride + i] = xs[j * level.nx + i];
        }
    }
}
