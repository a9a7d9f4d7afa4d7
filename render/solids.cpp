// The coverage is scaled to pixels by a smooth spline, which also rounds the stairs of a painted
// mask. Its value above one half over its slope is the distance to the contour in pixels, and that
// gives coverage of the edge pixel by pixel, at any magnification.
#include "render/solids.h"

#include "render/resample.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{
namespace
{

// Flatter than this per pixel is inside or outside, not an edge.
constexpr float kLeastSlope = 1e-4F;

inline float clampUnit(float x)
{
    return std::min(std::max(x, 0.0F), 1.0F);
}

} // namespace

void SolidPainter::paint(const FieldView& solid, const Planes& target, float point,
                         const Bands& bands)
{
    const Plane cover = store_.resize(target[0].width, target[0].height);
    resample(solid, cover, Upscale::smooth, bands);
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
