// Where a point is with respect to a shape's outline, and where a straight way meets it.
#include "field/outline.h"
#include "field/shape.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tarn
{

namespace
{

// Whether a ray from the point along x crosses the core an odd number of times. A vertex level with
// the point counts as below it, so that sides that meet there count once.
bool coreContains(const PlacedShape& shape, Vec2 point)
{
    bool inside = false;
    for (int32_t k = 0; k < sideCount(shape); ++k)
    {
        const Vec2 from = shape.vertices[k] - point;
        const Vec2 to = nextVertex(shape, k) - point;
        if ((from.y <= 0.0) != (to.y <= 0.0))
        {
            inside ^= from.x + from.y / (from.y - to.y) * (to.x - from.x) > 0.0;
        }
    }
    return inside;
}

// The point of the core's outline nearest to a point.
struct CorePoint
{
    Vec2 point;
    double squaredDistance = std::numeric_limits<double>::max();
    int32_t side = -1;     // that it lies on
    bool isVertex = false; // an end of that side
};

CorePoint nearestOnSide(const PlacedShape& shape, int32_t index, Vec2 point)
{
    const Vec2 from = shape.vertices[index];
    const Vec2 to = nextVertex(shape, index);
    const Vec2 way = to - from;
    const double square = dot(way, way);
    const double part = square > 0.0 ? dot(point - from, way) / square : 0.0;
    const bool isVertex = !(part > 0.0 && part < 1.0);
    const Vec2 nearest = !isVertex ? from + part * way : part > 0.0 ? to : from;
    return {nearest, dot(point - nearest, point - nearest), index, isVertex};
}

CorePoint nearestOnCore(const PlacedShape& shape, Vec2 point)
{
    if (shape.count == 1)
    {
        const Vec2 way = point - shape.vertices[0];
        return {shape.vertices[0], dot(way, way), -1, true};
    }
    CorePoint nearest;
    const int32_t sides = shape.count == 2 ? 1 : shape.count;
    for (int32_t k = 0; k < sides; ++k)
    {
        const CorePoint candidate = nearestOnSide(shape, k, point);
        nearest = candidate.squaredDistance < nearest.squaredDistance ? candidate : nearest;
    }
    return nearest;
}

// Outward at the nearest point of the core: away from it, or towards it from the inside. Within a
// side it is the side's, however near the point is.
Vec2 normalAt(const PlacedShape& shape, const CorePoint& nearest, Vec2 point, bool inside)
{
    const Vec2 way = inside ? nearest.point - point : point - nearest.point;
    const double distance = length(way);
    if (nearest.isVertex && distance > 0.0)
    {
        return {way.x / distance, way.y / distance};
    }
    if (nearest.side < 0)
    {
        return {1.0, 0.0}; // the centre of a circle: any will do
    }
    const Vec2 normal = sideNormal(shape, nearest.side);
    const bool otherSideOfLine = shape.count == 2 && dot(normal, way) < 0.0;
    return otherSideOfLine ? -1.0 * normal : normal;
}

bool isInBounds(const Bounds& bounds, Vec2 point)
{
    return point.x >= bounds.low.x && point.x <= bounds.high.x && point.y >= bounds.low.y &&
           point.y <= bounds.high.y;
}

bool isNear(const Bounds& bounds, Vec2 p, Vec2 q)
{
    return std::max(p.x, q.x) >= bounds.low.x && std::min(p.x, q.x) <= bounds.high.x &&
           std::max(p.y, q.y) >= bounds.low.y && std::min(p.y, q.y) <= bounds.high.y;
}

// ---- Ways, from a point outside

constexpr double kNever = 2.0;

// An entry this far behind the start is one at the start, of which rounding took the rest: as a
// part of the lengths that it was computed from.
constexpr double kBehind = 0x1p-44;

// Entering through a side, from its right to its left. A vertex on the way counts as right of it
// for both its sides, so that none is missed between them.
double entryThroughSide(Side side, Vec2 start, Vec2 way)
{
    const double from = cross(way, side.from - start);
    const double to = cross(way, side.to - start);
    if (!(from > 0.0 && to <= 0.0))
    {
        return kNever;
    }
    const Vec2 meeting = side.from + (from / (from - to)) * (side.to - side.from);
    return dot(meeting - start, way) / dot(way, way);
}

// |start + t way - centre| = radius, the first of the two, in the form that loses no digits.
double entryIntoDisc(Vec2 centre, double radius, Vec2 start, Vec2 way)
{
    const Vec2 from = start - centre;
    const double approach = -dot(from, way);
    const double offset = cross(way, from);
    const double square = dot(way, way) * radius * radius - offset * offset;
    if (!(approach > 0.0 && square >= 0.0))
    {
        return kNever;
    }
    const double distance = length(from);
    const double gap = (distance - radius) * (distance + radius);
    return gap / (approach + std::sqrt(square));
}

} // namespace

bool contains(const PlacedShape& shape, Vec2 point)
{
    if (!isInBounds(shape.bounds, point))
    {
        return false;
    }
    const Vec2 own = point - shape.origin;
    if (coreContains(shape, own))
    {
        return true;
    }
    return shape.rounding > 0.0 &&
           nearestOnCore(shape, own).squaredDistance <= shape.rounding * shape.rounding;
}

SurfacePoint nearestSurface(const PlacedShape& shape, Vec2 point)
{
    const Vec2 own = point - shape.origin;
    const CorePoint nearest = nearestOnCore(shape, own);
    const bool inside = coreContains(shape, own);
    const Vec2 normal = normalAt(shape, nearest, own, inside);
    const double distance = std::sqrt(nearest.squaredDistance);
    return {(inside ? -distance : distance) - shape.rounding,
            shape.origin + (nearest.point + shape.rounding * normal), normal};
}

double signedDistance(const PlacedShape& shape, Vec2 point)
{
    return nearestSurface(shape, point).distance;
}

Hit segmentHits(const PlacedShape& shape, Vec2 p, Vec2 q)
{
    if (!isNear(shape.bounds, p, q))
    {
        return {};
    }
    if (contains(shape, p))
    {
        return {true, 0.0};
    }
    const Vec2 start = p - shape.origin;
    const Vec2 way = q - p;
    const double behind = kBehind * (length(start) + length(shape.bounds.high - shape.bounds.low));
    const double wayLength = length(way);
    double first = kNever;
    const auto consider = [&](double entry) {
        first = entry * wayLength >= -behind && entry < first ? std::max(entry, 0.0) : first;
    };
    for (int32_t k = 0; k < sideCount(shape); ++k)
    {
        consider(entryThroughSide(side(shape, k), start, way));
    }
    for (int32_t k = 0; k < shape.count && shape.rounding > 0.0; ++k)
    {
        consider(entryIntoDisc(shape.vertices[k], shape.rounding, start, way));
    }
    if (first <= 1.0)
    {
        return {true, first};
    }
    return contains(shape, q) ? Hit{true, 1.0} : Hit{};
}

} // namespace tarn
