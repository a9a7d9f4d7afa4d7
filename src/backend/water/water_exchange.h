// WaterExchange: water that goes from cells into the air and back, with no drop of it lost.
//
// Depths are 32 bits, so a cell can neither give nor take just any volume. What a cell gives is
// what its depth really went down by, which is exact in 64 bits; what did not fit the depth of the
// cell that takes is kept as a rest, which goes along with whatever is given next. So depths times
// cell area, plus volumes in the air, plus the rest, stay the same to the rounding of 64 bits. The
// same for dye. The water takes its velocity along: momentum is kept to the rounding of a cell's.
#pragma once

#include "backend/water/water_grid.h"
#include "backend/water/water_places.h"
#include "core/wide.h"

#include <algorithm>
#include <cstdint>

namespace tarn
{

// What is neither in cells nor in drops. Part of the state of a water.
struct WaterRests
{
    double volume = 0.0;                // m^3; a part of the least drop, of either sign
    double dye[TN_MAX_WATER_DYES] = {}; // m^3
};

class WaterExchange
{
  public:
    WaterExchange(const WaterGrid& grid, const WaterFields& fields, int32_t dyeChannels,
                  WaterRests* rests)
        : fields_(fields), area_(wide(grid.cellArea())), dyeChannels_(dyeChannels), rests_(rests)
    {
    }

    // Takes about `volume` out of a cell, to move at `velocity`, and of each dye the same part into
    // `dyes`. Returns the volume it really was: 0 where it is less than the depth's rounding.
    // Foam per depth stays.
    float take(WaterCell cell, double volume, tnVec2 velocity, float* dyes) const
    {
        float& depth = fields_.depth.row(cell.j)[cell.i];
        const double before = wide(depth);
        const float after = std::max(0.0f, static_cast<float>(before - volume / area_));
        if (!(after < depth))
        {
            return 0.0f;
        }
        const double kept = wide(after) / before;
        depth = after;
        const float taken = rounded((before - wide(after)) * area_, &rests_->volume);
        push(cell, -wide(taken), velocity);
        float& foam = fields_.foam.row(cell.j)[cell.i];
        foam = std::min(static_cast<float>(wide(foam) * kept), after);
        for (int32_t k = 0; k < dyeChannels_; ++k)
        {
            float& dye = fields_.dye[k].row(cell.j)[cell.i];
            const double all = wide(dye);
            dye = static_cast<float>(all * kept);
            dyes[k] = rounded((all - wide(dye)) * area_, &rests_->dye[k]);
        }
        return taken;
    }

    // Puts a volume that moves at `velocity` and its dyes into a cell, or a part of all that, with
    // all rests. `dyes` null: there are none in it.
    void give(WaterCell cell, float volume, tnVec2 velocity, const float* dyes,
              double part = 1.0) const
    {
        settle(fields_.depth.row(cell.j)[cell.i], part * wide(volume), &rests_->volume);
        push(cell, part * wide(volume), velocity);
        for (int32_t k = 0; k < dyeChannels_ && dyes != nullptr; ++k)
        {
            settle(fields_.dye[k].row(cell.j)[cell.i], part * wide(dyes[k]), &rests_->dye[k]);
        }
    }

    // Changes a cell's momentum as a volume moving at `velocity` does.
    void push(WaterCell cell, double volume, tnVec2 velocity) const
    {
        float& x = fields_.momentumX.row(cell.j)[cell.i];
        float& y = fields_.momentumY.row(cell.j)[cell.i];
        x = static_cast<float>(wide(x) + volume * wide(velocity.x) / area_);
        y = static_cast<float>(wide(y) + volume * wide(velocity.y) / area_);
    }

    double cellArea() const { return area_; }

  private:
    static float rounded(double value, double* rest)
    {
        const float result = static_cast<float>(value);
        *rest += value - wide(result);
        return result;
    }

    // A cell takes what it can of an amount and the rest; what it cannot is the new rest.
    void settle(float& value, double amount, double* rest) const
    {
        const double all = amount + *rest;
        const double before = wide(value);
        value = std::max(0.0f, static_cast<float>(before + all / area_));
        *rest = all - (wide(value) - before) * area_;
    }

    WaterFields fields_;
    double area_;
    int32_t dyeChannels_;
    WaterRests* rests_;
};

} // namespace tarn
