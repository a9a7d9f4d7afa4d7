// to = velocity - gradient of (guess * pressed + x), finished; pressed' = keep * pressed + x - mean * the sum
// of x, where x is a field of the solver. Sums: the squares of the divergence that is left, and the largest
// square of the speed in the middle of a cell.
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
layout(std430, binding = 6) readonly buffer Measures
{
    vec4 measures; // of the solver: its y is the sum of x
};

#include "flow_press.glsl"
#include "flow_divergence.glsl"

#define PUT(place, value) to_velocity[place] = value;

float potentialAt(int i, int j)
{
    Beside b = Beside(i, j, 1.0);
    if (!isInside(i, j))
    {
        b = besideOf(i, j);
    }
    float solved = x[b.j * p.stride + b.i];
    float guessed = p.guess != 0.0 ? p.guess * pressed[nodeOf(b.i, b.j, p.strideC)] : 0.0;
    return b.sign * (guessed + solved);
}

void main()
{
    ivec2 first = ivec2(gl_WorkGroupID.xy) * ivec2(kTileColumns, kTileRows) +
                  ivec2(gl_LocalInvocationID.xy);
    vec4 own = vec4(0.0);
    // In a closed domain x has a free constant, which must not pile up in what is pressed.
    float free = p.mean * measures.y;
    for (int k = 0; k < kTileRows; k += 8)
    {
        int i = first.x;
        int j = first.y + k;
        if (i > p.nx || j > p.ny)
        {
            break;
        }
        int placeU = nodeU(i, j);
        int placeV = nodeV(i, j);
        float here = potentialAt(i, j);
        float left = 0.0;
        float low = 0.0;
        if (isOwnU(i, j))
        {
            left = finishedU(i, j, velocity[placeU] - (here - potentialAt(i - 1, j)));
            STORE_U(PUT, i, j, left)
        }
        if (isOwnV(i, j))
        {
            low = finishedV(i, j, velocity[placeV] - (here - potentialAt(i, j - 1)));
            STORE_V(PUT, i, j, low)
        }
        if (i < p.nx && j < p.ny)
        {
            int cell = nodeOf(i, j, p.strideC);
            float more = x[j * p.stride + i] - (isOpen(i, j) ? free : 0.0);
            pressed_next[cell] = p.keep * pressed[cell] + more;
            // The other two faces as their own cells make them; a periodic last one is the first.
            float right = velocity[placeU + 1] - (potentialAt(i + 1, j) - here);
            float high = velocity[placeV + p.strideV] - (potentialAt(i, j + 1) - here);
            right = finishedU(i + 1, j, right);
            high = finishedV(i, j + 1, high);
            float all = divergenceOf(i, j, left, right, low, high);
            vec2 middle = 0.5 * vec2(left + right, low + high);
            own.x += all * all;
            own.w = max(own.w, dot(middle, middle));
        }
    }
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
