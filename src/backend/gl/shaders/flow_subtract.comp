// to = velocity - gradient of (guess * pressed + x), finished; pressed' = keep * pressed + x - mean * the sum
// of what was pressed, where x is a field of the solver, or with REFINED the sum of two. Differences are taken
// of each by itself: of a sum of potentials, rounded, they would be coarser than 1e-3 of the divergence on
// large grids. Sums: the squares of the divergence that is left, what is pressed, and the largest square of
// the speed in the middle of a cell.
#define FLOW
#define EDGES 5
#define FACES 7
#include "params.h"
#include "flow_edges.glsl"
#include "flow_sums.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 1) readonly buffer Pressed
{
    float pressed[];
};
layout(std430, binding = 2) readonly buffer X
{
    float x[];
};
layout(std430, binding = 3) writeonly buffer To
{
    float to_velocity[];
};
layout(std430, binding = 4) writeonly buffer PressedNext
{
    float pressed_next[]; // and behind it, from p.sums on, four sums of each tile
};
layout(std430, binding = 6) readonly buffer Report
{
    vec4 report[]; // of the step before: y of the second is the sum of what was pressed
};
#ifdef REFINED
layout(std430, binding = 8) readonly buffer Aside
{
    float aside[]; // what was found of x before
};
#define POTENTIAL vec3
#else
#define POTENTIAL vec2
#endif

#include "flow_press.glsl"
#include "flow_divergence.glsl"

#define PUT(place, value) to_velocity[place] = value;

// x, what is pressed, and what was set aside, of a cell that may lie beyond an edge.
POTENTIAL potentialAt(bool inner, int i, int j)
{
    Beside b = besideOf(inner, i, j);
    int at = b.j * p.stride + b.i;
    vec2 both = vec2(x[at], pressed[nodeOf(b.i, b.j, p.strideC)]);
#ifdef REFINED
    return b.sign * vec3(both, aside[at]);
#else
    return b.sign * both;
#endif
}

float solvedOf(POTENTIAL at)
{
#ifdef REFINED
    return at.x + at.z;
#else
    return at.x;
#endif
}

float slopeBetween(POTENTIAL from, POTENTIAL to)
{
    POTENTIAL rise = to - from;
    return p.guess * rise.y + solvedOf(rise);
}

// Velocities as they must be; of inner ones no edge has to be asked.
float doneU(bool inner, int i, int j, float u)
{
    return inner ? coveredU(i, j, u) : finishedU(i, j, u);
}

float doneV(bool inner, int i, int j, float v)
{
    return inner ? coveredV(i, j, v) : finishedV(i, j, v);
}

// Does the rows of a thread, and sums.
vec4 sumOfRows(bool inner, int i, int first)
{
    vec4 own = vec4(0.0);
    // In a closed domain x has a free constant, which must not pile up in what is pressed.
    float free = p.mean * report[1].y;
    if (!inner && (i > p.nx || first > p.ny))
    {
        return own;
    }
    POTENTIAL here = potentialAt(inner, i, first);
    float low = velocity[nodeV(i, first)] - slopeBetween(potentialAt(inner, i, first - 1), here);
    low = inner || i < p.nx ? doneV(inner, i, first, low) : 0.0;
    for (int k = 0; k < kRowsOfThread; ++k)
    {
        int j = first + k;
        if (!inner && j > p.ny)
        {
            break;
        }
        int placeU = nodeU(i, j);
        int placeV = nodeV(i, j);
        POTENTIAL before = potentialAt(inner, i - 1, j);
        POTENTIAL after = potentialAt(inner, i + 1, j);
        POTENTIAL above = potentialAt(inner, i, j + 1);
        float left = velocity[placeU] - slopeBetween(before, here);
        float right = velocity[placeU + 1] - slopeBetween(here, after);
        float high = velocity[placeV + p.strideV] - slopeBetween(here, above);
        if (inner)
        {
            left = doneU(inner, i, j, left);
            to_velocity[placeV] = low;
            to_velocity[placeU] = left;
        }
        else
        {
            if (isOwnV(i, j))
            {
                STORE_V(PUT, i, j, low)
            }
            if (isOwnU(i, j))
            {
                left = doneU(inner, i, j, left);
                STORE_U(PUT, i, j, left)
            }
        }
        if (inner || (i < p.nx && j < p.ny))
        {
            bool open = isOpen(i, j);
            float next = p.keep * here.y + solvedOf(here) - (open ? free : 0.0);
            pressed_next[nodeOf(i, j, p.strideC)] = next;
            // The other two faces as their own cells make them; a periodic last one is the first.
            right = doneU(inner, i + 1, j, right);
            high = doneV(inner, i, j + 1, high);
            float all = divergenceOf(i, j, left, right, low, high);
            vec2 middle = 0.5 * vec2(left + right, low + high);
            own.x += all * all;
            own.y += open ? next : 0.0;
            own.w = max(own.w, dot(middle, middle));
        }
        here = above;
        low = high;
    }
    return own;
}

void main()
{
    ivec2 corner = ivec2(gl_WorkGroupID.xy) * ivec2(kTileColumns, kTileRows);
    vec4 own;
    SUM_OF_ROWS(own, corner)
    vec4 sum = sumOfGroup(own);
    if (gl_LocalInvocationIndex == 0u)
    {
        int place = p.sums + 4 * int(gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x);
        for (int k = 0; k < 4; ++k)
        {
            pressed_next[place + k] = sum[k];
        }
    }
}
