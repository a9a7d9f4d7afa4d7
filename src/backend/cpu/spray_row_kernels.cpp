// The row loops of the search for spray, compiled once per instruction set: Highway chooses which,
// the compiler makes vectors of them, since everything is written without branches.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "backend/cpu/spray_row_kernels.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep

#include <hwy/highway.h>

#include "backend/water/spray_defaults.h"
#include "backend/water/spray_rows.h"

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace tarn
{
namespace HWY_NAMESPACE
{
namespace
{

bool mayThrowOf(const SprayRow& rows, const SprayCriteria& criteria, int32_t count)
{
    const SprayCriteria c = criteria;
    const SprayRow row = rows;
    int32_t found = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const float rise = ((row.momentumX[i - 1] - row.momentumX[i + 1]) +
                            (row.momentumYBelow[i] - row.momentumYAbove[i])) *
                           c.perTwoCells;
        const float lowest = std::min(std::min(row.surface[i - 1], row.surface[i + 1]),
                                      std::min(row.surfaceBelow[i], row.surfaceAbove[i]));
        found |= static_cast<int32_t>(rise > spray::kLeastRise) |
                 static_cast<int32_t>(lowest < row.ground[i] - c.fall);
    }
    return found != 0;
}

bool findSprayRatesOf(const SprayRow& rows, const SprayCriteria& criteria, int32_t count,
                      SprayRates* rates)
{
    if (!mayThrowOf(rows, criteria, count))
    {
        return false;
    }
    const SprayCriteria c = criteria;
    const SprayRow row = rows;
    SprayRates r; // of its own, so that it cannot overlap the row
    int32_t found = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const SeenSurfaces seen(row, i);
        const WaveFront front(row, seen, c.perTwoCells, i);
        const float slope2 = front.slopeX * front.slopeX + front.slopeY * front.slopeY;
        const float over = std::max(slope2 * c.perSteep2 - 1.0f, 0.0f);
        const float rise = std::max(front.rise - spray::kLeastRise, 0.0f);
        const float breaks = rise > 0.0f ? std::min(over, 1.0f) : 0.0f;
        const float top = front.bend < c.bend ? breaks : 0.0f;

        const float edge = row.ground[i] - c.fall; // surfaces below it are far below
        const float x = row.momentumX[i];
        const float y = row.momentumY[i];
        const float right = seen.right < edge && x > 0.0f ? x : 0.0f;
        const float left = seen.left < edge && x < 0.0f ? -x : 0.0f;
        const float above = seen.above < edge && y > 0.0f ? y : 0.0f;
        const float below = seen.below < edge && y < 0.0f ? -y : 0.0f;
        const float falls = c.fallRate * ((right + left) + (above + below));

        r.thrown[i] = spray::kThrown * (top * rise);
        r.falling[i] = falls;
        r.foaming[i] = spray::kFoamBreaking * breaks;
        found |= static_cast<int32_t>(breaks + falls > 0.0f);
    }
    if (found != 0)
    {
        std::copy_n(r.thrown, count, rates->thrown);
        std::copy_n(r.falling, count, rates->falling);
        std::copy_n(r.foaming, count, rates->foaming);
    }
    return found != 0;
}

void leaveOutHumpsOf(const float* displaced, const float* below, const float* above, int32_t count,
                     SprayRates* rates)
{
    SprayRates& r = *rates;
    float kept[kTileColumns];
    for (int32_t i = 0; i < count; ++i)
    {
        const int32_t some = static_cast<int32_t>(displaced[i] != 0.0f) |
                             static_cast<int32_t>(displaced[i - 1] != 0.0f) |
                             static_cast<int32_t>(displaced[i + 1] != 0.0f) |
                             static_cast<int32_t>(below[i] != 0.0f) |
                             static_cast<int32_t>(above[i] != 0.0f);
        kept[i] = static_cast<float>(1 - some);
    }
    for (int32_t i = 0; i < count; ++i)
    {
        r.thrown[i] *= kept[i];
        r.falling[i] *= kept[i];
        r.foaming[i] *= kept[i];
    }
}

void sumSurfaceOf(const float* bed, const float* depth, float* __restrict surface, int32_t count)
{
    for (int32_t i = 0; i < count; ++i)
    {
        surface[i] = bed[i] + depth[i];
    }
}

bool fadeFoamOf(float* __restrict foam, const float* __restrict depth, float kept, int32_t count)
{
    int32_t some = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        some |= static_cast<int32_t>(foam[i] != 0.0f);
    }
    if (some == 0)
    {
        return false;
    }
    int32_t left = 0;
    for (int32_t i = 0; i < count; ++i)
    {
        const float water = depth[i];
        const float faded = kept * foam[i];
        const float seen = faded > spray::kFoamGone * water ? faded : 0.0f;
        const float now = seen < water ? seen : water;
        foam[i] = now;
        left |= static_cast<int32_t>(now > 0.0f);
    }
    return left != 0;
}

} // namespace
} // namespace HWY_NAMESPACE
} // namespace tarn
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tarn
{

HWY_EXPORT(mayThrowOf);
HWY_EXPORT(findSprayRatesOf);
HWY_EXPORT(leaveOutHumpsOf);
HWY_EXPORT(sumSurfaceOf);
HWY_EXPORT(fadeFoamOf);

SprayCriteria::SprayCriteria(float cellSize)
    : perTwoCells(0.5f / cellSize), perSteep2(1.0f / (spray::kSteep * spray::kSteep)),
      bend(-spray::kBend * cellSize), fall(spray::kFallCells * cellSize),
      fallRate(spray::kFallPart / cellSize)
{
}

bool mayThrow(const SprayRow& row, const SprayCriteria& criteria, int32_t count)
{
    return HWY_DYNAMIC_DISPATCH(mayThrowOf)(row, criteria, count);
}

bool findSprayRates(const SprayRow& row, const SprayCriteria& criteria, int32_t count,
                    SprayRates* rates)
{
    return HWY_DYNAMIC_DISPATCH(findSprayRatesOf)(row, criteria, count, rates);
}

void leaveOutHumps(const float* displaced, const float* below, const float* above, int32_t count,
                   SprayRates* rates)
{
    HWY_DYNAMIC_DISPATCH(leaveOutHumpsOf)(displaced, below, above, count, rates);
}

void sumSurface(const float* bed, const float* depth, float* surface, int32_t count)
{
    HWY_DYNAMIC_DISPATCH(sumSurfaceOf)(bed, depth, surface, count);
}

bool fadeFoam(float* foam, const float* depth, float kept, int32_t count)
{
    return HWY_DYNAMIC_DISPATCH(fadeFoamOf)(foam, depth, kept, count);
}

} // namespace tarn
#endif
