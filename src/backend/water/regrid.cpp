#include "backend/water/regrid.h"

#include "core/wide.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace tarn
{

namespace
{

constexpr int32_t kMostRounds = 16; // until the volume fits; each leaves what dried out or rounded

// The cells of an axis that one of another grid is made of: two neighbours with linear weights, or
// all that it covers with the part that it covers.
class AxisCells
{
  public:
    AxisCells(int32_t cell, double ratio, int32_t count, bool wraps)
        : isCoarser_(ratio > 1.0), count_(count), wraps_(wraps)
    {
        begin_ = isCoarser_ ? cell * ratio : (cell + 0.5) * ratio - 0.5;
        end_ = begin_ + ratio;
        first = static_cast<int32_t>(std::floor(begin_));
        last = isCoarser_ ? std::max(first, static_cast<int32_t>(std::ceil(end_)) - 1) : first + 1;
    }

    double weight(int32_t cell) const
    {
        if (isCoarser_)
        {
            return std::max(0.0, std::min(end_, cell + 1.0) - std::max<double>(begin_, cell));
        }
        return cell == first ? first + 1.0 - begin_ : begin_ - first;
    }

    int32_t index(int32_t cell) const
    {
        return wraps_ ? ((cell % count_) + count_) % count_ : std::clamp(cell, 0, count_ - 1);
    }

    int32_t first;
    int32_t last;

  private:
    bool isCoarser_;
    int32_t count_;
    bool wraps_;
    double begin_; // of the cell; of a finer one, its middle between the middles of two
    double end_;
};

// Weighted sums over the cells that one is made of.
struct CellSums
{
    double weight = 0.0;
    double ground = 0.0;
    double displaced = 0.0;
    double fading = 0.0;
    double wet = 0.0;     // weight of wet ones,
    double surface = 0.0; // and of their surfaces
    double depth = 0.0;
    double momentumX = 0.0;
    double momentumY = 0.0;
    double foam = 0.0;
    double dye[TN_MAX_WATER_DYES] = {};
};

// All of a water, per cell area of its grid.
struct WaterSums
{
    double depth = 0.0;
    double wetCells = 0.0;
    double momentumX = 0.0;
    double momentumY = 0.0;
    double dye[TN_MAX_WATER_DYES] = {};
};

template <class Visit>
void forCells(const WaterGrid& grid, Visit visit)
{
    for (int32_t j = 0; j < grid.ny; ++j)
    {
        for (int32_t i = 0; i < grid.nx; ++i)
        {
            visit(i, j);
        }
    }
}

WaterSums sumsOf(const WaterOnGrid& water)
{
    WaterSums sums;
    const WaterFields& fields = water.fields;
    forCells(water.grid, [&](int32_t i, int32_t j) {
        sums.depth += wide(fields.depth.row(j)[i]);
        sums.wetCells += fields.depth.row(j)[i] > kDryDepth ? 1.0 : 0.0;
        sums.momentumX += wide(fields.momentumX.row(j)[i]);
        sums.momentumY += wide(fields.momentumY.row(j)[i]);
        for (int32_t k = 0; k < water.dyeChannels; ++k)
        {
            sums.dye[k] += wide(fields.dye[k].row(j)[i]);
        }
    });
    return sums;
}

void add(CellSums& sums, const WaterOnGrid& water, int32_t i, int32_t j, double weight)
{
    const WaterFields& fields = water.fields;
    const float depth = fields.depth.row(j)[i];
    sums.weight += weight;
    sums.ground += weight * wide(fields.ground.row(j)[i]);
    sums.displaced += weight * wide(fields.displaced.row(j)[i]);
    sums.fading += weight * wide(fields.fading.row(j)[i]);
    sums.depth += weight * wide(depth);
    sums.momentumX += weight * wide(fields.momentumX.row(j)[i]);
    sums.momentumY += weight * wide(fields.momentumY.row(j)[i]);
    sums.foam += weight * wide(fields.foam.row(j)[i]);
    for (int32_t k = 0; k < water.dyeChannels; ++k)
    {
        sums.dye[k] += weight * wide(fields.dye[k].row(j)[i]);
    }
    if (depth > kDryDepth)
    {
        sums.wet += weight;
        sums.surface += weight * (wide(fields.ground.row(j)[i]) + wide(fields.displaced.row(j)[i]) +
                                  wide(depth));
    }
}

// What the water carries along, for the depth that a cell has; the parts of depth that they are
// stay the same.
void carry(const WaterOnGrid& to, int32_t i, int32_t j, const CellSums& sums)
{
    const WaterFields& fields = to.fields;
    const float depth = fields.depth.row(j)[i];
    const double part = sums.depth > 0.0 && depth > kDryDepth ? wide(depth) / sums.depth : 0.0;
    fields.momentumX.row(j)[i] = static_cast<float>(part * sums.momentumX);
    fields.momentumY.row(j)[i] = static_cast<float>(part * sums.momentumY);
    fields.foam.row(j)[i] = static_cast<float>(part * sums.foam);
    for (int32_t k = 0; k < to.dyeChannels; ++k)
    {
        fields.dye[k].row(j)[i] = static_cast<float>(part * sums.dye[k]);
    }
}

// Raises the surface of all wet cells alike until there are `wanted` metres in all of them
// together.
void levelOut(const WaterOnGrid& water, double wanted)
{
    for (int32_t round = 0; round < kMostRounds; ++round)
    {
        const WaterSums sums = sumsOf(water);
        const double lacking = wanted - sums.depth;
        if (sums.wetCells == 0.0 || std::abs(lacking) <= 1e-9 * wanted)
        {
            return;
        }
        const double rise = lacking / sums.wetCells;
        forCells(water.grid, [&](int32_t i, int32_t j) {
            float& depth = water.fields.depth.row(j)[i];
            if (depth > kDryDepth)
            {
                depth = static_cast<float>(std::max(0.0, wide(depth) + rise));
            }
        });
    }
}

// Momentum, by one velocity for all; dyes, by a factor each.
void balance(const WaterOnGrid& to, const WaterSums& wanted)
{
    const WaterSums sums = sumsOf(to);
    double factor[TN_MAX_WATER_DYES] = {};
    for (int32_t k = 0; k < to.dyeChannels; ++k)
    {
        const double ratio = sums.dye[k] != 0.0 ? wanted.dye[k] / sums.dye[k] : 1.0;
        factor[k] = ratio > 0.5 && ratio < 2.0 ? ratio : 1.0; // else they cancel, and mean nothing
    }
    const double moreX = sums.depth > 0.0 ? (wanted.momentumX - sums.momentumX) / sums.depth : 0.0;
    const double moreY = sums.depth > 0.0 ? (wanted.momentumY - sums.momentumY) / sums.depth : 0.0;
    forCells(to.grid, [&](int32_t i, int32_t j) {
        const WaterFields& fields = to.fields;
        const float depth = fields.depth.row(j)[i];
        for (int32_t k = 0; k < to.dyeChannels; ++k)
        {
            float& dye = fields.dye[k].row(j)[i];
            dye = static_cast<float>(factor[k] * wide(dye));
        }
        if (depth > kDryDepth)
        {
            float& x = fields.momentumX.row(j)[i];
            float& y = fields.momentumY.row(j)[i];
            x = static_cast<float>(wide(x) + moreX * wide(depth));
            y = static_cast<float>(wide(y) + moreY * wide(depth));
        }
    });
}

} // namespace

void regridWater(const WaterOnGrid& from, const WaterOnGrid& to, const float* given) noexcept
{
    const double ratio = wide(to.grid.cellSize) / wide(from.grid.cellSize);
    const auto sumsAt = [&](int32_t i, int32_t j) {
        const AxisCells columns(i, ratio, from.grid.nx, from.grid.wrapX);
        const AxisCells rows(j, ratio, from.grid.ny, from.grid.wrapY);
        CellSums sums;
        for (int32_t y = rows.first; y <= rows.last; ++y)
        {
            for (int32_t x = columns.first; x <= columns.last; ++x)
            {
                add(sums, from, columns.index(x), rows.index(y),
                    columns.weight(x) * rows.weight(y));
            }
        }
        return sums;
    };
    forCells(to.grid, [&](int32_t i, int32_t j) {
        const CellSums sums = sumsAt(i, j);
        const double ground = given != nullptr ? wide(given[ptrdiff_t{j} * to.grid.nx + i])
                                               : sums.ground / sums.weight;
        const double displaced = sums.displaced / sums.weight;
        const double surface = sums.wet > 0.0 ? sums.surface / sums.wet : ground;
        to.fields.ground.row(j)[i] = static_cast<float>(ground);
        to.fields.displaced.row(j)[i] = static_cast<float>(displaced);
        to.fields.fading.row(j)[i] = static_cast<float>(sums.fading / sums.weight);
        to.fields.depth.row(j)[i] = static_cast<float>(std::max(0.0, surface - ground - displaced));
    });

    WaterSums wanted = sumsOf(from);
    const double areas = 1.0 / (ratio * ratio); // cells of the new grid for one of the old
    wanted.depth *= areas;
    wanted.momentumX *= areas;
    wanted.momentumY *= areas;
    for (double& dye : wanted.dye)
    {
        dye *= areas;
    }
    if (sumsOf(to).wetCells == 0.0)
    {
        // Puddles in pits that the new cells are too wide for: they lie as deep as on average.
        forCells(to.grid, [&](int32_t i, int32_t j) {
            const CellSums sums = sumsAt(i, j);
            to.fields.depth.row(j)[i] = static_cast<float>(sums.depth / sums.weight);
        });
    }
    levelOut(to, wanted.depth);
    forCells(to.grid, [&](int32_t i, int32_t j) { carry(to, i, j, sumsAt(i, j)); });
    balance(to, wanted);
}

} // namespace tarn
