// The same water on a grid of other cells: fields of one are sampled into those of another.
#pragma once

#include "backend/water/water_grid.h"

#include <cstdint>

namespace tarn
{

// A grid, its fields without ghosts, and how many dyes they have.
struct WaterOnGrid
{
    WaterGrid grid;
    WaterFields fields;
    int32_t dyeChannels = 0;
};

// Both grids begin at the same corner and cover the same area, to a cell of the coarser. The ground
// and the surface of wet cells are sampled, linearly on finer cells and by mean on coarser ones, so
// that a lake at rest stays at rest; then the surface is raised or lowered as a whole until there
// is as much water as before (where no new cell is wet that way, cells get the mean depth of what
// they cover). Velocities, dyes and foam are means weighted with depth; the momentum and each dye
// are brought back to what they were in all. `ground`: heights of the new cells in rows, or null:
// the old ones sampled. Every cell and every sum in a fixed order.
void regridWater(const WaterOnGrid& from, const WaterOnGrid& to, const float* ground) noexcept;

} // namespace tarn
