// WaterTiles: the pieces of a water that sleep and wake, 64 x 32 cells each.
//
// A tile is stirred when anything in it moved or changed in the last substep, or somebody touched
// it. It works while it or one of the eight around it is stirred: what happens in a substep reaches
// no farther. One that is not worked on is still to the last bit, so leaving it out changes
// nothing.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tarn
{

inline constexpr int32_t kTileColumns = 64;
inline constexpr int32_t kTileRows = 32; // a substep reaches 2 cells

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
    int32_t columns = 0; // of tiles
    int32_t rows = 0;
    uint8_t* stirred = nullptr;  // one a tile, row by row
    uint8_t* awake = nullptr;    // worked on in the last substep
    uint8_t* worked = nullptr;   // worked on in any substep of the last step, or foamy
    uint8_t* foamy = nullptr;    // there is foam in it
    uint8_t* measured = nullptr; // whether the next two are known
    float* fastest = nullptr;    // |velocity| + speed of waves, the largest (m/s)
    float* deepest = nullptr;    // the largest depth (m)

    int32_t count() const { return columns * rows; }
    int32_t tileOf(int32_t i, int32_t j) const
    {
        return (j / kTileRows) * columns + i / kTileColumns;
    }

    // Somebody touched this cell of the grid, or these.
    void wake(int32_t i, int32_t j) const { wakeTile(tileOf(i, j)); }
    void wake(int32_t firstColumn, int32_t firstRow, int32_t lastColumn, int32_t lastRow) const
    {
        for (int32_t row = firstRow / kTileRows; row <= lastRow / kTileRows; ++row)
        {
            for (int32_t column = firstColumn / kTileColumns; column <= lastColumn / kTileColumns;
                 ++column)
            {
                wakeTile(row * columns + column);
            }
        }
    }
    // After the waves: what is looked at in tiles that were worked on is looked at here too.
    void wakeLate(int32_t i, int32_t j) const
    {
        wake(i, j);
        worked[tileOf(i, j)] = 1;
    }
    void wakeAll() const
    {
        std::fill_n(stirred, count(), uint8_t{1});
        std::fill_n(measured, count(), uint8_t{0});
    }

  private:
    void wakeTile(int32_t tile) const
    {
        stirred[tile] = 1;
        measured[tile] = 0;
    }
};

} // namespace tarn
