// Gradients on a lattice of whole numbers, blended with a quintic (Perlin, "Improving noise",
// 2002). Only additions and multiplications: every machine gives the same bits.
#include "scene/noise.h"

#include <cmath>

namespace tarn::scene
{
namespace
{

// What the lattice point's gradient contributes at a distance of dx, dy. The gradients are the
// eight directions between and along the axes, all of nearly one length.
double corner(std::uint64_t hash, double dx, double dy)
{
    constexpr double kLong = 1.0;
    constexpr double kDiagonal = 0.70710678118654752;
    switch (hash & 7u)
    {
    case 0:
        return kLong * dx;
    case 1:
        return -kLong * dx;
    case 2:
        return kLong * dy;
    case 3:
        return -kLong * dy;
    case 4:
        return kDiagonal * (dx + dy);
    case 5:
        return kDiagonal * (dx - dy);
    case 6:
        return kDiagonal * (dy - dx);
    default:
        return -kDiagonal * (dx + dy);
    }
}

double fade(double t)
{
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
}

double blend(double a, double b, double t)
{
    return a + t * (b - a);
}

} // namespace

std::uint64_t mixed(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t h = a * 0x9E3779B97F4A7C15u + b;
    h = (h ^ (h >> 30)) * 0xBF58476D1CE4E5B9u;
    h = (h ^ (h >> 27)) * 0x94D049BB133111EBu;
    return h ^ (h >> 31);
}

double randomUnit(std::uint64_t seed, std::uint64_t index)
{
    return static_cast<double>(mixed(seed, index) >> 11) * 0x1.0p-53;
}

double noise(std::uint32_t seed, double x, double y)
{
    constexpr double kFarthest = 1.0e15; // beyond it doubles have hardly any fraction
    if (!(std::abs(x) < kFarthest) || !(std::abs(y) < kFarthest))
    {
        return 0.0;
    }
    const double left = std::floor(x);
    const double low = std::floor(y);
    const double dx = x - left;
    const double dy = y - low;
    const auto at = [&](int i, int j) {
        const auto column = static_cast<std::uint64_t>(static_cast<std::int64_t>(left) + i);
        const auto row = static_cast<std::uint64_t>(static_cast<std::int64_t>(low) + j);
        return corner(mixed(mixed(seed, column), row), dx - i, dy - j);
    };
    const double u = fade(dx);
    // 1.4: the hills' height without it is 1 / sqrt(2) at most.
    return 1.4 * blend(blend(at(0, 0), at(1, 0), u), blend(at(0, 1), at(1, 1), u), fade(dy));
}

} // namespace tarn::scene
