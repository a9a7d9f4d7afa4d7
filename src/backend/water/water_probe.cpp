// What the water is like at points, and in all.
#include "backend/water/host_water.h"
#include "backend/water/water_surface.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

void HostWater::sample(std::span<const tnVec2> points, float gravity, tnWaterSample* out)
{
    fillGhosts(gravity);
    const WaterSurface surface(shape_.grid, fields_);
    constexpr int32_t kPointsATask = 256;
    const auto count = static_cast<int32_t>(points.size());
    tasks_.parallelFor((count + kPointsATask - 1) / kPointsATask, [&](int32_t task) {
        const int32_t end = std::min((task + 1) * kPointsATask, count);
        for (int32_t k = task * kPointsATask; k < end; ++k)
        {
            out[k] = sampleAt(surface.at(points[static_cast<size_t>(k)]));
        }
    });
}

tnWaterSample HostWater::sampleAt(const SurfacePlace& place) const
{
    tnWaterSample s = {};
    const WaterSurface surface(shape_.grid, fields_);
    s.terrain = surface.mean(place, fields_.ground);
    const SurfaceState state = surface.state(place);
    s.surface = state.isWet ? std::max(state.height, s.terrain) : s.terrain;
    s.depth = s.surface - s.terrain;
    s.normal = {0.0f, 0.0f, 1.0f};
    if (!state.isWet)
    {
        return s;
    }
    const float length =
        std::sqrt(1.0f + (state.slope.x * state.slope.x + state.slope.y * state.slope.y));
    s.normal = {-state.slope.x / length, -state.slope.y / length, 1.0f / length};
    s.velocity = {state.velocity.x, state.velocity.y, state.rising};
    const float depth = surface.mean(place, now_.depth);
    const auto perDepth = [&](Rows amount) {
        return depth > kDryDepth ? surface.mean(place, amount) / depth : 0.0f;
    };
    s.foam = perDepth(now_.carried[0]);
    for (int32_t k = 0; k < shape_.dyeChannels; ++k)
    {
        s.dye[k] = perDepth(now_.carried[1 + k]);
    }
    return s;
}

// Sums over rows first, then over rows in order: the same for any number of threads.
tnWaterTotals HostWater::totals(float density, float gravity)
{
    tnWaterTotals all = {};
    float lowest = fields_.ground.row(0)[0];
    for (int32_t j = 0; j < shape_.grid.ny; ++j)
    {
        const float* ground = fields_.ground.row(j);
        lowest = std::min(lowest, *std::min_element(ground, ground + shape_.grid.nx));
    }
    const double area = static_cast<double>(shape_.grid.cellArea());
    const double base = static_cast<double>(lowest);
    for (int32_t j = 0; j < shape_.grid.ny; ++j)
    {
        tnWaterTotals row = {};
        for (int32_t i = 0; i < shape_.grid.nx; ++i)
        {
            const auto number = [&](Rows rows) { return static_cast<double>(rows.row(j)[i]); };
            const double h = number(now_.depth);
            const double x = number(now_.momentumX);
            const double y = number(now_.momentumY);
            row.volume += h;
            row.displaced += number(fields_.displaced);
            row.momentumX += x;
            row.momentumY += y;
            row.kineticEnergy += h > static_cast<double>(kDryDepth) ? (x * x + y * y) / h : 0.0;
            row.potentialEnergy += h * ((number(fields_.bed) - base) + 0.5 * h);
            row.wetArea += h > static_cast<double>(kDryDepth) ? 1.0 : 0.0;
            for (int32_t k = 0; k < shape_.dyeChannels; ++k)
            {
                row.dye[k] += number(now_.carried[1 + k]);
            }
        }
        all.volume += row.volume * area;
        all.displaced += row.displaced * area;
        all.momentumX += row.momentumX * area * static_cast<double>(density);
        all.momentumY += row.momentumY * area * static_cast<double>(density);
        all.kineticEnergy += 0.5 * row.kineticEnergy * area * static_cast<double>(density);
        all.potentialEnergy += row.potentialEnergy * area * static_cast<double>(density) *
                               static_cast<double>(gravity);
        all.wetArea += row.wetArea * area;
        for (int32_t k = 0; k < shape_.dyeChannels; ++k)
        {
            all.dye[k] += row.dye[k] * area;
        }
    }
    return all;
}

} // namespace tarn
