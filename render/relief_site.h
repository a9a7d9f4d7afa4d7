// ReliefSite: what stands around the fluid, and how far sunlight gets: the walls of a pool, the
// block that a cut model is, the sun's way through air and water.
#pragma once

#include "render/height_map.h"
#include "render/relief.h"
#include "render/vec3.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{

// How high things are in a frame, metres.
struct SiteHeights
{
    Rectangle world;
    float lowestGround = 0.0F;
    float meanWater = 0.0F;
    float highest = 0.0F; // of ground and water
};

struct ReliefSite
{
    Border border = Border::cut;
    Rectangle inner;    // the fluid's world
    Rectangle outer;    // of the block
    float base = 0.0F;  // height of the table, metres
    float rim = 0.0F;   // height of the stone around a pool
    float high = 0.0F;  // the highest that a ray can meet, bodies and drops not counted
    Vec3 sun;           // towards it, in air
    Vec3 sunInWater;    // towards it, under a flat surface
    float index = 1.0F; // the liquid's refractive index

    static ReliefSite make(const ReliefView& view, const SiteHeights& heights);
    static ReliefSite make(const ReliefView& view, const HeightMap& map)
    {
        return make(view, {map.world(), map.lowestGround(), map.meanWater(), map.highest()});
    }

    bool hasWalls() const { return border == Border::pool; }

    // Where light that reaches p under a flat surface at `water` came through it.
    Vec3 entryOf(Vec3 p, float water) const
    {
        const float t = std::max(water - p.z, 0.0F) / sunInWater.z;
        return p + sunInWater * t;
    }

    // Metres along a ray until it leaves the fluid's ground plan; 0 outside it, 1e6 at most.
    float leave(const Ray& ray) const;

    // Of the wall that a ray leaving it meets at `at`.
    Vec3 wallNormal(Vec3 at, Vec3 along) const;

    // How much of the sun is seen over the walls of a pool from a place inside, 0 .. 1.
    float sunOverWalls(Vec3 p) const;
};

inline bool contains(const Rectangle& r, float x, float y)
{
    return x >= r.left && x <= r.right && y >= r.bottom && y <= r.top;
}

// Metres to the rectangle from outside; below 0 inside.
inline float distanceTo(const Rectangle& r, float x, float y)
{
    const float dx = std::max(r.left - x, x - r.right);
    const float dy = std::max(r.bottom - y, y - r.top);
    const float ox = std::max(dx, 0.0F);
    const float oy = std::max(dy, 0.0F);
    return std::sqrt(ox * ox + oy * oy) + std::min(std::max(dx, dy), 0.0F);
}

inline float ReliefSite::leave(const Ray& ray) const
{
    constexpr float kNever = 1e6F;
    const auto along = [](float at, float speed, float from, float to) {
        return std::abs(speed) < 1e-6F ? kNever : ((speed > 0.0F ? to : from) - at) / speed;
    };
    const float t = std::min(along(ray.origin.x, ray.along.x, inner.left, inner.right),
                             along(ray.origin.y, ray.along.y, inner.bottom, inner.top));
    return std::clamp(t, 0.0F, kNever);
}

} // namespace tarn::render
