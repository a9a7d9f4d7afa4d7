// ReliefSite: sizes follow from the world's; a pool stands in stone.
#include "render/relief_site.h"

#include "render/defaults.h"

namespace tarn::render
{

ReliefSite ReliefSite::make(const ReliefView& view, const SiteHeights& heights)
{
    ReliefSite site;
    const Rectangle& world = heights.world;
    const float size = std::max(world.width(), world.height());
    site.border = view.border;
    site.inner = world;
    site.outer = world;
    site.base = heights.lowestGround - kBlockBelow * size;
    site.high = heights.highest;
    if (view.border == Border::pool)
    {
        const float stone = kRimWidth * size;
        site.outer = {world.left - stone, world.bottom - stone, world.right + stone,
                      world.top + stone};
        const float freeboard = view.rim > 0.0F ? view.rim : kRimHeight * size;
        site.rim = heights.meanWater + freeboard;
        site.high = std::max(site.high, site.rim);
    }
    site.index = view.liquid.refractiveIndex;
    site.sun = towards(view.light.azimuth, view.light.elevation);
    site.sunInWater = -refracted(-site.sun, {0.0F, 0.0F, 1.0F}, 1.0F / site.index);
    return site;
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

} // namespace tarn::render
