// Ranges by order statistics of a sample on a coarser lattice.
#include "render/range_follower.h"

#include "render/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{
namespace
{

// What a field without any spread is shown as: the value itself in the middle.
constexpr float kLeastSpread = 1e-6F;

void collect(const FieldView& field, const FieldView& solid, std::vector<float>& samples)
{
    const bool masked =
        solid.isThere() && solid.columns == field.columns && solid.rows == field.rows;
    const double cells = static_cast<double>(field.columns) * field.rows;
    const int step = std::max(1, static_cast<int>(std::ceil(std::sqrt(cells / kRangeSamples))));
    samples.clear();
    for (int j = 0; j < field.rows; j += step)
    {
        for (int i = 0; i < field.columns; i += step)
        {
            const float value = field.row(j)[i];
            if (std::isfinite(value) && !(masked && solid.row(j)[i] > 0.5F))
            {
                samples.push_back(value);
            }
        }
    }
}

// The value that `share` of the samples lie below.
float quantile(std::vector<float>& samples, float share)
{
    const auto rank =
        static_cast<std::size_t>(std::lround(share * static_cast<float>(samples.size() - 1)));
    const auto place = samples.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(samples.begin(), place, samples.end());
    return *place;
}

float approach(float from, float to, bool widens)
{
    return from + (to - from) * (widens ? kRangeWiden : kRangeNarrow);
}

// A range that has a length, also where its field is constant.
Limits spread(Limits limits)
{
    const float scale = std::max(std::abs(limits.low), std::abs(limits.high));
    const float least = std::max(scale * kLeastSpread, 1e-30F);
    if (limits.high - limits.low < least)
    {
        return {limits.low - 0.5F * least, limits.high + 0.5F * least};
    }
    return limits;
}

} // namespace

Limits RangeFollower::limitsOf(const FieldView& field, const FieldView& solid)
{
    collect(field, solid, samples_);
    if (samples_.empty())
    {
        return limits_;
    }
    const Limits found = {quantile(samples_, kRangeOutliers),
                          quantile(samples_, 1.0F - kRangeOutliers)};
    if (range_.kind == RangeKind::fromZero)
    {
        return {std::min(0.0F, found.low), std::max(0.0F, found.high)};
    }
    if (range_.kind == RangeKind::symmetric)
    {
        const float reach = std::max(std::abs(found.low), std::abs(found.high));
        return {-reach, reach};
    }
    return found;
}

Limits RangeFollower::follow(const FieldView& field, const FieldView& solid)
{
    if (range_.kind == RangeKind::fixed)
    {
        return {range_.low, range_.high};
    }
    const Limits now = limitsOf(field, solid);
    if (!hasLimits_)
    {
        limits_ = now;
        hasLimits_ = !samples_.empty();
    }
    else
    {
        limits_.low = approach(limits_.low, now.low, now.low < limits_.low);
        limits_.high = approach(limits_.high, now.high, now.high > limits_.high);
    }
    return spread(limits_);
}

Limits QuantityFollower::follow(const ScalarStyle& style, const FieldView& field,
                                const FieldView& solid)
{
    if (style.name != name_ || style.range != range_)
    {
        name_ = style.name;
        range_ = style.range;
        follower_ = RangeFollower(range_);
    }
    return follower_.follow(field, solid);
}

} // namespace tarn::render
