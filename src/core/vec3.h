// Vec3: a point or a direction in space, in 64 bits, and the few operations geometry needs; the
// same operations for tnVec3, in 32.
#pragma once

#include "core/wide.h"

#include "tarn/field.h"

#include <cmath>
#include <type_traits>

namespace tarn
{

struct Vec3
{
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
};

template <class V>
concept AnyVec3 = std::is_same_v<V, Vec3> || std::is_same_v<V, tnVec3>;

constexpr Vec3 wide(tnVec3 a)
{
    return {wide(a.x), wide(a.y), wide(a.z)};
}

constexpr tnVec3 narrow(Vec3 a)
{
    return {static_cast<float>(a.x), static_cast<float>(a.y), static_cast<float>(a.z)};
}

template <AnyVec3 V>
constexpr V operator+(V a, V b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <AnyVec3 V>
constexpr V operator-(V a, V b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <AnyVec3 V>
constexpr V operator*(decltype(V::x) s, V a)
{
    return {s * a.x, s * a.y, s * a.z};
}

template <AnyVec3 V>
constexpr auto dot(V a, V b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <AnyVec3 V>
constexpr V cross(V a, V b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

template <AnyVec3 V>
auto length(V a)
{
    return std::sqrt(dot(a, a));
}

} // namespace tarn
