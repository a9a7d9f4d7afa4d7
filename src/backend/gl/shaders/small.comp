// The rest of a V-cycle on small levels, by one work group: x and r of all of them are in shared
// memory (CAPACITY cells). Levels are described in a buffer; where coefficients are not even they
// lie in another, one level after the other.
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
    int across = (columns.y - columns.x + 1) / 2;
    int count = across * (rows.y - rows.x);
    for (int k = thread; k < count; k += THREADS)
    {
        int j = rows.x + k / across;
        int i = columns.x + 2 * (k % across) + ((columns.x + j + colour) & 1);
        if (i < columns.y)
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
    for (int k = thread; k < level.nx * level.ny; k += THREADS)
    {
        int i = k % level.nx;
        int j = k / level.nx;
        float first = 0.0;
        if (!odd && ((i + j) & 1) == 0)
        {
            first = relaxed(stencilOf(i, j), vec4(0.0), 0.0, rs[level.at + k], 1.0);
        }
        xs[level.at + k] = first;
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
    int count = coarseNx * ((level.ny + 1) / 2);
    for (int k = thread; k < count; k += THREADS)
    {
        int i = 2 * (k % coarseNx);
        int j = 2 * (k / coarseNx);
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
        rs[coarseLevelAt + k] = sum;
    }
    barrier();
}

void prolongAndRelax(int sweeps)
{
    for (int k = thread; k < level.nx * level.ny; k += THREADS)
    {
        xs[level.at + k] += interpolated(k % level.nx, k / level.nx);
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
    for (int k = thread; k < level.nx * level.ny; k += THREADS)
    {
        rs[k] = r[(k / level.nx) * p.stride + k % level.nx];
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
    for (int k = thread; k < level.nx * level.ny; k += THREADS)
    {
        x[(k / level.nx) * p.stride + k % level.nx] = xs[k];
    }
}
