// What the phases of Spray share: how drops feel the air, the water's velocity in a cell, foam in a
// cell, and random numbers that mirror images have in common.
#pragma once

#include "backend/water/counter_random.h"
#include "backend/water/spray.h"
#include "backend/water/spray_defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

// What random numbers are for.
enum SprayPurpose : uint32_t
{
    kForSearch = 1,
    kForBirth,
    kForCall,
    kForCrown,
    kForRain,
    kForLanding
};

// What becomes of a particle in a step: the cell it lands in (j * nx + i), or one of these.
enum Fate : int32_t
{
    kFlies = -1,
    kGone = -2 // over an open edge, or faded
};

// Drops and flecks that are born in a cell.
struct SprayBirth
{
    int16_t cell; // in its tile, row by row
    uint8_t drops;
    uint8_t flecks;
    bool falls;      // over an edge
    float volume;    // of each drop (m^3)
    tnVec3 velocity; // of drops, on average (m/s)
    float spread;    // of their velocities (m/s)
};

// A component of a velocity that is used; what is no number counts as 0.
inline float boundedSpeed(float speed)
{
    if (std::fabs(speed) <= spray::kFastestDrop)
    {
        return speed;
    }
    return speed > 0.0f ? spray::kFastestDrop : (speed < 0.0f ? -spray::kFastestDrop : 0.0f);
}

inline tnVec3 boundedVelocity(tnVec3 velocity)
{
    return {boundedSpeed(velocity.x), boundedSpeed(velocity.y), boundedSpeed(velocity.z)};
}

// k in dv/dt = -k |v| v, of a drop of this radius (m).
inline float dragOf(const tnLiquid& liquid, float radius)
{
    return 0.375f * spray::kDragBall * (spray::kAirDensity / liquid.density) / radius;
}

// Of one of the drops that spray consists of; few are coarse.
inline float dragOfSpray(const tnLiquid& liquid, float random)
{
    constexpr float kRange = spray::kCoarsestDrop - spray::kFinestDrop;
    return dragOf(liquid, spray::kFinestDrop + kRange * random * random);
}

// The part of spray and foam that a liquid makes; viscous ones stick together.
inline float thinness(const tnLiquid& liquid)
{
    const float sticky = liquid.viscosity / (liquid.density * spray::kStringy);
    return 1.0f / (1.0f + sticky * sticky);
}

// Of the water in a cell, within bounds; 0 where it is dry.
inline tnVec2 waterVelocity(const WaterFields& fields, WaterCell cell)
{
    const float depth = fields.depth.row(cell.j)[cell.i];
    if (!(depth > kDryDepth))
    {
        return {};
    }
    return {boundedSpeed(fields.momentumX.row(cell.j)[cell.i] / depth),
            boundedSpeed(fields.momentumY.row(cell.j)[cell.i] / depth)};
}

// The part of what is not white yet turns white. Returns that part of all.
inline float whiten(const WaterFields& fields, WaterCell cell, float part)
{
    const float depth = fields.depth.row(cell.j)[cell.i];
    if (!(depth > kDryDepth))
    {
        return 0.0f;
    }
    float& foam = fields.foam.row(cell.j)[cell.i];
    const float added = std::max(0.0f, (depth - foam) * std::min(part, 1.0f));
    foam = std::min(foam + added, depth);
    return added / depth;
}

// Of a drop as it is thrown, unless the water is too shallow for it (m^3).
inline float parcelVolume(const WaterGrid& grid)
{
    return spray::kParcel * grid.cellSize * grid.cellArea();
}

// Shallower water throws nothing (m).
inline float leastDepth(const WaterGrid& grid)
{
    return std::max(spray::kLeastDepth * grid.cellSize, 10.0f * kDryDepth);
}

// The middle of a cell (m).
inline tnVec2 middleOf(const WaterGrid& grid, WaterCell cell)
{
    const double h = static_cast<double>(grid.cellSize);
    return {static_cast<float>(grid.originX + (static_cast<double>(cell.i) + 0.5) * h),
            static_cast<float>(grid.originY + (static_cast<double>(cell.j) + 0.5) * h)};
}

// A cell folded about the middle of the grid and its diagonal. The eight cells that mirrors make of
// one have the same numbers, and directions that are each other's mirror images.
struct Fold
{
    uint32_t low;
    uint32_t high;
    float signX; // 0 on the line of symmetry
    float signY;
    int32_t turn; // 1: the first number is for x, -1: for y, 0: for both

    Fold(const WaterGrid& grid, WaterCell cell)
    {
        const int32_t a = std::min(cell.i, grid.nx - 1 - cell.i);
        const int32_t b = std::min(cell.j, grid.ny - 1 - cell.j);
        low = static_cast<uint32_t>(std::min(a, b));
        high = static_cast<uint32_t>(std::max(a, b));
        signX = signOf(2 * cell.i - (grid.nx - 1));
        signY = signOf(2 * cell.j - (grid.ny - 1));
        turn = static_cast<int32_t>(signOf(b - a));
    }

    // A random direction, -1 to 1 along each axis.
    tnVec2 direction(CounterRandom& random) const
    {
        const float first = random.signedUnit();
        const float second = random.signedUnit();
        return {signX * (turn >= 0 ? first : second), signY * (turn <= 0 ? first : second)};
    }

  private:
    static float signOf(int32_t value) { return value > 0 ? 1.0f : (value < 0 ? -1.0f : 0.0f); }
};

} // namespace tarn
