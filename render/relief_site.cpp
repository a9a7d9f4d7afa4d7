// ReliefSite: sizes follow from the world's; a pool stands in stone.
#include "render/relief_site.h"

#include "render/defaults.h"

namespace tarn::render
{

ReliefSite ReliefSite::make(const ReliefView& view, const HeightMap& map)
{
    ReliefSite site;
    const Rectangle& world = map.world();
    const float size = std::max(world.width(), world.height());
    site.border = view.border;
    site.inner = world;
    site.outer = world;
    site.base = map.lowestGround() - kBlockBelow * size;
    site.high = map.highest();
    if (view.border == Border::pool)
    {
        const float stone = kRimWidth * size;
        site.outer = {world.left - stone, world.bottom - stone, world.right + stone,
                      world.top + stone};
        const float freeboard = view.rim > 0.0F ? view.rim : kRimHeight * size;
        site.rim = map.meanWater() + freeboard;
        site.high = std::max(site.high, site.rim);
    }
    site.index = view.liquid.refractiveIndex;
    site.sun = towards(view.light.azimuth, view.light.elevation);
    site.sunInWater = -refracted(-site.sun, {0.0F, 0.0F, 1.0F}, 1.0F / site.index);
    return site;
}

float ReliefSite::leave(const Ray& ray) const
{
    constexpr float kNever = 1e6F;
    const auto along = [](float at, float speed, float from, float to) {
        return std::abs(speed) < 1e-6F ? kNever : ((speed > 0.0F ? to : from) - at) / speed;
    };
    const float t = std::min(along(ray.origin.x, ray.along.x, inner.left, inner.right),
                             along(ray.origin.y, ray.along.y, inner.bottom, inner.top));
    return std::clamp(t, 0.0F, kNever);
}

Vec3 ReliefSite::wallNormal(Vec3 at, Vec3 along) const
{
    const float fromX = std::min(std::abs(at.x - inner.left), std::abs(at.x - inner.right));
    const float fromY = std::min(std::abs(at.y - inner.bottom), std::abs(at.y - inner.top));
    return fromX < fromY ? Vec3(along.x > 0.0F ? -1.0F : 1.0F, 0.0F, 0.0F)
                         : Vec3(0.0F, along.y > 0.0F ? -1.0F : 1.0F, 0.0F);
}

float ReliefSite::sunOverWalls(Vec3 p) const
{
    if (!hasWalls())
    {
        return 1.0F;
    }
    const float t = leave({p, sun});
    const float blur = kSunWidth * t + 1e-6F;
    return smoothStep(rim - blur, rim + blur, p.z + t * sun.z);
}

bool contains(const Rectangle& r, float x, float y)
{
    return x >= r.left && x <= r.right && y >= r.bottom && y <= r.top;
}

float distanceTo(const Rectangle& r, float x, float y)
{
    const float dx = std::max(r.left - x, x - r.right);
    const float dy = std::max(r.bottom - y, y - r.top);
    const float ox = std::max(dx, 0.0F);
    const float oy = std::max(dy, 0.0F);
    return std::sqrt(ox * ox + oy * oy) + std::min(std::max(dx, dy), 0.0F);
}

} // namespace tarn::render
