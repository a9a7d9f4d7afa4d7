// What the user's hand and springs do to the water: soft circles and lines over a few cells.
#include "backend/water/host_water.h"
#include "core/exponential.h"

#include <algorithm>
#include <cmath>

namespace tarn
{

namespace
{

constexpr float kMostDye = 1.0e6f; // concentration
constexpr double kReach = 3.0;     // radii; what lies beyond has a weight below 1.3e-4

// How far a stroke reaches: a box of cells that may stick out of the grid, and weights in it.
struct StrokeShape
{
    const WaterStroke& stroke;
    int32_t firstColumn, firstRow, lastColumn, lastRow;

    explicit StrokeShape(const WaterStroke& of) : stroke(of)
    {
        const double reach = kReach * of.radius;
        firstColumn = whole(std::ceil(std::min(of.fromX, of.toX) - reach));
        lastColumn = whole(std::floor(std::max(of.fromX, of.toX) + reach));
        firstRow = whole(std::ceil(std::min(of.fromY, of.toY) - reach));
        lastRow = whole(std::floor(std::max(of.fromY, of.toY) + reach));
    }

    // Square of the distance from the way, in radii.
    double distance2(int32_t i, int32_t j) const
    {
        const double wayX = stroke.toX - stroke.fromX;
        const double wayY = stroke.toY - stroke.fromY;
        const double x = i - stroke.fromX;
        const double y = j - stroke.fromY;
        const double length2 = wayX * wayX + wayY * wayY;
        const double part =
            length2 > 0.0 ? std::clamp((x * wayX + y * wayY) / length2, 0.0, 1.0) : 0.0;
        const double dx = x - part * wayX;
        const double dy = y - part * wayY;
        return (dx * dx + dy * dy) / (stroke.radius * stroke.radius);
    }

  private:
    static int32_t whole(double value)
    {
        return static_cast<int32_t>(std::clamp(value, -1.0e9, 1.0e9));
    }
};

} // namespace

// body(i, j, distance2) for the cells of the grid that a stroke reaches, round the corner where it
// is periodic; a cell that is met twice counts twice.
template <class Body>
void HostWater::forStroke(const WaterStroke& stroke, Body&& body)
{
    const WaterGrid& grid = shape_.grid;
    const StrokeShape shape(stroke);
    // A stroke that is larger than the grid goes round at most once either way.
    const auto first = [](int32_t low, int32_t n, bool wraps) {
        return std::max(low, wraps ? -n : 0);
    };
    const auto last = [](int32_t high, int32_t n, bool wraps) {
        return std::min(high, wraps ? 2 * n - 1 : n - 1);
    };
    const int32_t lastRow = last(shape.lastRow, grid.ny, grid.wrapY);
    const int32_t lastColumn = last(shape.lastColumn, grid.nx, grid.wrapX);
    for (int32_t j = first(shape.firstRow, grid.ny, grid.wrapY); j <= lastRow; ++j)
    {
        for (int32_t i = first(shape.firstColumn, grid.nx, grid.wrapX); i <= lastColumn; ++i)
        {
            const double distance2 = shape.distance2(i, j);
            if (distance2 <= kReach * kReach)
            {
                body((i + grid.nx) % grid.nx, (j + grid.ny) % grid.ny, distance2);
            }
        }
    }
}

// Adds water of this velocity and dye, or takes some away: what is there leaves with its own.
// Returns what the depth really changed by.
double HostWater::addDepth(int32_t i, int32_t j, double depth, tnVec2 velocity,
                           const float dye[TN_MAX_WATER_DYES])
{
    float& h = now_.depth.row(j)[i];
    const float before = h;
    h = static_cast<float>(std::max(static_cast<double>(before) + depth, 0.0));
    const double change = static_cast<double>(h) - static_cast<double>(before);
    float& x = now_.momentumX.row(j)[i];
    float& y = now_.momentumY.row(j)[i];
    if (change < 0.0)
    {
        const float kept = before > 0.0f ? h / before : 0.0f;
        x *= kept;
        y *= kept;
        for (int32_t k = 0; k < 1 + shape_.dyeChannels; ++k)
        {
            now_.carried[k].row(j)[i] *= kept;
        }
    }
    else
    {
        x += static_cast<float>(change) * velocity.x;
        y += static_cast<float>(change) * velocity.y;
        for (int32_t k = 0; k < shape_.dyeChannels; ++k)
        {
            now_.carried[1 + k].row(j)[i] += static_cast<float>(change) * dye[k];
            carries_[1 + k] = carries_[1 + k] || dye[k] != 0.0f;
        }
    }
    tiles_.wake(i, j);
    return change;
}

// A dent, and a ring around it that takes exactly what the dent gives.
double HostWater::splash(const WaterStroke& stroke)
{
    const float none[TN_MAX_WATER_DYES] = {};
    const double depth = static_cast<double>(stroke.splash);
    double taken = 0.0;
    double ring = 0.0;
    forStroke(stroke, [&](int32_t i, int32_t j, double d2) {
        const double weight = exponential(-d2);
        taken -= addDepth(i, j, -depth * weight, {}, none);
        ring += d2 * weight;
    });
    double given = 0.0;
    forStroke(stroke, [&](int32_t i, int32_t j, double d2) {
        given += addDepth(i, j, taken * d2 * exponential(-d2) / ring, {}, none);
    });
    return given - taken;
}

double HostWater::applyStroke(const WaterStroke& stroke)
{
    const bool adds = stroke.water != 0.0f;
    const bool pushes = stroke.velocity.x != 0.0f || stroke.velocity.y != 0.0f;
    const float none[TN_MAX_WATER_DYES] = {};
    double volume = 0.0;
    double weights = 0.0;
    bool ground = false;
    forStroke(stroke, [&](int32_t i, int32_t j, double d2) {
        const double weight = exponential(-d2);
        const auto part = static_cast<float>(weight);
        weights += weight;
        if (stroke.terrain != 0.0f)
        {
            fields_.ground.row(j)[i] += stroke.terrain * part;
            fields_.bed.row(j)[i] = fields_.ground.row(j)[i] + fields_.displaced.row(j)[i];
            tiles_.wake(i, j);
            ground = true;
        }
        if (adds)
        {
            volume += addDepth(i, j, weight * static_cast<double>(stroke.water), {}, none);
        }
        if (stroke.volume != 0.0)
        {
            return;
        }
        const float depth = now_.depth.row(j)[i];
        if (pushes && depth > kDryDepth)
        {
            now_.momentumX.row(j)[i] += depth * part * stroke.velocity.x;
            now_.momentumY.row(j)[i] += depth * part * stroke.velocity.y;
            tiles_.wake(i, j);
        }
        const auto colour = [&](int32_t k, float amount, float most) {
            if (amount != 0.0f && depth > kDryDepth)
            {
                float& there = now_.carried[k].row(j)[i];
                there = std::clamp(there + depth * part * amount, 0.0f, most * depth);
                carries_[k] = true;
                tiles_.wake(i, j);
                tiles_.foamy[tiles_.tileOf(i, j)] |= static_cast<uint8_t>(k == 0 ? 1 : 0);
            }
        };
        colour(0, stroke.foam, 1.0f);
        for (int32_t k = 0; k < shape_.dyeChannels; ++k)
        {
            colour(1 + k, stroke.dye[k], kMostDye);
        }
    });
    if (stroke.volume != 0.0 && weights > 0.0)
    {
        const double area = static_cast<double>(shape_.grid.cellArea());
        const double depth = stroke.volume / (weights * area);
        forStroke(stroke, [&](int32_t i, int32_t j, double d2) {
            volume += addDepth(i, j, depth * exponential(-d2), stroke.velocity, stroke.dye);
        });
    }
    if (stroke.splash != 0.0f)
    {
        volume += splash(stroke);
    }
    if (ground)
    {
        fillBedGhosts();
    }
    return volume * static_cast<double>(shape_.grid.cellArea());
}

} // namespace tarn
