// Vec3: places and directions in space, metres, z up; and how light turns at a surface.
#pragma once

#include "tarn/field.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{

struct Vec3
{
    float x = 0.0F;
    float y = 0.0F;
    float z = 0.0F;

    Vec3() = default;
    constexpr Vec3(float x_, float y_, float z_) : x(x_), y(y_), z(z_) {}
    explicit Vec3(tnVec3 v) : x(v.x), y(v.y), z(v.z) {}

    friend Vec3 operator+(Vec3 a, Vec3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
    friend Vec3 operator-(Vec3 a, Vec3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
    friend Vec3 operator-(Vec3 a) { return {-a.x, -a.y, -a.z}; }
    friend Vec3 operator*(Vec3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
};

inline float dot(Vec3 a, Vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline Vec3 cross(Vec3 a, Vec3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline float length(Vec3 a)
{
    return std::sqrt(dot(a, a));
}

// Straight up when there is no direction to keep.
inline Vec3 normalized(Vec3 a)
{
    const float size = length(a);
    return size > 1e-20F ? a * (1.0F / size) : Vec3(0.0F, 0.0F, 1.0F);
}

inline bool isFinite(Vec3 a)
{
    return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

// The direction towards something at these angles in degrees: from +x towards +y, and up.
inline Vec3 towards(float azimuth, float elevation)
{
    constexpr float kDegree = 0.017453293F;
    const float across = std::cos(elevation * kDegree);
    return {across * std::cos(azimuth * kDegree), across * std::sin(azimuth * kDegree),
            std::sin(elevation * kDegree)};
}

// The normal of a height field.
inline Vec3 normalOfSlope(float slopeX, float slopeY)
{
    const float scale = 1.0F / std::sqrt(1.0F + slopeX * slopeX + slopeY * slopeY);
    return {-slopeX * scale, -slopeY * scale, scale};
}

// `along` comes towards the surface, `normal` looks against it; both of length 1.
inline Vec3 reflected(Vec3 along, Vec3 normal)
{
    return along - normal * (2.0F * dot(along, normal));
}

// Snell's law; `ratio` is the refractive index on this side over the one beyond. Where all light is
// thrown back it grazes along the surface.
inline Vec3 refracted(Vec3 along, Vec3 normal, float ratio)
{
    const float c = -dot(along, normal);
    const float inside = std::max(1.0F - ratio * ratio * (1.0F - c * c), 0.0F);
    return along * ratio + normal * (ratio * c - std::sqrt(inside));
}

// The part of light that is thrown back (Schlick 1994). `cosine` is that of the angle to the
// normal.
inline float fresnel(float cosine, float index)
{
    const float f = (index - 1.0F) / (index + 1.0F);
    const float r0 = f * f;
    const float g = 1.0F - std::clamp(cosine, 0.0F, 1.0F);
    const float g2 = g * g;
    return r0 + (1.0F - r0) * g2 * g2 * g;
}

struct Ray
{
    Vec3 origin;
    Vec3 along; // of length 1

    Vec3 at(float t) const { return origin + along * t; }
};

// 0 below `low`, 1 above `high`, without a kink on the way.
inline float smoothStep(float low, float high, float x)
{
    const float t = std::clamp((x - low) / (high - low), 0.0F, 1.0F);
    return t * t * (3.0F - 2.0F * t);
}

// std::floor is a function call where the instruction set is old.
inline int floorToInt(float x)
{
    const int towardsZero = static_cast<int>(x);
    return towardsZero - (x < static_cast<float>(towardsZero) ? 1 : 0);
}

inline float mix(float a, float b, float t)
{
    return a + (b - a) * t;
}

// exp(x) for x <= 0, to 1 % above -4 and ever darker below: (1 + x / 256)^256. expf takes four
// times as long.
inline float fade(float x)
{
    float y = 1.0F + std::max(x, -200.0F) * (1.0F / 256.0F);
    y *= y;
    y *= y;
    y *= y;
    y *= y;
    y *= y;
    y *= y;
    y *= y;
    return y * y;
}

} // namespace tarn::render
