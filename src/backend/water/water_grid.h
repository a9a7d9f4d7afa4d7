// WaterGrid and WaterFields: where the cells of a water lie, and its numbers in memory of the host.
//
// Everything lives in the middle of cells. Fields have kWaterGhosts rows and columns beyond every
// edge, filled by the edges' rules before they are read: row j of a field may be asked for from
// -kWaterGhosts to ny - 1 + kWaterGhosts, and its elements likewise.
#pragma once

#include "field/rows.h"

#include "tarn/water.h"

#include <cstdint>

namespace tarn
{

inline constexpr int32_t kWaterGhosts = 2; // reconstruction looks two cells back

// Water shallower than this is a wet stain: it has no velocity, and nothing floats in it (unit: m).
inline constexpr float kDryDepth = 1e-5f;

struct WaterGrid
{
    int32_t nx = 1;
    int32_t ny = 1;
    float cellSize = 1.0f; // metres
    double originX = 0.0;  // metres; the lower left corner
    double originY = 0.0;
    bool wrapX = false; // periodic
    bool wrapY = false;

    float cellArea() const { return cellSize * cellSize; }

    // A point in cells: the middle of cell (i, j) is at (i, j).
    double column(float x) const
    {
        return (static_cast<double>(x) - originX) / static_cast<double>(cellSize) - 0.5;
    }
    double row(float y) const
    {
        return (static_cast<double>(y) - originY) / static_cast<double>(cellSize) - 0.5;
    }
};

// surface = ground + displaced + depth: a body under water lifts the surface as the ground would.
struct WaterFields
{
    Rows depth;     // of real water (m)
    Rows momentumX; // depth times velocity (m^2/s)
    Rows momentumY;
    Rows ground;                 // height of the terrain (m)
    Rows displaced;              // volume of bodies under water per area (m),
    Rows fading;                 // and the part of it that bodies which left have left behind
    Rows bed;                    // ground + displaced
    Rows foam;                   // depth times foam, which is 0 .. 1
    Rows dye[TN_MAX_WATER_DYES]; // depth times concentration; null: there is none

    float surface(int32_t i, int32_t j) const { return bed.row(j)[i] + depth.row(j)[i]; }
};

} // namespace tarn
