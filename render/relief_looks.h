// ReliefLooks: the colours of things, by place and grain: ground, tiles, stone, wood, balls, foam,
// the sky. All albedos and radiances are in linear light.
//
// `footprint` is how many metres a pixel covers at the place: what is finer is averaged.
#pragma once

#include "render/body_set.h"
#include "render/noise.h"
#include "render/relief.h"
#include "render/vec3.h"

namespace tarn::render
{

class ReliefLooks
{
  public:
    explicit ReliefLooks(const ReliefView& view);

    // What heights mean for land: where the water stands and how far the ground goes up from there.
    void setLand(const Rectangle& world, float waterLevel, float highestGround);

    const Noise& noise() const { return noise_; }

    Colour ground(Vec3 at, Vec3 normal, float footprint) const;

    // The wall of a pool; `along` is metres along it.
    Colour wall(float along, float z, float footprint) const;

    // Slabs around a pool.
    Colour stone(float u, float v, float footprint) const;

    // The cut through the ground, `below` metres under its surface.
    Colour section(float along, float z, float below) const;

    // `own` is the place in the body's axes, `normal` its normal there.
    Colour body(const BodySet::Body& body, Vec3 own, Vec3 normal, float footprint) const;

    // How much of the surface foam hides where its amount is `foam`; it drifts with `velocity`.
    float foam(float x, float y, float foam, float velocityX, float velocityY, double time) const;

    // Light of the sky from a direction, the sun left out.
    Colour sky(Vec3 from) const;

    // Light of the crust of a glowing liquid at a place.
    Colour glow(float x, float y) const;

  private:
    Colour tiles(float u, float v, float footprint) const;

    ReliefView view_;
    Noise noise_;
    float size_ = 1.0F; // the world's longer side, metres
    float tile_ = 0.1F;
    float level_ = 0.0F;
    float rise_ = 1.0F;
};

} // namespace tarn::render
