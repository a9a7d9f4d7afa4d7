// Forces on the velocity: warmth and weight of dyes, vorticity confinement, body force, decay. See
// HostFlow::pullBand.
#define FLOW
#define FLOW_PULL
#define EDGES 4
#include "params.h"
#include "flow_edges.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 1) writeonly buffer To
{
    float to_velocity[];
};
layout(std430, binding = 2) readonly buffer Temperature
{
    float temperature[];
};
layout(std430, binding = 3) readonly buffer Dye
{
    float dye[];
};
layout(std430, binding = 5) buffer Forces
{
    FlowPull forces;
    uint cut; // whether a speed was
};

#define PUT(place, value) to_velocity[place] = value;

// The cell that stands for one beyond an edge.
ivec2 inside(ivec2 cell)
{
    int i = p.wrapX != 0 ? (cell.x + p.nx) % p.nx : clamp(cell.x, 0, p.nx - 1);
    int j = p.wrapY != 0 ? (cell.y + p.ny) % p.ny : clamp(cell.y, 0, p.ny - 1);
    return ivec2(i, j);
}

// Vorticity in the middle of a cell, times the size of a cell.
float whirlAt(ivec2 cell)
{
    ivec2 c = inside(cell);
    int placeU = nodeU(c.x, c.y);
    int placeV = nodeV(c.x, c.y);
    float turnsUp = (velocity[placeV + 1] - velocity[placeV - 1]) +
                    (velocity[placeV + p.strideV + 1] - velocity[placeV + p.strideV - 1]);
    float turnsAcross = (velocity[placeU + p.strideU] - velocity[placeU - p.strideU]) +
                        (velocity[placeU + p.strideU + 1] - velocity[placeU - p.strideU + 1]);
    return forces.whirl * (turnsUp - turnsAcross);
}

float dyeAt(int f, ivec2 c)
{
    if (p.fine == 1)
    {
        return dye[f * p.plane + nodeOf(c.x, c.y, p.stride)];
    }
    float sum = 0.0;
    for (int s = 0; s < p.fine; ++s)
    {
        for (int t = 0; t < p.fine; ++t)
        {
            sum += dye[f * p.plane + nodeOf(c.x * p.fine + t, c.y * p.fine + s, p.stride)];
        }
    }
    return sum / float(p.fine * p.fine);
}

// The pull on a cell (m/s^2).
vec2 pullAt(ivec2 cell)
{
    ivec2 c = inside(cell);
    vec2 pull = vec2(0.0);
    if (forces.confinement != 0.0)
    {
        float slopeX = abs(whirlAt(c + ivec2(1, 0))) - abs(whirlAt(c - ivec2(1, 0)));
        float slopeY = abs(whirlAt(c + ivec2(0, 1))) - abs(whirlAt(c - ivec2(0, 1)));
        float steep = sqrt(slopeX * slopeX + slopeY * slopeY) + 1e-20;
        float push = forces.confinement * whirlAt(c) / steep;
        pull = vec2(push * slopeY, -push * slopeX);
    }
    if (forces.liftX != 0.0 || forces.liftY != 0.0)
    {
        float warm = temperature[nodeOf(c.x, c.y, p.strideC)] - forces.ambient;
        pull += vec2(forces.liftX, forces.liftY) * warm;
    }
    for (int f = 0; f < p.count; ++f)
    {
        if (forces.weightX[f] != 0.0 || forces.weightY[f] != 0.0)
        {
            pull += vec2(forces.weightX[f], forces.weightY[f]) * dyeAt(f, c);
        }
    }
    return pull;
}

float limited(float value)
{
    if (abs(value) > forces.maxSpeed)
    {
        cut = 1u;
    }
    return clamp(value, -forces.maxSpeed, forces.maxSpeed);
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x > p.nx || at.y > p.ny)
    {
        return;
    }
    vec2 here = forces.varies != 0 ? pullAt(at) : vec2(0.0);
    if (isOwnU(at.x, at.y))
    {
        float value = velocity[nodeU(at.x, at.y)];
        if (forces.varies != 0)
        {
            value = limited(value + 0.5 * forces.dt * (pullAt(at - ivec2(1, 0)).x + here.x));
        }
        value = limited(value + forces.dt * forces.accelerationX) * forces.keepVelocity;
        value = givenU(at.x, at.y, value);
        Around a = aroundU(at.x, at.y);
        STORE(PUT, a, at.x, at.y, value)
    }
    if (isOwnV(at.x, at.y))
    {
        float value = velocity[nodeV(at.x, at.y)];
        if (forces.varies != 0)
        {
            value = limited(value + 0.5 * forces.dt * (pullAt(at - ivec2(0, 1)).y + here.y));
        }
        value = limited(value + forces.dt * forces.accelerationY) * forces.keepVelocity;
        value = givenV(at.x, at.y, value);
        Around a = aroundV(at.x, at.y);
        STORE(PUT, a, at.x, at.y, value)
    }
}
