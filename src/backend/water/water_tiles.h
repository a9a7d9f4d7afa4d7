// WaterTiles: the pieces of the grid that sleep and wake.
//
// Tiles are kTileColumns x kTileRows cells, numbered row by row from the lower left; those at the
// right and upper edges may be smaller.
#pragma once

#include <cstdint>

namespace tarn
{

inline constexpr int32_t kTileColumns = 64;
inline constexpr int32_t kTileRows = 16;

constexpr int32_t tilesAcross(int32_t nx)
{
    return (nx + kTileColumns - 1) / kTileColumns;
}

constexpr int32_t tilesUp(int32_t ny)
{
    return (ny + kTileRows - 1) / kTileRows;
}

struct WaterTiles
{
    int32_t columns = 0;
    int32_t rows = 0;
    uint8_t* awake = nullptr; // a byte for each tile; 0: asleep

    int32_t count() const { return columns * rows; }

    // The tile that cell (i, j) belongs to.
    int32_t tileOf(int32_t i, int32_t j) const
    {
        return (j / kTileRows) * columns + i / kTileColumns;
    }
    void wake(int32_t i, int32_t j) const { awake[tileOf(i, j)] = 1; }
};

} // namespace tarn
