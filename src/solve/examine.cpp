// Looking at the caller's numbers: how large are they, and is every one acceptable?
//
// One pass over an array, bands of rows at the same time, finds the extremes. Only where they show
// that something is wrong, a second one finds the first number to blame. Nothing is changed.
#include "solve/solver.h"

#include <algorithm>
#include <cfloat>
#include <cmath>

namespace tarn
{

namespace
{

// The first number that is not `good`.
template <class Good>
Solver::Refusal firstBad(ConstRows values, int32_t columns, int32_t rows, const char* array,
                         Good&& good)
{
    for (int32_t j = 0; j < rows; ++j)
    {
        const float* row = values.row(j);
        const float* bad = std::find_if_not(row, row + columns, good);
        if (bad != row + columns)
        {
            return {array, static_cast<int32_t>(bad - row), j, *bad};
        }
    }
    return {};
}

} // namespace

// `skip`: columns at either end that are left out.
Extremes Solver::scan(ConstRows values, int32_t columns, int32_t rows, int32_t skip)
{
    const int32_t bands = (rows + kBandRows - 1) / kBandRows;
    auto* found = reinterpret_cast<Extremes*>(rowSums_); // one a band, of which there are fewer
    static_assert(sizeof(Extremes) <= sizeof(double));
    tasks_.parallelFor(bands, [&](int32_t band) {
        Extremes extremes;
        const int32_t end = std::min((band + 1) * kBandRows, rows);
        for (int32_t j = band * kBandRows; j < end; ++j)
        {
            extremes.include(Extremes::of(values.row(j) + skip,
                                          static_cast<size_t>(std::max(0, columns - 2 * skip))));
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

// Of b. Columns 1 to nx - 1 of bx and rows 1 to ny - 1 of by lie between cells.
Solver::FaceExtremes Solver::scanFaces(const Coefficients& given)
{
    FaceExtremes found;
    const auto addInner = [&](const Extremes& inner) {
        found.all.include(inner);
        found.between.include(inner);
        found.inner.include(inner);
    };
    if (given.bx != nullptr)
    {
        addInner(scan(given.bx, nx() + 1, ny(), 1));
        for (int32_t j = 0; j < ny(); ++j)
        {
            found.all.include(Extremes::ofOne(given.bx.row(j)[0]));
            found.all.include(Extremes::ofOne(given.bx.row(j)[nx()]));
        }
    }
    if (given.by != nullptr)
    {
        addInner(scan({given.by.row(1), given.by.stride}, nx(), ny() - 1, 0));
        found.all.include(Extremes::of(given.by.row(0), static_cast<size_t>(nx())));
        found.all.include(Extremes::of(given.by.row(ny()), static_cast<size_t>(nx())));
    }
    if (given.bx == nullptr || given.by == nullptr)
    {
        found.all.include(Extremes::ofOne(1.0f));
        found.inner.include(Extremes::ofOne(1.0f));
    }
    return found;
}

// One number of r or x, the array named, is not finite: says which.
tnResult Solver::refuse(ConstRows values, const char* array, Refusal* refusal) const
{
    if (refusal != nullptr)
    {
        *refusal =
            firstBad(values, nx(), ny(), array, [](float value) { return std::isfinite(value); });
    }
    return tn_errorNotFinite;
}

Solver::Refusal Solver::examine(const Coefficients& given)
{
    const auto look = [&](ConstRows values, int32_t columns, int32_t rows, const char* array) {
        if (values == nullptr)
        {
            return Refusal();
        }
        const Extremes extremes = scan(values, columns, rows, 0);
        if (extremes.largest() <= FLT_MAX && !extremes.anySigned())
        {
            return Refusal();
        }
        return firstBad(values, columns, rows, array, [](float value) {
            return value >= 0.0f && value <= FLT_MAX; // a zero may have a sign
        });
    };
    Refusal found = look(given.a, nx(), ny(), "a");
    if (found.array == nullptr)
    {
        found = look(given.bx, nx() + 1, ny(), "bx");
    }
    return found.array == nullptr ? look(given.by, nx(), ny() + 1, "by") : found;
}

} // namespace tarn
