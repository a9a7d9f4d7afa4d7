// What the water is like at points: as HostWater::sample and water_surface.h, in the order of
// tnWaterSample.
#define WATER_SAMPLE
#include "params.h"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Points
{
    WaterPoint points[];
};
layout(std430, binding = 1) writeonly buffer Answers
{
    float answers[];
};
layout(std430, binding = 2) readonly buffer State
{
    float from[];
};
layout(std430, binding = 3) readonly buffer Bed
{
    float beds[];
};
layout(std430, binding = 4) readonly buffer Ground
{
    float ground[];
};
layout(std430, binding = 5) readonly buffer Carried
{
    float carried[];
};
layout(std430, binding = 6) readonly buffer Edges
{
    float edges[];
};

#include "water_edges.glsl"

const int kAnswers = 14; // floats of a tnWaterSample

int onAxis(int k, int n, int wraps)
{
    return wraps != 0 ? k % n : min(k, n - 1);
}

// Depth and momentum beside a cell, which may be beyond an edge.
vec3 stateAt(ivec2 at)
{
    Ghost ghost = ghostAt(at);
    int cell = ghost.cell.y * p.stride + ghost.cell.x;
    vec3 state = vec3(from[cell], from[cell + plane()], from[cell + 2 * plane()]);
    return beyond(ghost, state, beds[cell]);
}

// What flows together lifts the surface.
float gathering(ivec2 at)
{
    float across = stateAt(at + ivec2(1, 0)).y - stateAt(at - ivec2(1, 0)).y;
    float up = stateAt(at + ivec2(0, 1)).z - stateAt(at - ivec2(0, 1)).z;
    return -0.5 * (across + up) / p.cellSize;
}

void main()
{
    int k = int(gl_GlobalInvocationID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x +
                gl_GlobalInvocationID.x);
    if (k >= p.count)
    {
        return;
    }
    WaterPoint point = points[k];
    vec4 weight = vec4((1.0 - point.partX) * (1.0 - point.partY),
                       point.partX * (1.0 - point.partY), (1.0 - point.partX) * point.partY,
                       point.partX * point.partY);
    int cells[4];
    vec4 height = vec4(0.0);
    vec4 wet = vec4(0.0);
    float terrain = 0.0;
    float mean = 0.0; // of depth
    float weights = 0.0;
    float sum = 0.0;
    float depths = 0.0;
    vec2 momentum = vec2(0.0);
    float rising = 0.0;
    for (int n = 0; n < 4; ++n)
    {
        ivec2 at = ivec2(onAxis(point.column + (n & 1), p.nx, p.wrapX),
                         onAxis(point.row + (n >> 1), p.ny, p.wrapY));
        int cell = at.y * p.stride + at.x;
        cells[n] = cell;
        float depth = from[cell];
        terrain += weight[n] * ground[cell];
        mean += weight[n] * depth;
        height[n] = beds[cell] + depth;
        if (depth > p.dryDepth && weight[n] > 0.0)
        {
            wet[n] = weight[n];
            weights += wet[n];
            sum += wet[n] * height[n];
            depths += wet[n] * depth;
            momentum += wet[n] * vec2(from[cell + plane()], from[cell + 2 * plane()]);
            rising += wet[n] * gathering(at);
        }
    }
    int to = k * kAnswers;
    for (int n = 0; n < kAnswers; ++n)
    {
        answers[to + n] = 0.0;
    }
    float surface = weights > 0.0 ? max(sum / weights, terrain) : terrain;
    answers[to] = surface;
    answers[to + 1] = surface - terrain;
    answers[to + 2] = terrain;
    answers[to + 5] = 1.0;
    if (weights == 0.0)
    {
        return;
    }
    for (int n = 0; n < 4; ++n)
    {
        height[n] = wet[n] > 0.0 ? height[n] : sum / weights;
    }
    vec2 slope = vec2((1.0 - point.partY) * (height[1] - height[0]) +
                          point.partY * (height[3] - height[2]),
                      (1.0 - point.partX) * (height[2] - height[0]) +
                          point.partX * (height[3] - height[1])) /
                 p.cellSize;
    float len = sqrt(1.0 + dot(slope, slope));
    answers[to + 3] = -slope.x / len;
    answers[to + 4] = -slope.y / len;
    answers[to + 5] = 1.0 / len;
    answers[to + 6] = momentum.x / depths;
    answers[to + 7] = momentum.y / depths;
    answers[to + 8] = rising / weights;
    for (int c = 0; c <= p.dyes && mean > p.dryDepth; ++c)
    {
        float amount = 0.0;
        for (int n = 0; n < 4; ++n)
        {
            amount += weight[n] * carried[c * plane() + cells[n]];
        }
        answers[to + 9 + c] = amount / mean;
    }
}
