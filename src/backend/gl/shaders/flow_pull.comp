// Forces on the velocity: warmth and weight of dyes, vorticity confinement, body force, decay. See
// HostFlow::pullBand.
#define FLOW
#define FLOW_PULL
#define EDGES 4
#define FACES 6
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
layout(std430, binding = 5) readonly buffer Forces
{
    FlowPull forces;
};
layout(std430, binding = 7) buffer Cut
{
    uint cut; // whether a speed was
};

#define PUT(place, value) to_velocity[place] = value;

// Cells around a group's faces that vorticity and pulls are made of, once for all of them.
const int kWhirlColumns = 36;
const int kWhirlRows = 12;
const int kPullColumns = 33;
const int kPullRows = 9;
shared float whirls[kWhirlColumns * kWhirlRows];
shared vec2 pulls[kPullColumns * kPullRows];

// The cell that stands for one beyond an edge.
ivec2 inside(ivec2 cell)
{
    int i = WRAPS_X ? wrapped(cell.x, p.nx) : clamp(cell.x, 0, p.nx - 1);
    int j = WRAPS_Y ? wrapped(cell.y, p.ny) : clamp(cell.y, 0, p.ny - 1);
    return ivec2(i, j);
}

// Vorticity in the middle of a cell.
float whirlOf(ivec2 c)
{
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
    float sum = 0.0;
    for (int s = 0; s < p.fine; ++s)
    {
        for (int t = 0; t < p.fine; ++t)
        {
            sum += dye[placeOf(f, nodeOf(c.x * p.fine + t, c.y * p.fine + s, p.stride))];
        }
    }
    return sum / float(p.fine * p.fine);
}

// The push of confinement on a cell (see Confinement), given the place of its vorticity among whirls.
vec2 confinedAt(int w)
{
    float slopeX = abs(whirls[w + 1]) - abs(whirls[w - 1]);
    float slopeY = abs(whirls[w + kWhirlColumns]) - abs(whirls[w - kWhirlColumns]);
    float steep = sqrt(slopeX * slopeX + slopeY * slopeY) + 1e-20;
    float push = forces.confinement * whirls[w] / steep;
    float turnX = whirls[w + 1] - whirls[w - 1];
    float turnY = whirls[w + kWhirlColumns] - whirls[w - kWhirlColumns];
    float held = forces.calm * min(sqrt(turnX * turnX + turnY * turnY), forces.steepest);
    return vec2(push * slopeY - held * turnY, held * turnX - push * slopeX);
}

// Warmth and the weight of dyes.
vec2 weightAt(ivec2 c)
{
    vec2 pull = vec2(0.0);
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

// Pulls on the cells around a group's faces (m/s^2), the first of which is at `first`.
void makePulls(ivec2 first)
{
    int lane = int(gl_LocalInvocationIndex);
    bool confines = forces.confinement != 0.0;
    for (int k = lane; confines && k < kWhirlColumns * kWhirlRows; k += 256)
    {
        ivec2 cell = first - 2 + ivec2(k % kWhirlColumns, k / kWhirlColumns);
        whirls[k] = whirlOf(inside(cell));
    }
    barrier();
    for (int k = lane; k < kPullColumns * kPullRows; k += 256)
    {
        ivec2 cell = first - 1 + ivec2(k % kPullColumns, k / kPullColumns);
        ivec2 real = inside(cell);
        // On a periodic axis vorticity beyond the edge is among whirls where the cell would be.
        ivec2 at = ivec2(WRAPS_X ? cell.x : real.x, WRAPS_Y ? cell.y : real.y);
        ivec2 w = clamp(at - first + 2, ivec2(1), ivec2(kWhirlColumns - 2, kWhirlRows - 2));
        vec2 pull = confines ? confinedAt(w.y * kWhirlColumns + w.x) : vec2(0.0);
        pulls[k] = pull + weightAt(real);
    }
    barrier();
}

float limited(float value)
{
    if (abs(value) > forces.maxSpeed)
    {
        cut = 1u;
    }
    return clamp(value, -forces.maxSpeed, forces.maxSpeed);
}

// A face's velocity, pulled half way between two cells, by the body force, and worn down.
float pulled(float value, float pull, float acceleration)
{
    value = limited(value + 0.5 * forces.dt * pull);
    return limited(value + forces.dt * acceleration) * forces.keepVelocity;
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    ivec2 here = ivec2(gl_LocalInvocationID.xy);
    int own = (here.y + 1) * kPullColumns + here.x + 1;
    vec2 pull = vec2(0.0);
    if (forces.varies != 0)
    {
        makePulls(at - here);
        pull = vec2(pulls[own].x + pulls[own - 1].x, pulls[own].y + pulls[own - kPullColumns].y);
    }
    if (isOwnU(at.x, at.y))
    {
        int node = nodeU(at.x, at.y);
        float value = pulled(velocity[node], pull.x, forces.accelerationX);
        value = finishedU(at.x, at.y, value);
        STORE_U(PUT, at.x, at.y, value)
    }
    if (isOwnV(at.x, at.y))
    {
        int node = nodeV(at.x, at.y);
        float value = pulled(velocity[node], pull.y, forces.accelerationY);
        value = finishedV(at.x, at.y, value);
        STORE_V(PUT, at.x, at.y, value)
    }
}
