// How fast and how deep a water is: what the length of a substep follows from, and what stats tell.
//
// Tiles that were worked on know it from the waves; the others are measured when somebody asks.
#include "backend/water/host_water.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

void HostWater::quicken(int32_t tile, float speed)
{
    tiles_.fastest[tile] = std::max(tiles_.fastest[tile], speed);
}

void HostWater::measureTile(int32_t tile, float gravity)
{
    float fastest[kTileColumns] = {};
    float deepest[kTileColumns] = {};
    const int32_t column = tile % tiles_.columns;
    const int32_t row = tile / tiles_.columns;
    const int32_t first = column * kTileColumns;
    for (int32_t j = row * kTileRows; j < tileRowEnd(row); ++j)
    {
        kernels_.extremes(now_.depth.row(j) + first, now_.momentumX.row(j) + first,
                          now_.momentumY.row(j) + first, gravity, fastest, deepest,
                          tileColumnEnd(column) - first);
    }
    tiles_.fastest[tile] = *std::max_element(fastest, fastest + kTileColumns);
    tiles_.deepest[tile] = *std::max_element(deepest, deepest + kTileColumns);
}

WaterExtremes HostWater::extremes(float gravity)
{
    WaterExtremes all;
    for (int32_t tile = 0; tile < tiles_.count(); ++tile)
    {
        if (tiles_.measured[tile] == 0)
        {
            measureTile(tile, gravity);
            tiles_.measured[tile] = 1;
        }
        all.fastest = std::max(all.fastest, tiles_.fastest[tile]);
        all.deepest = std::max(all.deepest, tiles_.deepest[tile]);
    }
    return all;
}

// Tiles that sleep are still.
float HostWater::fastestWater()
{
    double* fastest = chunkEntered_; // one a row of tiles, while no substep needs it
    tasks_.parallelFor(tiles_.rows, [&](int32_t tileRow) {
        float speed2[kTileColumns] = {};
        for (int32_t column = 0; column < tiles_.columns; ++column)
        {
            const int32_t tile = tileRow * tiles_.columns + column;
            if ((tiles_.stirred[tile] | tiles_.awake[tile]) == 0)
            {
                continue;
            }
            const int32_t first = column * kTileColumns;
            for (int32_t j = tileRow * kTileRows; j < tileRowEnd(tileRow); ++j)
            {
                kernels_.speeds(now_.depth.row(j) + first, now_.momentumX.row(j) + first,
                                now_.momentumY.row(j) + first, kDryDepth, speed2,
                                tileColumnEnd(column) - first);
            }
        }
        fastest[tileRow] = static_cast<double>(*std::max_element(speed2, speed2 + kTileColumns));
    });
    return std::sqrt(static_cast<float>(*std::max_element(fastest, fastest + tiles_.rows)));
}

} // namespace tarn
