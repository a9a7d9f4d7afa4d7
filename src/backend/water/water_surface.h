// WaterSurface: the water between the middles of cells, bilinear.
//
// Only wet cells have a say in the surface: beside dry ground the surface goes on level, and where
// all four cells around a place are dry there is none. Ghosts of the fields must be filled.
#pragma once

#include "backend/water/water_grid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tarn
{

// Four neighbouring cells, and how much each counts.
struct SurfacePlace
{
    int32_t i = 0; // of the lower left one
    int32_t j = 0;
    float weight[4] = {}; // lower left, lower right, upper left, upper right
};

struct SurfaceState
{
    bool isWet = false;
    float height = 0.0f;  // m
    tnVec2 slope = {};    // of the surface
    tnVec2 velocity = {}; // m/s
    float rising = 0.0f;  // m/s: what flows together lifts the surface
};

class WaterSurface
{
  public:
    WaterSurface(const WaterGrid& grid, const WaterFields& fields) : grid_(grid), fields_(fields) {}

    // Beyond the edges: the nearest place of the edge, or round where it is periodic.
    SurfacePlace at(tnVec2 point) const
    {
        const Axis x = along(grid_.column(point.x), grid_.nx, grid_.wrapX);
        const Axis y = along(grid_.row(point.y), grid_.ny, grid_.wrapY);
        const float lowX = 1.0f - x.part;
        const float lowY = 1.0f - y.part;
        return {x.cell, y.cell, {lowX * lowY, x.part * lowY, lowX * y.part, x.part * y.part}};
    }

    float mean(const SurfacePlace& p, Rows rows) const
    {
        const float* low = rows.row(p.j) + p.i;
        const float* high = rows.row(p.j + 1) + p.i;
        return (p.weight[0] * low[0] + p.weight[3] * high[1]) +
               (p.weight[1] * low[1] + p.weight[2] * high[0]);
    }

    SurfaceState state(const SurfacePlace& p) const
    {
        SurfaceState s;
        float height[4];
        float wet[4];
        float weights = 0.0f;
        float sum = 0.0f;
        float depths = 0.0f;
        for (int32_t k = 0; k < 4; ++k)
        {
            const int32_t i = p.i + (k & 1);
            const int32_t j = p.j + (k >> 1);
            const float depth = fields_.depth.row(j)[i];
            wet[k] = depth > kDryDepth ? p.weight[k] : 0.0f;
            height[k] = fields_.surface(i, j);
            weights += wet[k];
            sum += wet[k] * height[k];
            depths += wet[k] * depth;
            s.velocity.x += wet[k] * fields_.momentumX.row(j)[i];
            s.velocity.y += wet[k] * fields_.momentumY.row(j)[i];
            s.rising += wet[k] * gathering(i, j);
        }
        s.isWet = weights > 0.0f;
        if (!s.isWet)
        {
            return s;
        }
        s.height = sum / weights;
        s.velocity.x /= depths;
        s.velocity.y /= depths;
        s.rising /= weights;
        for (int32_t k = 0; k < 4; ++k)
        {
            height[k] = wet[k] > 0.0f ? height[k] : s.height;
        }
        const float partX = p.weight[1] + p.weight[3];
        const float partY = p.weight[2] + p.weight[3];
        s.slope = {((1.0f - partY) * (height[1] - height[0]) + partY * (height[3] - height[2])) /
                       grid_.cellSize,
                   ((1.0f - partX) * (height[2] - height[0]) + partX * (height[3] - height[1])) /
                       grid_.cellSize};
        return s;
    }

    // A cell and the part of the way to the next one.
    struct Axis
    {
        int32_t cell;
        float part;
    };

    static Axis along(double position, int32_t n, bool wraps)
    {
        if (wraps)
        {
            position -= n * std::floor(position / n);
        }
        // Written so that a place that is not a number lies in the first cell.
        position = position > 0.0 || wraps ? position : 0.0;
        position = position < n - 1 || wraps ? position : n - 1.0;
        const double cell = std::min(std::floor(position), n - 1.0);
        return {static_cast<int32_t>(cell), static_cast<float>(position - cell)};
    }

  private:
    float gathering(int32_t i, int32_t j) const
    {
        const float* x = fields_.momentumX.row(j) + i;
        const float up = fields_.momentumY.row(j + 1)[i] - fields_.momentumY.row(j - 1)[i];
        return -0.5f * ((x[1] - x[-1]) + up) / grid_.cellSize;
    }

    const WaterGrid& grid_;
    const WaterFields& fields_;
};

} // namespace tarn
