// How bodies and cells find one another: for water_bodies.cpp, which displaces water, and
// body_forces.cpp.
#pragma once

#include "backend/water/host_water.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

// The local surface is looked at so many times a body's size around it. Nearer, it would go along
// with the waves that the body itself makes: a box that heaves in a channel radiates waves of seven
// times its length, and with three times its size around it, its damping would be half as much
// again as theory says.
inline constexpr int32_t kAroundSizes = 6;

// Bodies that one task handles; a matter of speed only.
inline constexpr int32_t kBodiesATask = 4;
inline constexpr int32_t kBodiesALightTask = 128; // where there is little to do for each
inline constexpr int32_t kRowsWorthTasks = 8;     // of tiles; likewise

// The share of a body in what happens around it reaches so far beyond its bounds: a hump rises over
// one cell more, the states of cells beside it know of it, and so do those beside them.
inline constexpr int32_t kBeyond = 3; // cells

// Where a body is, in cells: the cell of its middle, and the rest. Points of it are found from
// there in 32 bits, however far from the origin it is.
//
// Places are whole numbers of grains, the body's middle and its points alike, so that their sums
// are exact and the mirror image of a place is one. A body has four million grains to each side or
// less: what is added to a number and taken away again to round it, `rounding`, is 3 times the
// power of two that no point of the body is farther away than.
struct BodyFrame
{
    int32_t i, j;
    float restX, restY;
    float perCell;
    float rounding;

    BodyFrame(const WaterGrid& grid, const WaterBody& body)
        : perCell(1.0f / grid.cellSize), rounding(body.rounding)
    {
        const auto find = [this](double at, int32_t& cell, float& rest) {
            // A double has 29 more bits.
            const double grains = static_cast<double>(rounding) * double{1 << 29};
            const double place = (std::clamp(at, -kFar, kFar) + grains) - grains;
            const double whole = std::floor(place);
            cell = static_cast<int32_t>(whole);
            rest = static_cast<float>(place - whole);
        };
        find(grid.column(body.motion.position.x), i, restX);
        find(grid.row(body.motion.position.y), j, restY);
    }

    // A point of the body, in cells, by its arm along an axis. `start` is where the middle is, less
    // `rounding`, so that what was added to round the arm goes away with it.
    float place(float arm, float start) const { return (arm * perCell + rounding) + start; }
    float startX(int32_t column) const { return start(i - column, restX); }
    float startY(int32_t row) const { return start(j - row, restY); }

    static constexpr double kFar = 1.0e9; // cells; nothing is there

  private:
    float start(int32_t cells, float rest) const
    {
        return (static_cast<float>(cells) + rest) - rounding;
    }
};

// Weights of the four cells around a point: lower left, lower right, upper left, upper right.
struct BodyWeights
{
    float weight[4];

    // By how much of the way to the right and up it is: whole grains, and so is what is left of 1.
    BodyWeights(float partX, float partY)
    {
        weight[0] = (1.0f - partX) * (1.0f - partY);
        weight[1] = partX * (1.0f - partY);
        weight[2] = (1.0f - partX) * partY;
        weight[3] = partX * partY;
    }

    float operator[](int32_t c) const { return weight[c]; }
};

// The lower left one of those cells. A place on a line between middles of cells has none to the
// left and right of it, or above and below: two of its weights are 0, or three.
struct BodyPlace
{
    int32_t i, j;
    BodyWeights weight{0.0f, 0.0f};

    BodyPlace(const BodyFrame& frame, float armX, float armY)
    {
        const float x = frame.place(armX, frame.startX(frame.i));
        const float y = frame.place(armY, frame.startY(frame.j));
        const int32_t wholeX = roundedDown(x);
        const int32_t wholeY = roundedDown(y);
        i = frame.i + wholeX;
        j = frame.j + wholeY;
        const float partX = x - static_cast<float>(wholeX);
        const float partY = y - static_cast<float>(wholeY);
        weight = {partX, partY};
    }

    bool isBetweenColumns() const { return weight[1] + weight[3] > 0.0f; }
    bool isBetweenRows() const { return weight[2] + weight[3] > 0.0f; }

  private:
    // Without a call, which std::floor is where processors are not known to have it.
    static int32_t roundedDown(float x)
    {
        const auto cut = static_cast<int32_t>(x);
        return cut - (static_cast<float>(cut) > x ? 1 : 0);
    }
};

// run(i, j, atI, atJ, count) for the cells of a box on the grid, row by row: `count` of them from
// (i, j) on, which the box knows as (atI, atJ) on. A row is one run, or more where it is periodic.
template <class Run>
void HostWater::forRuns(const BodyBox& box, int32_t more, Run&& run) const
{
    const WaterGrid& grid = shape_.grid;
    const auto low = [more](int32_t first, bool wraps) {
        return wraps ? first - more : std::max(first - more, 0);
    };
    const auto high = [more](int32_t first, int32_t count, int32_t n, bool wraps) {
        const int32_t last = first + count - 1 + more;
        return wraps ? last : std::min(last, n - 1);
    };
    const int32_t lastRow = high(box.row, box.rows, grid.ny, grid.wrapY);
    const int32_t endColumn = high(box.column, box.columns, grid.nx, grid.wrapX) + 1;
    for (int32_t j = low(box.row, grid.wrapY); j <= lastRow; ++j)
    {
        const int32_t row = cellOnAxis(j, grid.ny, true);
        for (int32_t i = low(box.column, grid.wrapX); i < endColumn;)
        {
            const int32_t column = cellOnAxis(i, grid.nx, true);
            const int32_t count = std::min(endColumn - i, grid.nx - column);
            run(column, row, i, j, count);
            i += count;
        }
    }
}

// body(i, j, atI, atJ) for each of them.
template <class Body>
void HostWater::forBox(const BodyBox& box, int32_t more, Body&& body) const
{
    forRuns(box, more, [&](int32_t i, int32_t j, int32_t atI, int32_t atJ, int32_t count) {
        for (int32_t k = 0; k < count; ++k)
        {
            body(i + k, j, atI + k, atJ);
        }
    });
}

// body(tile) for tiles with one of these marks, at the same time where that pays.
template <class Body>
void HostWater::forTilesWith(uint8_t marks, Body&& body)
{
    const auto forRow = [&](int32_t row) {
        for (int32_t tile = row * tiles_.columns; tile < (row + 1) * tiles_.columns; ++tile)
        {
            if ((tileBodies_[tile] & marks) != 0)
            {
                body(tile);
            }
        }
    };
    if (tiles_.rows >= kRowsWorthTasks)
    {
        tasks_.parallelFor(tiles_.rows, forRow);
        return;
    }
    for (int32_t row = 0; row < tiles_.rows; ++row)
    {
        forRow(row);
    }
}

template <class Body>
void HostWater::forBodies(std::span<WaterBody* const> bodies, int32_t perTask, Body&& body)
{
    const auto count = static_cast<int32_t>(bodies.size());
    tasks_.parallelFor((count + perTask - 1) / perTask, [&](int32_t task) {
        const int32_t end = std::min((task + 1) * perTask, count);
        for (int32_t k = task * perTask; k < end; ++k)
        {
            body(*bodies[static_cast<size_t>(k)]);
        }
    });
}

} // namespace tarn
