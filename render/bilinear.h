// A field between the centres of its cells.
#pragma once

#include "render/frame.h"

#include <algorithm>

namespace tarn::render
{

// At a place given in 0 .. 1 from the lower left corner of what the field covers; constant beyond
// the outermost centres.
inline float bilinear(const FieldView& field, float across, float up)
{
    const float x = std::clamp(across * static_cast<float>(field.columns) - 0.5F, 0.0F,
                               static_cast<float>(field.columns - 1));
    const float y = std::clamp(up * static_cast<float>(field.rows) - 0.5F, 0.0F,
                               static_cast<float>(field.rows - 1));
    const int i = std::min(static_cast<int>(x), std::max(field.columns - 2, 0));
    const int j = std::min(static_cast<int>(y), std::max(field.rows - 2, 0));
    const int right = std::min(i + 1, field.columns - 1);
    const float* below = field.row(j);
    const float* above = field.row(std::min(j + 1, field.rows - 1));
    const float fx = x - static_cast<float>(i);
    const float fy = y - static_cast<float>(j);
    const float low = below[i] + (below[right] - below[i]) * fx;
    const float high = above[i] + (above[right] - above[i]) * fx;
    return low + (high - low) * fy;
}

} // namespace tarn::render
