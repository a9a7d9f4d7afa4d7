// ReliefSite: what stands around the fluid, and how far sunlight gets: the walls of a pool, the
// block that a cut model is, the sun's way through air and water.
#pragma once

#include "render/height_map.h"
#include "render/relief.h"
#include "render/vec3.h"

namespace tarn::render
{

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

    static ReliefSite make(const ReliefView& view, const HeightMap& map);

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

bool contains(const Rectangle& r, float x, float y);

// Metres to the rectangle from outside; below 0 inside.
float distanceTo(const Rectangle& r, float x, float y);

} // namespace tarn::render
