// Where water leaves the surface and foam is born: the criteria, for a row of a tile at a time.
//
// A wave breaks where its front is too steep, comes up fast and bends over at its top (Chentanez
// and Mueller 2010, section 4; Thuerey et al. 2007; Fournier and Reeves 1986 for foam). How fast
// the surface comes up is -div(depth velocity), so that no older surface is needed. Water falls
// where it flows towards a surface far below the ground it is on. Dry ground that rises from the
// water is a wall, and no steep front.
//
// Everything is symmetric: a field and its mirror image give the same bits.
#pragma once

#include "backend/water/water_grid.h"
#include "backend/water/water_tiles.h"
#include <cstdint>

namespace tarn
{

// Limits in the units of a grid.
struct SprayCriteria
{
    float perTwoCells = 0.0f; // 1/m
    float perSteep2 = 0.0f;
    float bend = 0.0f;     // m
    float fall = 0.0f;     // m
    float fallRate = 0.0f; // part per metre

    explicit SprayCriteria(float cellSize);
};

// A row of cells and those beside it; of surface, depth and momentumX one cell beyond either end.
struct SprayRow
{
    const float* surface;
    const float* surfaceBelow;
    const float* surfaceAbove;
    const float* depth;
    const float* depthBelow;
    const float* depthAbove;
    const float* momentumX;
    const float* momentumY;
    const float* momentumYBelow;
    const float* momentumYAbove;
    const float* ground;
};

// What a neighbour's surface counts as, seen from a cell.
inline float seenSurface(float surface, float depth, float own)
{
    return depth > kDryDepth || surface < own ? surface : own;
}

struct SeenSurfaces
{
    float left;
    float right;
    float below;
    float above;

    SeenSurfaces(const SprayRow& row, int32_t i)
        : left(seenSurface(row.surface[i - 1], row.depth[i - 1], row.surface[i])),
          right(seenSurface(row.surface[i + 1], row.depth[i + 1], row.surface[i])),
          below(seenSurface(row.surfaceBelow[i], row.depthBelow[i], row.surface[i])),
          above(seenSurface(row.surfaceAbove[i], row.depthAbove[i], row.surface[i]))
    {
    }
};

struct WaveFront
{
    float slopeX;
    float slopeY;
    float bend; // sum of the neighbours less four times the cell (m)
    float rise; // of the surface (m/s)

    WaveFront(const SprayRow& row, const SeenSurfaces& seen, float perTwoCells, int32_t i)
        : slopeX((seen.right - seen.left) * perTwoCells),
          slopeY((seen.above - seen.below) * perTwoCells),
          bend(((seen.left + seen.right) + (seen.below + seen.above)) - 4.0f * row.surface[i]),
          rise(((row.momentumX[i - 1] - row.momentumX[i + 1]) +
                (row.momentumYBelow[i] - row.momentumYAbove[i])) *
               perTwoCells)
    {
    }
};

// What leaves the cells of a row of a tile.
struct SprayRates
{
    float thrown[kTileColumns];  // by waves that break: depth per second (m/s)
    float falling[kTileColumns]; // over an edge, likewise
    float foaming[kTileColumns]; // 1/s
};

// Whether any of the first `count` cells comes up fast, or lies far above a neighbour: most do not,
// and need no closer look. Surfaces may be given too low, as the ground, depths are not looked at.
bool mayThrow(const SprayRow& row, const SprayCriteria& criteria, int32_t count);

// Of the first `count` cells, kTileColumns at most. Whether any is above 0; if not, `rates` is left
// alone.
bool findSprayRates(const SprayRow& row, const SprayCriteria& criteria, int32_t count,
                    SprayRates* rates);

// None in cells that bodies displace water in, or beside them. `displaced` goes on by a cell to
// either side; `below` and `above` are the rows beside it.
void leaveOutHumps(const float* displaced, const float* below, const float* above, int32_t count,
                   SprayRates* rates);

// bed + depth
void sumSurface(const float* bed, const float* depth, float* surface, int32_t count);

// Foam after a while: `kept` of it, at most as much as there is water, and none where it is next to
// nothing. Whether any is left.
bool fadeFoam(float* foam, const float* depth, float kept, int32_t count);

} // namespace tarn
