// Noise: a patch of smooth random hills that repeats, made once, looked up by all that has a grain:
// ground, wood, foam, clouds, ripples.
#pragma once

#include "render/vec3.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace tarn::render
{

class Noise
{
  public:
    Noise();

    // Hills of four octaves, 0 .. 1, mean near a half. The patch repeats after 1 along either axis;
    // its largest hills are 1/8 wide.
    float at(float u, float v) const;

    // How steep they are, per kSide-th of the patch: about -1 .. 1.
    struct Slope
    {
        float x;
        float y;
    };
    Slope slope(float u, float v) const;

  private:
    static constexpr int kSide = 256;
    static constexpr int kMask = kSide - 1;

    struct Texel
    {
        float value;
        float slopeX;
        float slopeY;
    };

    struct Corner
    {
        const Texel* texels[4];
        float weights[4];
    };
    Corner corner(float u, float v) const;

    std::vector<Texel> texels_;
};

inline Noise::Corner Noise::corner(float u, float v) const
{
    // Far from the origin a float has no fraction left: a patch like any other.
    const float x = std::clamp(u, -8000.0F, 8000.0F) * kSide;
    const float y = std::clamp(v, -8000.0F, 8000.0F) * kSide;
    const int i = floorToInt(x);
    const int j = floorToInt(y);
    const float fx = x - static_cast<float>(i);
    const float fy = y - static_cast<float>(j);
    const Texel* low = texels_.data() + std::size_t(j & kMask) * kSide;
    const Texel* high = texels_.data() + std::size_t((j + 1) & kMask) * kSide;
    const int left = i & kMask;
    const int right = (i + 1) & kMask;
    return {{low + left, low + right, high + left, high + right},
            {(1.0F - fx) * (1.0F - fy), fx * (1.0F - fy), (1.0F - fx) * fy, fx * fy}};
}

inline float Noise::at(float u, float v) const
{
    const Corner c = corner(u, v);
    return c.texels[0]->value * c.weights[0] + c.texels[1]->value * c.weights[1] +
           c.texels[2]->value * c.weights[2] + c.texels[3]->value * c.weights[3];
}

inline Noise::Slope Noise::slope(float u, float v) const
{
    const Corner c = corner(u, v);
    Slope sum = {0.0F, 0.0F};
    for (int k = 0; k < 4; ++k)
    {
        sum.x += c.texels[k]->slopeX * c.weights[k];
        sum.y += c.texels[k]->slopeY * c.weights[k];
    }
    return sum;
}

} // namespace tarn::render
