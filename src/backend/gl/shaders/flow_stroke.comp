// Strokes of brushes, none of which touch the same nodes: on velocity (VELOCITY: x and y by turns), or
// on carried cells. A layer of work groups does one; see row_loops-inl.h for the weights.
#define FLOW
#define FLOW_STROKE
#define FLOW_PULL
#define EDGES 2
#define FACES 4
#include "params.h"
#include "flow_edges.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer Values
{
    float values[];
};
layout(std430, binding = 1) readonly buffer Strokes
{
    FlowStrokeNodes strokes[];
};
layout(std430, binding = 3) buffer Forces
{
    FlowPull forces;
    uint cut; // whether a speed was
};

#ifdef VELOCITY
#define PUT(place, value) values[place] = value;
#else
#define PUT(node, value) values[placeOf(f, node)] = value;
#endif

const float kBrushReach = 3.75;

int which; // stroke

#define S strokes[which]

// exp(-x) for x >= 0, as the CPU has it.
float decayed(float x)
{
    float y = -0.0625 * x;
    float sum = 1.0 + y * (1.0 / 7.0);
    sum = 1.0 + y * (1.0 / 6.0) * sum;
    sum = 1.0 + y * (1.0 / 5.0) * sum;
    sum = 1.0 + y * (1.0 / 4.0) * sum;
    sum = 1.0 + y * (1.0 / 3.0) * sum;
    sum = 1.0 + y * (1.0 / 2.0) * sum;
    sum = 1.0 + y * sum;
    sum *= sum;
    sum *= sum;
    sum *= sum;
    return sum * sum;
}

float weightAt(int column, int row)
{
    float x = S.x + S.perNode * float(column);
    float y = S.y + S.perNode * float(row);
    float part = clamp((x * S.alongX + y * S.alongY) * S.perLength2, 0.0, 1.0);
    float dx = x - part * S.alongX;
    float dy = y - part * S.alongY;
    float distance2 = dx * dx + dy * dy;
    if (distance2 >= kBrushReach * kBrushReach)
    {
        return 0.0;
    }
    float weight = decayed(distance2);
    return S.holds != 0 ? 1.0 - decayed(min(S.holdDt * weight, 16.0)) : weight;
}

float stroked(float before, float weight, float amount)
{
    float kept = S.holds != 0 ? 1.0 : 0.0;
    float after = before + weight * (amount - kept * before);
#ifdef VELOCITY
    if (abs(after) > S.most)
    {
        cut = 1u;
    }
#endif
    return clamp(after, -S.most, S.most);
}

void main()
{
    which = p.stroke + int(gl_WorkGroupID.z);
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= S.columnCount || at.y >= S.rowCount)
    {
        return;
    }
    int i = S.firstColumn + at.x;
    int j = S.firstRow + at.y;
    float weight = weightAt(at.x, at.y);
    if (weight == 0.0)
    {
        return;
    }
#ifdef VELOCITY
    if (S.field[0] == 0 && isOwnU(i, j))
    {
        float after = finishedU(i, j, stroked(values[nodeU(i, j)], weight, S.amount[0]));
        STORE_U(PUT, i, j, after)
    }
    if (S.field[0] == 1 && isOwnV(i, j))
    {
        float after = finishedV(i, j, stroked(values[nodeV(i, j)], weight, S.amount[0]));
        STORE_V(PUT, i, j, after)
    }
#else
    for (int k = 0; k < S.fields; ++k)
    {
        int f = S.field[k];
        float before = values[placeOf(f, nodeOf(i, j, p.stride))];
        float after = stroked(before, weight, S.amount[k]);
        STORE_CELL(PUT, f, i, j, after)
    }
#endif
}
