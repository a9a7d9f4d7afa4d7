// One stroke of a brush on some fields: velocity (STROKE_U, STROKE_V), or carried cells. See
// row_loops-inl.h for the weights.
#define FLOW
#define FLOW_STROKE
#define FLOW_PULL
#define EDGES 2
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

#define PUT(place, value) values[place] = value;

const float kBrushReach = 3.75;

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
#define S strokes[p.stroke]
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

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x >= S.columnCount || at.y >= S.rowCount)
    {
        return;
    }
    int i = S.firstColumn + at.x;
    int j = S.firstRow + at.y;
#if defined(STROKE_U)
    bool own = isOwnU(i, j);
#elif defined(STROKE_V)
    bool own = isOwnV(i, j);
#else
    bool own = true;
#endif
    float weight = weightAt(at.x, at.y);
    if (!own || weight == 0.0)
    {
        return;
    }
    float kept = S.holds != 0 ? 1.0 : 0.0;
    for (int k = 0; k < S.fields; ++k)
    {
#if defined(STROKE_U)
        Around a = aroundU(i, j);
#elif defined(STROKE_V)
        Around a = aroundV(i, j);
#else
        Around a = aroundCell(S.field[k], i, j);
#endif
        float before = values[a.offset + nodeOf(i, j, a.stride)];
        float after = before + weight * (S.amount[k] - kept * before);
#if defined(STROKE_U) || defined(STROKE_V)
        if (abs(after) > S.most)
        {
            cut = 1u;
        }
#endif
        after = clamp(after, -S.most, S.most);
#if defined(STROKE_U)
        after = givenU(i, j, after);
#elif defined(STROKE_V)
        after = givenV(i, j, after);
#endif
        STORE(PUT, a, i, j, after)
    }
}
