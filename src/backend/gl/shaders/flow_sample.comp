// What the flow is like at points: as HostFlow::sample, in the order of tnFlowSample.
#define FLOW
#define FLOW_SAMPLE
#define LINKS 6
#define FACES 8
#include "params.h"
#include "flow_grid.glsl"

layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Points
{
    FlowSampled sampled;
    FlowPoint points[];
};
layout(std430, binding = 1) writeonly buffer Answers
{
    float answers[];
};
layout(std430, binding = 2) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 3) readonly buffer Pressed
{
    float pressed[];
};
layout(std430, binding = 4) readonly buffer Temperature
{
    float temperature[];
};
layout(std430, binding = 5) readonly buffer Dyes
{
    float dyes[];
};
layout(std430, binding = 7) readonly buffer Report
{
    vec4 report[];
};

#include "flow_look.glsl"
#ifdef SOLIDS
#include "flow_solids.glsl"
#endif
#include "flow_follow.glsl"
#include "flow_whirl.glsl"
#include "flow_divergence.glsl"
#include "flow_pressure.glsl"

const int kAnswers = 14; // floats of a tnFlowSample
const int kMostDyes = 8;

// Where a point lies among cells, `fine` of them along one of the velocity.
Stencil stencilOf(FlowPoint point, int fine)
{
    float scale = float(fine);
    return stencilAt(point.baseX * fine, scale * point.restX - 0.5, point.baseY * fine,
                     scale * point.restY - 0.5, p.nx * fine, p.ny * fine);
}

float blended(vec4 corners, Stencil s, int fine)
{
#ifdef SOLIDS
    return lookMasked(corners, s, joinedCells(linkGrid(fine), s));
#else
    return blend(corners, s.fx, s.fy);
#endif
}

// Beyond an edge, the pressure at it.
float pressureNear(int i, int j)
{
    i = WRAPS_X ? wrapped(i, p.nx) : clamp(i, 0, p.nx - 1);
    j = WRAPS_Y ? wrapped(j, p.ny) : clamp(j, 0, p.ny - 1);
    return pressureAt(i, j);
}

float dyeAt(int channel, Stencil s, int fine)
{
    int place =
        sampled.dyeFirst[channel] + s.j * sampled.dyeStride + s.i * sampled.dyeStep;
    vec4 corners = vec4(dyes[place], dyes[place + sampled.dyeStep],
                        dyes[place + sampled.dyeStride],
                        dyes[place + sampled.dyeStride + sampled.dyeStep]);
    return blended(corners, s, fine);
}

void main()
{
    int k = int(gl_GlobalInvocationID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x +
                gl_GlobalInvocationID.x);
    if (k >= sampled.count)
    {
        return;
    }
    FlowPoint point = points[k];
    ivec2 base = ivec2(point.baseX, point.baseY);
    vec2 rest = vec2(point.restX, point.restY);
#ifdef SOLIDS
    vec2 speed = nearVelocityAt(base, rest);
#else
    vec2 speed = velocityAt(base, rest);
#endif
    Stencil cells = stencilOf(point, 1);
    vec4 push = vec4(pressureNear(cells.i, cells.j), pressureNear(cells.i + 1, cells.j),
                     pressureNear(cells.i, cells.j + 1), pressureNear(cells.i + 1, cells.j + 1));
    float warmth = 0.0;
    if (sampled.warm != 0)
    {
        int place = nodeOf(cells.i, cells.j, p.strideC);
        warmth = blended(CORNERS(temperature, place, p.strideC), cells, 1);
    }
    // Corners are as far apart as cells, and do not go round: the last one is there too.
    vec2 whole = floor(rest);
    ivec2 corner = base + ivec2(whole);
    vec4 whirls = vec4(whirlAt(corner.x, corner.y), whirlAt(corner.x + 1, corner.y),
                       whirlAt(corner.x, corner.y + 1), whirlAt(corner.x + 1, corner.y + 1));
    int to = k * kAnswers;
    answers[to] = speed.x;
    answers[to + 1] = speed.y;
    answers[to + 2] = blended(push, cells, 1);
    answers[to + 3] = warmth;
    answers[to + 4] = sampled.whirl * blend(whirls, rest.x - whole.x, rest.y - whole.y);
    Stencil dyeCells = stencilOf(point, p.fine);
    for (int c = 0; c < kMostDyes; ++c)
    {
        answers[to + 5 + c] = c < sampled.dyes ? dyeAt(c, dyeCells, p.fine) : 0.0;
    }
    answers[to + 13] = point.solid;
}
