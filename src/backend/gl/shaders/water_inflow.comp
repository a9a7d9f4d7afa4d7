// What enters over each cell of an inflow edge, as HostWater::prepareInflow has it: a group a side.
//
// The discharge is for the whole length; it enters where the ground is lowest, as over a weir: by
// the depth to the power of 3/2, of a surface that is level along the edge.
#define WATER_INFLOW
#include "params.h"

#define GROUP 128

layout(local_size_x = GROUP) in;
layout(std430, binding = 0) readonly buffer From
{
    float from[];
};
layout(std430, binding = 1) readonly buffer Bed
{
    float beds[];
};
layout(std430, binding = 2) buffer Edges
{
    float edges[];
};

#include "water_edges.glsl"
#include "water_numbers.glsl"

shared float values[GROUP];
shared int places[GROUP];

int inside(int side, int cell)
{
    int last = side < SIDE_BOTTOM ? p.nx - 1 : p.ny - 1;
    int across = isLowSide(side) ? 0 : last;
    return side < SIDE_BOTTOM ? cell * p.stride + across : across * p.stride + cell;
}

// The cell with the lowest ground, of several the first.
int findLowest(int thread, int side, int along)
{
    int place = min(thread, along - 1);
    for (int cell = thread; cell < along; cell += GROUP)
    {
        place = beds[inside(side, cell)] < beds[inside(side, place)] ? cell : place;
    }
    values[thread] = beds[inside(side, place)];
    places[thread] = place;
    for (int half_ = GROUP / 2; half_ > 0; half_ /= 2)
    {
        memoryBarrierShared();
        barrier();
        if (thread < half_)
        {
            float other = values[thread + half_];
            int there = places[thread + half_];
            bool isLower = other < values[thread] || (other == values[thread] && there < places[thread]);
            values[thread] = isLower ? other : values[thread];
            places[thread] = isLower ? there : places[thread];
        }
    }
    memoryBarrierShared();
    barrier();
    int lowest = places[0];
    memoryBarrierShared();
    barrier();
    return lowest;
}

void main()
{
    int side = int(gl_WorkGroupID.x);
    if (edgeType(side) != EDGE_INFLOW)
    {
        return;
    }
    int thread = int(gl_LocalInvocationIndex);
    int along = side < SIDE_BOTTOM ? p.ny : p.nx;
    int lowest = inside(side, findLowest(thread, side, along));
    float discharge = edges[side * EDGE_NUMBERS + 2];
    float asked = abs(discharge);
    float weir = p.gravity > 0.0 && asked > 0.0 ? cubeRoot(asked * asked / p.gravity) : 0.0;
    float surface = beds[lowest] + max(from[lowest], weir);
    float sum = 0.0;
    for (int cell = thread; cell < along; cell += GROUP)
    {
        float depth = max(surface - beds[inside(side, cell)], 0.0);
        sum += depth * sqrt(depth);
    }
    values[thread] = sum;
    for (int half_ = GROUP / 2; half_ > 0; half_ /= 2)
    {
        memoryBarrierShared();
        barrier();
        if (thread < half_)
        {
            values[thread] += values[thread + half_];
        }
    }
    memoryBarrierShared();
    barrier();
    float share = values[0] > 0.0 ? discharge * float(along) / values[0] : 0.0;
    for (int cell = thread; cell < along; cell += GROUP)
    {
        float depth = max(surface - beds[inside(side, cell)], 0.0);
        edges[inflowPlace(side, cell)] = share * (depth * sqrt(depth));
    }
}
