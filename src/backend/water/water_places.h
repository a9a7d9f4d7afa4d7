// Places on the water: which cells lie around a point, and what the water is like between them.
//
// Between middles of cells things are bilinear, counting wet cells only: the surface of a lake does
// not climb towards the dry cliff beside it. Where the nearest cell is dry, the ground of that cell
// is what there is.
#pragma once

#include "backend/water/water_grid.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace tarn
{

struct WaterCell
{
    int32_t i = 0;
    int32_t j = 0;
};

// An index beside the grid's cells, brought back: round where it is periodic, else to the edge.
inline int32_t cellOnAxis(int32_t index, int32_t count, bool wraps)
{
    if (index >= 0 && index < count)
    {
        return index;
    }
    if (!wraps)
    {
        return index < 0 ? 0 : count - 1;
    }
    const int32_t rest = index % count;
    return rest < 0 ? rest + count : rest;
}

// Whether (i, j) is, or stands for, a cell of the grid; if so, `*cell` is that.
inline bool findCell(const WaterGrid& grid, int32_t i, int32_t j, WaterCell* cell)
{
    const bool insideX = grid.wrapX || (i >= 0 && i < grid.nx);
    const bool insideY = grid.wrapY || (j >= 0 && j < grid.ny);
    *cell = {cellOnAxis(i, grid.nx, grid.wrapX), cellOnAxis(j, grid.ny, grid.wrapY)};
    return insideX && insideY;
}

// Brings a place beyond the ends of an axis back: round where it is periodic, else to the end.
// Whether it was inside, or came round.
inline bool bringOnAxis(float& place, double low, double length, bool wraps)
{
    const double beyond = static_cast<double>(place) - low;
    if (beyond >= 0.0 && beyond <= length)
    {
        return true;
    }
    place = static_cast<float>(wraps ? low + (beyond - length * std::floor(beyond / length))
                                     : low + (beyond > 0.0 ? length : 0.0));
    return wraps;
}

// The same for a point of the plane.
inline bool bringInside(const WaterGrid& grid, float& x, float& y)
{
    const double h = static_cast<double>(grid.cellSize);
    const bool insideX = bringOnAxis(x, grid.originX, static_cast<double>(grid.nx) * h, grid.wrapX);
    const bool insideY = bringOnAxis(y, grid.originY, static_cast<double>(grid.ny) * h, grid.wrapY);
    return insideX && insideY;
}

// Between two middles of cells along an axis.
struct AxisPlace
{
    int32_t low = 0;
    int32_t high = 0;
    float part = 0.0f; // of the way from low to high

    int32_t nearest() const { return part < 0.5f ? low : high; }
};

// `at` in cells, 0 in the middle of the first; places beyond the edges count as on them.
inline AxisPlace axisPlace(double at, int32_t count, bool wraps)
{
    const double inside = std::min(std::max(at, -0.5), static_cast<double>(count) - 0.5);
    const int32_t low = static_cast<int32_t>(inside + 1.0) - 1; // rounds down: the sum is positive
    return {cellOnAxis(low, count, wraps), cellOnAxis(low + 1, count, wraps),
            static_cast<float>(inside - static_cast<double>(low))};
}

struct WaterPlace
{
    AxisPlace x;
    AxisPlace y;

    WaterCell cell() const { return {x.nearest(), y.nearest()}; }
};

// Finds places for many points of one grid.
class PlaceFinder
{
  public:
    explicit PlaceFinder(const WaterGrid& grid)
        : grid_(grid), perCell_(1.0 / static_cast<double>(grid.cellSize))
    {
    }

    WaterPlace at(float x, float y) const
    {
        const double column = (static_cast<double>(x) - grid_.originX) * perCell_ - 0.5;
        const double row = (static_cast<double>(y) - grid_.originY) * perCell_ - 0.5;
        return {axisPlace(column, grid_.nx, grid_.wrapX), axisPlace(row, grid_.ny, grid_.wrapY)};
    }

    // The cell a point of the grid lies in; on the line between two, either.
    WaterCell cellAt(float x, float y) const
    {
        const double column = (static_cast<double>(x) - grid_.originX) * perCell_;
        const double row = (static_cast<double>(y) - grid_.originY) * perCell_;
        return {std::clamp(static_cast<int32_t>(column), 0, grid_.nx - 1),
                std::clamp(static_cast<int32_t>(row), 0, grid_.ny - 1)};
    }

  private:
    WaterGrid grid_;
    double perCell_;
};

inline WaterPlace waterPlace(const WaterGrid& grid, float x, float y)
{
    return PlaceFinder(grid).at(x, y);
}

// The cell a point lies in.
inline WaterCell cellUnder(const WaterGrid& grid, float x, float y)
{
    return waterPlace(grid, x, y).cell();
}

// What the four cells around a place say, each by its weight; dry ones have none.
struct WetBlend
{
    WaterCell cells[4];
    float weights[4] = {};
    float total = 0.0f;
    bool wet = false; // the nearest cell is

    WetBlend(const WaterFields& fields, const WaterPlace& place)
        : cells{{place.x.low, place.y.low},
                {place.x.high, place.y.low},
                {place.x.low, place.y.high},
                {place.x.high, place.y.high}}
    {
        const float fx = place.x.part;
        const float fy = place.y.part;
        const float raw[4] = {(1.0f - fx) * (1.0f - fy), fx * (1.0f - fy), (1.0f - fx) * fy,
                              fx * fy};
        for (int32_t k = 0; k < 4; ++k)
        {
            const float depth = fields.depth.row(cells[k].j)[cells[k].i];
            weights[k] = depth > kDryDepth ? raw[k] : 0.0f;
            total += weights[k];
        }
        const int32_t nearest = (fx < 0.5f ? 0 : 1) + (fy < 0.5f ? 0 : 2);
        wet = weights[nearest] > 0.0f;
    }

    // The weighted sum of what value(i, j) gives.
    template <class F>
    float sum(F&& value) const
    {
        return (weights[0] * value(cells[0].i, cells[0].j) +
                weights[1] * value(cells[1].i, cells[1].j)) +
               (weights[2] * value(cells[2].i, cells[2].j) +
                weights[3] * value(cells[3].i, cells[3].j));
    }
};

// Height of the surface; of the ground where it is dry.
inline float surfaceAt(const WaterFields& fields, const WaterPlace& place, const WetBlend& blend)
{
    if (!blend.wet)
    {
        const WaterCell cell = place.cell();
        return fields.surface(cell.i, cell.j);
    }
    return blend.sum([&fields](int32_t i, int32_t j) { return fields.surface(i, j); }) /
           blend.total;
}

inline float surfaceAt(const WaterFields& fields, const WaterPlace& place)
{
    return surfaceAt(fields, place, WetBlend(fields, place));
}

} // namespace tarn
