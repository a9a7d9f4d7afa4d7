// Vec2: a point or a direction in the plane, in 64 bits, and the few operations geometry needs.
#pragma once

#include <cmath>

namespace tarn
{

struct Vec2
{
    double x = 0.0;
    double y = 0.0;
};

constexpr Vec2 operator+(Vec2 a, Vec2 b)
{
    return {a.x + b.x, a.y + b.y};
}

constexpr Vec2 operator-(Vec2 a, Vec2 b)
{
    return {a.x - b.x, a.y - b.y};
}

constexpr Vec2 operator*(double s, Vec2 a)
{
    return {s * a.x, s * a.y};
}

constexpr double dot(Vec2 a, Vec2 b)
{
    return a.x * b.x + a.y * b.y;
}

// Positive where b lies to the left of a.
constexpr double cross(Vec2 a, Vec2 b)
{
    return a.x * b.y - a.y * b.x;
}

inline double length(Vec2 a)
{
    return std::sqrt(dot(a, a));
}

} // namespace tarn
