// Drops are soft strokes with round ends: as long as a drop moves while the shutter is open. One
// that is smaller than a pixel is drawn as large and fades, so that its light stays the same.
#include "render/relief_drops.h"

#include "render/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{
namespace
{

struct Look
{
    float shutter; // seconds
    float opacity;
    float flatness; // height over width on the picture
};

Look lookOf(DropKind kind)
{
    switch (kind)
    {
    case DropKind::rain:
        return {kShutter, 0.35F, 1.0F};
    case DropKind::foam:
        return {0.0F, 0.7F, 0.6F}; // lies on the surface
    case DropKind::spray:
        break;
    }
    return {0.35F * kShutter, 0.85F, 1.0F};
}

} // namespace

void drawDrops(Canvas& canvas, std::span<const ReliefDrop> drops, const Plane& distances,
               const Eye& eye, Colour white)
{
    for (const ReliefDrop& drop : drops)
    {
        const Vec3 position(drop.position);
        const Vec3 velocity(drop.velocity);
        if (!isFinite(position) || !isFinite(velocity) || !(drop.radius > 0.0F) ||
            !(drop.opacity > 0.0F))
        {
            continue;
        }
        const Look look = lookOf(drop.kind);
        float x = 0.0F;
        float y = 0.0F;
        float t = 0.0F;
        float fromX = 0.0F;
        float fromY = 0.0F;
        float fromT = 0.0F;
        if (!eye.project(position, x, y, t) ||
            !eye.project(position - velocity * look.shutter, fromX, fromY, fromT))
        {
            continue;
        }
        const float wanted = std::min(drop.radius / eye.footprint(t), 64.0F);
        const float radius = std::max(wanted, kLeastDrop);
        const float thinned = std::min(wanted * wanted / (radius * radius), 1.0F);
        const float strength =
            std::min(drop.opacity, 1.0F) * look.opacity * std::max(std::sqrt(thinned), 0.15F);
        const auto bound = [](float value, int size) {
            return static_cast<int>(std::clamp(value, -1.0F, static_cast<float>(size)));
        };
        const float reach = radius + 1.0F;
        const int left = std::max(bound(std::min(x, fromX) - reach, canvas.width()), 0);
        const int right =
            std::min(bound(std::max(x, fromX) + reach, canvas.width()), canvas.width() - 1);
        const int top = std::max(bound(std::min(y, fromY) - reach, canvas.height()), 0);
        const int bottom =
            std::min(bound(std::max(y, fromY) + reach, canvas.height()), canvas.height() - 1);
        const float wayX = fromX - x;
        const float wayY = fromY - y;
        const float way = std::max(wayX * wayX + wayY * wayY, 1e-12F);
        // A drop that touches the surface is not behind it.
        const float nearest = t - 2.0F * drop.radius - 2.0F * eye.footprint(t);
        for (int py = top; py <= bottom; ++py)
        {
            const float* distance = distances.row(py);
            for (int px = left; px <= right; ++px)
            {
                if (distance[px] < nearest)
                {
                    continue;
                }
                const float dx = static_cast<float>(px) + 0.5F - x;
                const float dy = static_cast<float>(py) + 0.5F - y;
                const float part = std::clamp((dx * wayX + dy * wayY) / way, 0.0F, 1.0F);
                const float offX = dx - part * wayX;
                const float offY = (dy - part * wayY) / look.flatness;
                const float off = std::sqrt(offX * offX + offY * offY) / (radius + 0.5F);
                const float cover = std::max(1.0F - off * off, 0.0F);
                canvas.blend(px, py, white, strength * cover * (1.0F - 0.6F * part));
            }
        }
    }
}

} // namespace tarn::render
