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

#include <algorithm>
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

// Rows of a tile with a cell beyond either end, three of them where the rows below and above count;
// they take turns.
struct SprayRows
{
    static constexpr int32_t kBeyond = 1; // element 0 is the cell before the tile

    float surface[3][kTileColumns + 2];
    float depth[3][kTileColumns + 2];
    float momentumX[kTileColumns + 2];
    float momentumY[3][kTileColumns];
    float ground[kTileColumns];

    // What comes out.
    float thrown[kTileColumns];  // by waves that break: depth per second (m/s)
    float falling[kTileColumns]; // over an edge, likewise
    float foaming[kTileColumns]; // 1/s
};

// Which of the three rows is where.
struct RowTurn
{
    int32_t below = 0;
    int32_t here = 1;
    int32_t above = 2;

    void advance() { *this = {here, above, below}; }
};

struct WaveFront
{
    float slopeX;
    float slopeY;
    float bend; // sum of the neighbours less four times the cell (m)
    float rise; // of the surface (m/s)
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
};

inline SeenSurfaces seenSurfaces(const SprayRows& rows, RowTurn turn, int32_t i)
{
    const float* surface = rows.surface[turn.here] + SprayRows::kBeyond + i;
    const float* depth = rows.depth[turn.here] + SprayRows::kBeyond + i;
    const int32_t k = i + SprayRows::kBeyond;
    const float own = surface[0];
    return {seenSurface(surface[-1], depth[-1], own), seenSurface(surface[1], depth[1], own),
            seenSurface(rows.surface[turn.below][k], rows.depth[turn.below][k], own),
            seenSurface(rows.surface[turn.above][k], rows.depth[turn.above][k], own)};
}

inline WaveFront waveFront(const SprayRows& rows, RowTurn turn, float perTwoCells, int32_t i)
{
    const SeenSurfaces seen = seenSurfaces(rows, turn, i);
    const float own = rows.surface[turn.here][i + SprayRows::kBeyond];
    const float* x = rows.momentumX + SprayRows::kBeyond + i;
    return {(seen.right - seen.left) * perTwoCells, (seen.above - seen.below) * perTwoCells,
            ((seen.left + seen.right) + (seen.below + seen.above)) - 4.0f * own,
            ((x[-1] - x[1]) + (rows.momentumY[turn.below][i] - rows.momentumY[turn.above][i])) *
                perTwoCells};
}

// Fills in what comes out for the first `count` cells; whether anything is above 0.
bool findSprayRates(SprayRows& rows, RowTurn turn, const SprayCriteria& criteria, int32_t count);

// Foam after a while: `kept` of it, at most as much as there is water, and none where it is next to
// nothing. Whether any is left.
bool fadeFoam(float* foam, const float* depth, float kept, int32_t count);

} // namespace tarn
