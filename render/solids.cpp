// The coverage is scaled to pixels by a smooth spline, which also rounds the stairs of a painted
// mask. Its value above one half over its slope is the distance to the contour in pixels, and that
// gives coverage of the edge pixel by pixel, at any magnification. A wall thinner than a cell never
// reaches one half; it is raised until it does, and is drawn as a line.
#include "render/solids.h"

#include "render/defaults.h"
#include "render/resample.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{
namespace
{

// Flatter than this per pixel is inside or outside, not an edge.
constexpr float kLeastSlope = 1e-4F;

// The spline's value at a cell's centre, out of its neighbours along one axis.
inline float smoothed(float before, float here, float after)
{
    return (before + 4.0F * here + after) / 6.0F;
}

// out(i, j) = combine of three neighbours along x, then along y. Cells beyond the edge repeat it.
template <class F>
void combineNeighbours(const Plane& field, const Plane& along, const F& combine)
{
    const int right = field.width - 1;
    const int top = field.height - 1;
    for (int j = 0; j < field.height; ++j)
    {
        const float* from = field.row(j);
        float* to = along.row(j);
        for (int i = 0; i < field.width; ++i)
        {
            to[i] = combine(from[std::max(i - 1, 0)], from[i], from[std::min(i + 1, right)]);
        }
    }
    for (int j = 0; j < field.height; ++j)
    {
        const float* below = along.row(std::max(j - 1, 0));
        const float* here = along.row(j);
        const float* above = along.row(std::min(j + 1, top));
        float* to = field.row(j);
        for (int i = 0; i < field.width; ++i)
        {
            to[i] = combine(below[i], here[i], above[i]);
        }
    }
}

inline float clampUnit(float x)
{
    return std::min(std::max(0.0F, x), 1.0F); // in this order what is no number becomes 0
}

} // namespace

FieldView SolidPainter::thickened(const FieldView& solid)
{
    const Plane peak = thickStore_.resize(solid.columns, solid.rows);
    const Plane along = smoothStore_.resize(solid.columns, solid.rows);
    for (int j = 0; j < solid.rows; ++j)
    {
        std::transform(solid.row(j), solid.row(j) + solid.columns, peak.row(j), clampUnit);
    }
    combineNeighbours(peak, along, smoothed);
    combineNeighbours(peak, along,
                      [](float a, float b, float c) { return std::max(a, std::max(b, c)); });
    for (int j = 0; j < solid.rows; ++j)
    {
        float* cell = peak.row(j);
        for (int i = 0; i < solid.columns; ++i)
        {
            const float raised = kThinPeak / std::max(cell[i], kThinPeak / kMostThickening);
            cell[i] = clampUnit(solid.row(j)[i]) * std::max(raised, 1.0F);
        }
    }
    return {peak.data, peak.width, peak.height, peak.stride};
}

void SolidPainter::paint(const FieldView& solid, const Planes& target, float point,
                         const Bands& bands)
{
    const Plane cover = store_.resize(target[0].width, target[0].height);
    resample(thickened(solid), cover, Upscale::smooth, bands);
    const float edgeWidth = style_.edgeWidth * point;
    bands.each(cover.height, [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            const float* here = cover.row(y);
            const float* above = cover.row(std::max(y - 1, 0));
            const float* below = cover.row(std::min(y + 1, cover.height - 1));
            for (int x = 0; x < cover.width; ++x)
            {
                if (!(here[x] > 0.0F))
                {
                    continue;
                }
                const float slopeX =
                    here[std::min(x + 1, cover.width - 1)] - here[std::max(x - 1, 0)];
                const float slopeY = above[x] - below[x];
                const float slope = 0.5F * std::sqrt(slopeX * slopeX + slopeY * slopeY);
                const float inside = (here[x] - 0.5F) / std::max(slope, kLeastSlope);
                const float alpha = clampUnit(inside + 0.5F);
                const float rim = edgeWidth > 0.0F ? clampUnit(edgeWidth + 0.5F - inside) : 0.0F;
                const float keep = 1.0F - alpha;
                const auto lay = [&](const Plane& plane, float fill, float edge) {
                    float& value = plane.row(y)[x];
                    value = value * keep + alpha * (fill + (edge - fill) * rim);
                };
                lay(target[0], style_.fill.r, style_.edge.r);
                lay(target[1], style_.fill.g, style_.edge.g);
                lay(target[2], style_.fill.b, style_.edge.b);
            }
        }
    });
}

} // namespace tarn::render
