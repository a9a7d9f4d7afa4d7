// Looks for points given twice, then for a polygon without area, then for sides that meet. The
// rules are those of the library's solids (src/field/shape.cpp), in its own arithmetic: 32-bit
// points, differences and products in 64 bits.
#include "scene/polygon.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

// A polygon thinner than this part of its length is a line: points in 32 bits can't tell.
constexpr double kThinnest = 1e-7;

struct Way
{
    double x;
    double y;
};

struct Side
{
    tnVec2 from;
    tnVec2 to;
};

Way way(tnVec2 from, tnVec2 to)
{
    return {double(to.x) - double(from.x), double(to.y) - double(from.y)};
}

double dot(Way a, Way b)
{
    return a.x * b.x + a.y * b.y;
}

double cross(Way a, Way b)
{
    return a.x * b.y - a.y * b.x;
}

// Sign of the turn from a over b to c.
int turn(tnVec2 a, tnVec2 b, tnVec2 c)
{
    const double sine = cross(way(a, b), way(a, c));
    return sine > 0.0 ? 1 : sine < 0.0 ? -1 : 0;
}

bool areSame(tnVec2 a, tnVec2 b)
{
    return a.x == b.x && a.y == b.y;
}

// Whether a point on the side's line lies on the side.
bool isBetween(const Side& side, tnVec2 point)
{
    return std::min(side.from.x, side.to.x) <= point.x &&
           point.x <= std::max(side.from.x, side.to.x) &&
           std::min(side.from.y, side.to.y) <= point.y &&
           point.y <= std::max(side.from.y, side.to.y);
}

// Whether two sides that are no neighbours meet. Where one ends on the other, the next one starts
// there, so that looking at starts is enough.
bool meet(const Side& a, const Side& b)
{
    const int startOfA = turn(b.from, b.to, a.from);
    const int startOfB = turn(a.from, a.to, b.from);
    return (startOfA == 0 && isBetween(b, a.from)) || (startOfB == 0 && isBetween(a, b.from)) ||
           (startOfA * turn(b.from, b.to, a.to) < 0 && startOfB * turn(a.from, a.to, b.to) < 0);
}

// Whether a side turns back onto the one before it.
bool foldsBack(const Side& before, const Side& after)
{
    return turn(before.from, before.to, after.to) == 0 &&
           dot(way(before.from, before.to), way(after.from, after.to)) < 0.0;
}

bool isFlat(std::span<const tnVec2> points)
{
    Way farthest = {0.0, 0.0};
    for (const tnVec2& point : points)
    {
        const Way there = way(points[0], point);
        farthest = dot(there, there) > dot(farthest, farthest) ? there : farthest;
    }
    double widest = 0.0;
    for (const tnVec2& point : points)
    {
        widest = std::max(widest, std::abs(cross(farthest, way(points[0], point))));
    }
    return widest <= kThinnest * dot(farthest, farthest);
}

std::string shown(tnVec2 point)
{
    return fmt::format("[{}, {}]", point.x, point.y);
}

} // namespace

std::string polygonFault(std::span<const tnVec2> points)
{
    const std::size_t count = points.size();
    const auto sideFrom = [&](std::size_t k) { return Side{points[k], points[(k + 1) % count]}; };
    for (std::size_t k = 0; k < count; ++k)
    {
        if (areSame(sideFrom(k).from, sideFrom(k).to))
        {
            return fmt::format("{} is given twice in a row; leave one out", shown(points[k]));
        }
    }
    if (isFlat(points))
    {
        return fmt::format(
            "the {} points from {} to {} lie on one line; give points around an area", count,
            shown(points[0]), shown(points[count - 1]));
    }
    for (std::size_t first = 0; first < count; ++first)
    {
        for (std::size_t second = first + 1; second < count; ++second)
        {
            const Side a = sideFrom(first);
            const Side b = sideFrom(second);
            const bool isBad = second == first + 1                 ? foldsBack(a, b)
                               : first == 0 && second == count - 1 ? foldsBack(b, a)
                                                                   : meet(a, b);
            if (isBad)
            {
                return fmt::format("the sides from {} to {} and from {} to {} cross or touch; give "
                                   "the points in the order they have around the solid",
                                   shown(a.from), shown(a.to), shown(b.from), shown(b.to));
            }
        }
    }
    return {};
}

} // namespace tarn::scene
