// WaterBody: a body in a water, with what is known about it in a step and memory to work with.
#pragma once

#include "backend/water/body_water.h"
#include "backend/water/water_grid.h"

namespace tarn
{

// Cells of the grid, from a lower left one on; beyond the grid where it is periodic.
struct BodyBox
{
    int32_t column = 0;
    int32_t row = 0;
    int32_t columns = 0;
    int32_t rows = 0;
    bool isOnGrid = false; // water is known at every point of the body; not in snapshots
};

// How many cells a body can have a part in, however it lies.
inline size_t mostCells(float reach, const WaterGrid& grid)
{
    const auto along = [&](int32_t n) {
        const float most = 2.0f * reach / grid.cellSize + 4.0f;
        return static_cast<size_t>(most < static_cast<float>(n) ? static_cast<int32_t>(most) : n);
    };
    return along(grid.nx) * along(grid.ny);
}

struct WaterBody
{
    BodyHull hull;
    BodyTraits traits;
    BodyMotion motion;
    float presence = 1.0f; // the part of its volume that displaces water yet
    float rounding = 3.0f; // of its places on the grid; see BodyFrame
    float humpUnit = 1.0f; // what it displaces in a cell is summed up in these (m); a power of two

    // As many as the hull has vertices or pieces.
    tnVec3* arms = nullptr;
    BodyWater* water = nullptr;
    WetPoint* points = nullptr;
    DisplacedPart* parts = nullptr;
    float* patch = nullptr;  // mostCells: what it displaces, row by row of its box (m),
    Whole4* humps = nullptr; // and while it is summed up, in units, in the memory of points

    // Results.
    bool isNearWater = false; // there is a surface:
    float level = 0.0f;       // its height at the centre of mass (m)
    tnVec2 slope = {};        // and how it slopes
    BodyBox box;
    BodyBounds bounds; // of the arms
    BodyDisplacement displacement;
    BodyForces forces;
    tnVec3 waterVelocity = {}; // in the middle (m/s)
    tnVec2 push = {}; // what it does to the water (m^2/s), for each unit of weight of a cell

    WaterAround around() const { return {water, level}; }

    // The local surface over a point of the body, by its arm.
    float levelOver(float armX, float armY) const
    {
        return level + (slope.x * armX + slope.y * armY);
    }
};

} // namespace tarn
