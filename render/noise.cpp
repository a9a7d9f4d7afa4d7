// Value noise: random numbers on a lattice of 8, 16, 32 and 64 points, each half as strong, with
// quintic steps between them, so that slopes are smooth too.
#include "render/noise.h"

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace tarn::render
{
namespace
{

// A random number in 0 .. 1 for a point of a lattice.
float randomAt(std::uint32_t i, std::uint32_t j, std::uint32_t octave)
{
    std::uint32_t h = i * 0x9E3779B1U + j * 0x85EBCA77U + octave * 0xC2B2AE3DU;
    h ^= h >> 15U;
    h *= 0x2C1B3C6DU;
    h ^= h >> 12U;
    h *= 0x297A2D39U;
    h ^= h >> 15U;
    return static_cast<float>(h >> 8U) * 0x1p-24F;
}

float quintic(float t)
{
    return t * t * t * (t * (t * 6.0F - 15.0F) + 10.0F);
}

// `x`, `y` in 0 .. 1 across the patch.
float octaveAt(float x, float y, std::uint32_t points, std::uint32_t octave)
{
    const float fx = x * static_cast<float>(points);
    const float fy = y * static_cast<float>(points);
    const auto i = static_cast<std::uint32_t>(fx);
    const auto j = static_cast<std::uint32_t>(fy);
    const float u = quintic(fx - static_cast<float>(i));
    const float v = quintic(fy - static_cast<float>(j));
    const auto value = [&](std::uint32_t a, std::uint32_t b) {
        return randomAt(a % points, b % points, octave);
    };
    const float low = value(i, j) + (value(i + 1, j) - value(i, j)) * u;
    const float high = value(i, j + 1) + (value(i + 1, j + 1) - value(i, j + 1)) * u;
    return low + (high - low) * v;
}

} // namespace

Noise::Noise() : texels_(std::size_t(kSide) * std::size_t(kSide))
{
    const auto texel = [&](int i, int j) -> Texel& {
        return texels_[std::size_t(j & kMask) * kSide + std::size_t(i & kMask)];
    };
    for (int j = 0; j < kSide; ++j)
    {
        for (int i = 0; i < kSide; ++i)
        {
            const float x = static_cast<float>(i) / kSide;
            const float y = static_cast<float>(j) / kSide;
            float sum = 0.0F;
            float weight = 8.0F / 15.0F;
            for (std::uint32_t octave = 0; octave < 4; ++octave)
            {
                sum += weight * octaveAt(x, y, 8U << octave, octave);
                weight *= 0.5F;
            }
            texel(i, j).value = sum;
        }
    }
    // 24: typical hills then have slopes around a half.
    for (int j = 0; j < kSide; ++j)
    {
        for (int i = 0; i < kSide; ++i)
        {
            texel(i, j).slopeX = 24.0F * 0.5F * (texel(i + 1, j).value - texel(i - 1, j).value);
            texel(i, j).slopeY = 24.0F * 0.5F * (texel(i, j + 1).value - texel(i, j - 1).value);
        }
    }
}

} // namespace tarn::render
