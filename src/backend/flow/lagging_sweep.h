// Two sweeps over the rows of a grid in one pass through memory: the second lags behind the first.
//
// Row j of the second sweep reads the first one's rows j - reach to j + reach, and is done as soon
// as these are, while they and what the first sweep has left for it are in the cache:
//
//     first   ############################>
//     second  ##################>             reach of its next row ahead of it
//
// For threads the grid is cut into tiles. Rows that look across a cut or beyond the grid are left
// for later, as are those that look so far that too many would wait for them:
//
//     tile 0  first  ################|################  tile 1
//             second  left #########  left  #########  left
#pragma once

#include "core/tasks.h"

#include <cstdint>

namespace tarn
{

// Rows cut into tiles of about the same height.
struct RowTiles
{
    int32_t rows = 0;
    int32_t count = 1;

    // The first row of a tile.
    int32_t cut(int32_t tile) const { return static_cast<int32_t>(int64_t{rows} * tile / count); }
    bool isCut(int32_t row) const
    {
        return cut(static_cast<int32_t>((int64_t{row} * count + rows - 1) / rows)) == row;
    }
};

struct LaggingSweep
{
    RowTiles tiles;
    int32_t mostReach = 0;  // rows that look farther are left
    bool* isLeft = nullptr; // for each row; written
};

// first(row, tile) for all rows, and second(row, tile) for those that are not left. reach(row) is
// asked for after first(row). The first sweep is at most mostReach rows of a tile ahead.
template <class First, class Reach, class Second>
void runLagging(Tasks& tasks, const LaggingSweep& sweep, First&& first, Reach&& reach,
                Second&& second)
{
    tasks.parallelFor(sweep.tiles.count, [&](int32_t tile) {
        const int32_t low = sweep.tiles.cut(tile);
        const int32_t high = sweep.tiles.cut(tile + 1);
        int32_t next = low; // of the second sweep
        for (int32_t row = low; row < high; ++row)
        {
            first(row, tile);
            while (next <= row)
            {
                const int32_t far = reach(next);
                const bool isLeft = far > sweep.mostReach || next - far < low || next + far >= high;
                if (!isLeft && next + far > row)
                {
                    break;
                }
                sweep.isLeft[next] = isLeft;
                if (!isLeft)
                {
                    second(next, tile);
                }
                ++next;
            }
        }
    });
}

} // namespace tarn
