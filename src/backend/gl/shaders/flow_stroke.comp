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
vec4 decayed(vec4 x)
{
    vec4 y = -0.0625 * x;
    vec4 sum = 1.0 + y * (1.0 / 7.0);
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

// Of four nodes of a column, one above the other.
vec4 weightsAt(int column, ivec4 rows)
{
    float x = S.x + S.perNode * float(column);
    vec4 y = S.y + S.perNode * vec4(rows);
    float alongX = S.alongX;
    float alongY = S.alongY;
    vec4 part = clamp((x * alongX + y * alongY) * S.perLength2, 0.0, 1.0);
    vec4 dx = x - part * alongX;
    vec4 dy = y - part * alongY;
    vec4 distance2 = dx * dx + dy * dy;
    vec4 weights = decayed(distance2);
    if (S.holds != 0)
    {
        weights = 1.0 - decayed(min(S.holdDt * weights, vec4(16.0)));
    }
    weights = mix(vec4(0.0), weights, lessThan(distance2, vec4(kBrushReach * kBrushReach)));
    return mix(vec4(0.0), weights, lessThan(rows, ivec4(S.rowCount)));
}

vec4 stroked(vec4 before, vec4 weights, float amount)
{
    float kept = S.holds != 0 ? 1.0 : 0.0;
    vec4 after = before + weights * (amount - kept * before);
    float most = S.most;
    vec4 reached = mix(vec4(0.0), abs(after), notEqual(weights, vec4(0.0)));
    if (S.target < 2 && any(greaterThan(reached, vec4(most))))
    {
        cut = 1u;
    }
    return clamp(after, vec4(-most), vec4(most));
}

// A thread has four nodes of a column, all of which it looks up before it strokes any.
void main()
{
    which = p.stroke + int(gl_WorkGroupID.z);
    int column = int(gl_GlobalInvocationID.x);
    int row = 4 * int(gl_GlobalInvocationID.y);
    if (column >= S.columnCount || row >= S.rowCount)
    {
        return;
    }
    int target = S.target;
    int i = S.firstColumn + column;
    int j = S.firstRow + row;
    ivec4 rows = row + ivec4(0, 1, 2, 3);
    vec4 weights = weightsAt(column, rows);
    for (int k = 0; k < 4; ++k)
    {
        bool isOwn = target == 2 || (target == 0 ? isOwnU(i, j + k) : isOwnV(i, j + k));
        weights[k] = isOwn ? weights[k] : 0.0;
    }
    if (weights == vec4(0.0))
    {
        return;
    }
    ivec4 there = j + min(ivec4(0, 1, 2, 3), ivec4(S.rowCount - 1 - row));
    int fields = target < 2 ? 1 : S.fields;
    for (int n = 0; n < fields; ++n)
    {
        int f = S.field[n];
        vec4 before;
        if (target == 2)
        {
            int first = placeOf(f, nodeOf(i, 0, p.stride));
            ivec4 places = first + there * (p.stride * p.width);
            before = vec4(cells[places.x], cells[places.y], cells[places.z], cells[places.w]);
        }
        else
        {
            int first = target == 0 ? nodeU(i, 0) : nodeV(i, 0);
            ivec4 places = first + there * (target == 0 ? p.strideU : p.strideV);
            before = vec4(velocity[places.x], velocity[places.y], velocity[places.z],
                          velocity[places.w]);
        }
        vec4 after = stroked(before, weights, S.amount[n]);
        for (int k = 0; k < 4; ++k)
        {
            if (weights[k] == 0.0)
            {
                continue;
            }
            int at = j + k;
            if (target == 0)
            {
                float value = finishedU(i, at, after[k]);
                STORE_U(PUT_FACE, i, at, value)
            }
            if (target == 1)
            {
                float value = finishedV(i, at, after[k]);
                STORE_V(PUT_FACE, i, at, value)
            }
            if (target == 2)
            {
                STORE_CELL(PUT_CELL, f, i, at, after[k])
            }
        }
    }
}
