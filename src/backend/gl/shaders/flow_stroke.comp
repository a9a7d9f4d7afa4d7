// Strokes of brushes, none of which touch the same nodes: on a component of velocity, or on carried
// cells. A layer of work groups does one; see row_loops-inl.h for the weights.
#define FLOW
#define FLOW_STROKE
#define EDGES 2
#define FACES 4
#include "params.h"
#include "flow_edges.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 1) readonly buffer Strokes
{
    FlowStrokeNodes strokes[];
};
layout(std430, binding = 3) buffer Cut
{
    uint cut; // whether a speed was
};
layout(std430, binding = 5) buffer Cells
{
    float cells[];
};

#define PUT_FACE(place, value) velocity[place] = value;
#define PUT_CELL(node, value) cells[placeOf(f, node)] = value;

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
    if (S.target < 2 && abs(after) > S.most)
    {
        cut = 1u;
    }
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
    if (S.target == 0 && isOwnU(i, j))
    {
        float after = finishedU(i, j, stroked(velocity[nodeU(i, j)], weight, S.amount[0]));
        STORE_U(PUT_FACE, i, j, after)
    }
    if (S.target == 1 && isOwnV(i, j))
    {
        float after = finishedV(i, j, stroked(velocity[nodeV(i, j)], weight, S.amount[0]));
        STORE_V(PUT_FACE, i, j, after)
    }
    for (int k = 0; k < S.fields && S.target == 2; ++k)
    {
        int f = S.field[k];
        float before = cells[placeOf(f, nodeOf(i, j, p.stride))];
        float after = stroked(before, weight, S.amount[k]);
        STORE_CELL(PUT_CELL, f, i, j, after)
    }
}
