// Looking at the caller's arrays before they are used: is every number acceptable, and how large
// are they?
//
// One pass over each array, bands of rows at the same time, finds the extremes. Only where they
// show that something is wrong, a second one finds the first number to blame. Nothing is changed.
#include "solve/solver.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace tarn
{

// `skip`: columns at either end that are left out.
Extremes Solver::scan(const float* values, int32_t columns, int32_t rows, int32_t skip)
{
    const int32_t bands = (rows + kBandRows - 1) / kBandRows;
    auto* found = reinterpret_cast<Extremes*>(rowSums_); // one a band, of which there are fewer
    static_assert(sizeof(Extremes) <= sizeof(double));
    tasks_.parallelFor(bands, [&](int32_t band) {
        Extremes extremes;
        const int32_t end = std::min((band + 1) * kBandRows, rows);
        for (int32_t j = band * kBandRows; j < end; ++j)
        {
            const float* row = values + static_cast<size_t>(j) * static_cast<size_t>(columns);
            extremes.include(
                Extremes::of(row + skip, static_cast<size_t>(std::max(0, columns - 2 * skip))));
        }
        found[band] = extremes;
    });
    Extremes all;
    for (int32_t band = 0; band < bands; ++band)
    {
        all.include(found[band]);
    }
    return all;
}

Solver::Examined Solver::examineRightHandSide(const float* r, const float* start)
{
    Examined found;
    const auto look = [&](const float* values, const char* array) {
        const Extremes extremes = scan(values, nx(), ny(), 0);
        if (found.array == nullptr && !(extremes.largest() <= FLT_MAX))
        {
            found.array = array;
            while (std::isfinite(values[found.index]))
            {
                ++found.index;
            }
            found.value = values[found.index];
        }
        return extremes;
    };
    found.r = look(r, "r");
    if (start != nullptr)
    {
        found.x = look(start, "x");
    }
    return found;
}

Solver::Examined Solver::examineCoefficients(const float* a, const float* bx, const float* by)
{
    Examined found;
    const auto look = [&](const float* values, int32_t columns, int32_t rows, const char* array) {
        const Extremes extremes = scan(values, columns, rows, 0);
        if (extremes.largest() <= FLT_MAX && !extremes.anySigned())
        {
            return extremes;
        }
        const int64_t count = int64_t{columns} * rows;
        for (int64_t i = 0; i < count && found.array == nullptr; ++i)
        {
            if (!(values[i] >= 0.0f && values[i] <= FLT_MAX)) // a zero may have a sign
            {
                found.array = array;
                found.index = i;
                found.value = values[i];
            }
        }
        return extremes;
    };
    const Extremes one = Extremes::ofOne(1.0f);
    found.a = a != nullptr ? look(a, nx(), ny(), "a") : Extremes();
    found.bx = bx != nullptr ? look(bx, nx() + 1, ny(), "bx") : one;
    found.by = by != nullptr ? look(by, nx(), ny() + 1, "by") : one;
    // Columns 1 to nx - 1 of bx and rows 1 to ny - 1 of by lie between cells.
    found.between = one;
    if (bx != nullptr && nx() > 1)
    {
        found.between.include(scan(bx, nx() + 1, ny(), 1));
    }
    if (by != nullptr && ny() > 1)
    {
        found.between.include(scan(by + nx(), nx(), ny() - 1, 0));
    }
    return found;
}

} // namespace tarn
