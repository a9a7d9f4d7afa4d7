// Plain loops, so that the compiler makes vectors of them: everything is written without branches,
// and the rows lie in one struct, where none can overlap another.
#include "backend/water/spray_rows.h"

#include "backend/water/spray_defaults.h"

namespace tarn
{

SprayCriteria::SprayCriteria(float cellSize)
    : perTwoCells(0.5f / cellSize), perSteep2(1.0f / (spray::kSteep * spray::kSteep)),
      bend(-spray::kBend * cellSize), fall(spray::kFallCells * cellSize),
      fallRate(spray::kFallPart / cellSize)
{
}

bool findSprayRates(SprayRows& rows, RowTurn turn, const SprayCriteria& criteria, int32_t count)
{
    const SprayCriteria c = criteria;
    int32_t found = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const WaveFront front = waveFront(rows, turn, c.perTwoCells, i);
        const float slope2 = front.slopeX * front.slopeX + front.slopeY * front.slopeY;
        const float steep = std::min(slope2 * c.perSteep2 - 1.0f, 1.0f);
        const float rise = front.rise - spray::kLeastRise;
        const float breaks = steep > 0.0f && rise > 0.0f ? steep : 0.0f;
        const float top = front.bend < c.bend ? breaks : 0.0f;

        const SeenSurfaces seen = seenSurfaces(rows, turn, i);
        const float edge = rows.ground[i] - c.fall; // surfaces below it are far below
        const float x = rows.momentumX[i + SprayRows::kBeyond];
        const float y = rows.momentumY[turn.here][i];
        const float right = seen.right < edge && x > 0.0f ? x : 0.0f;
        const float left = seen.left < edge && x < 0.0f ? -x : 0.0f;
        const float above = seen.above < edge && y > 0.0f ? y : 0.0f;
        const float below = seen.below < edge && y < 0.0f ? -y : 0.0f;
        const float falling = c.fallRate * ((right + left) + (above + below));

        rows.thrown[i] = spray::kThrown * (top * rise);
        rows.falling[i] = falling;
        rows.foaming[i] = spray::kFoamBreaking * breaks;
        found |= static_cast<int32_t>(breaks + falling > 0.0f);
    }
    return found != 0;
}

bool fadeFoam(float* foam, const float* depth, float kept, int32_t count)
{
    int32_t left = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const float water = depth[i];
        const float faded = kept * foam[i];
        const float some = faded > spray::kFoamGone * water ? faded : 0.0f;
        foam[i] = some < water ? some : water;
        left |= static_cast<int32_t>(foam[i] > 0.0f);
    }
    return left != 0;
}

} // namespace tarn
