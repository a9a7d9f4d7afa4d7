// Ripples: waves too small for the grid, as two patches of noise that drift over each other.
#pragma once

#include "render/defaults.h"
#include "render/frame.h"
#include "render/noise.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{

class Ripples
{
  public:
    Ripples(const Noise& noise, const Rectangle& world, double time)
        : noise_(&noise), scale_(kRippleRepeats / std::max(world.width(), world.height())),
          drift_(static_cast<float>(std::fmod(time * kRippleDrift, 64.0)))
    {
    }

    // How steep they are at a place, about -1 .. 1: to be multiplied by LiquidLook::ripples.
    Noise::Slope at(float x, float y) const
    {
        const float u = x * scale_;
        const float v = y * scale_;
        const Noise::Slope a = noise_->slope(u + drift_, v + 0.6F * drift_);
        // Turned by the angle whose cosine is 0.8, so that the patches do not show.
        const Noise::Slope b =
            noise_->slope(0.8F * u - 0.6F * v - 0.7F * drift_, 0.6F * u + 0.8F * v + 0.4F * drift_);
        return {a.x + 0.8F * b.x + 0.6F * b.y, a.y - 0.6F * b.x + 0.8F * b.y};
    }

  private:
    const Noise* noise_;
    float scale_;
    float drift_;
};

} // namespace tarn::render
