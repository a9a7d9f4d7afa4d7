// Making, checking, moving and placing shapes.
#include "field/shape.h"

#include "core/trig.h"
#include "core/wide.h"
#include "field/outline.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn
{

namespace
{

// A polygon thinner than this part of its length is a line: vertices in 32 bits can't tell.
constexpr double kThinnest = 1e-7;

// Positions, sizes and grid lines in 32 bits, each rounded by 2^-24 of its distance from 0, and a
// quarter turn in 32 bits: together less than this part of the distance.
constexpr double kTouch = 0x1p-21;
// But never so much that a small shape far away would be seen beside its place.
constexpr double kTouchOfSize = 0.01;

Vec2 widened(ShapeVertex vertex)
{
    return {wide(vertex.x), wide(vertex.y)};
}

// ---- Checking

ShapeProblem sizeProblem(ShapeField field, float value, bool mayBeZero)
{
    const ShapeFault fault = !std::isfinite(value)           ? ShapeFault::notFinite
                             : value < 0.0f && mayBeZero     ? ShapeFault::negative
                             : !(value > 0.0f) && !mayBeZero ? ShapeFault::notPositive
                                                             : ShapeFault::none;
    return {fault, field, wide(value)};
}

ShapeProblem firstOf(ShapeProblem a, ShapeProblem b)
{
    return a.fault != ShapeFault::none ? a : b;
}

ShapeProblem boxProblem(const Shape& shape)
{
    const ShapeProblem sizes =
        firstOf(firstOf(sizeProblem(ShapeField::halfWidth, shape.halfWidth, false),
                        sizeProblem(ShapeField::halfHeight, shape.halfHeight, false)),
                sizeProblem(ShapeField::radius, shape.radius, true));
    const bool tooRound = shape.radius > std::min(shape.halfWidth, shape.halfHeight);
    return firstOf(sizes, {tooRound ? ShapeFault::roundedTooMuch : ShapeFault::none,
                           ShapeField::radius, wide(shape.radius)});
}

ShapeProblem vertexProblem(ShapeFault fault, double value, int32_t index = -1, int32_t other = -1)
{
    return {fault, ShapeField::vertices, value, index, other};
}

// Sign of the turn from a over b to c. Exact where differences of the vertices are: the products
// of 25-bit numbers then are, too.
int turn(Vec2 a, Vec2 b, Vec2 c)
{
    const double sine = cross(b - a, c - a);
    return sine > 0.0 ? 1 : sine < 0.0 ? -1 : 0;
}

// Whether c, known to lie on the line through a and b, lies between them.
bool between(Vec2 a, Vec2 b, Vec2 c)
{
    return std::min(a.x, b.x) <= c.x && c.x <= std::max(a.x, b.x) && std::min(a.y, b.y) <= c.y &&
           c.y <= std::max(a.y, b.y);
}

// Whether two sides that are no neighbours meet. Where one ends on the other, the next one starts
// there, so that looking at starts is enough.
bool meet(Side a, Side b)
{
    const int startOfA = turn(b.from, b.to, a.from);
    const int startOfB = turn(a.from, a.to, b.from);
    return (startOfA == 0 && between(b.from, b.to, a.from)) ||
           (startOfB == 0 && between(a.from, a.to, b.from)) ||
           (startOfA * turn(b.from, b.to, a.to) < 0 && startOfB * turn(a.from, a.to, b.to) < 0);
}

// Whether a side turns back onto the one before it.
bool foldsBack(Side before, Side after)
{
    return turn(before.from, before.to, after.to) == 0 &&
           dot(before.to - before.from, after.to - after.from) < 0.0;
}

// Whether all vertices are on a line, all but.
bool isFlat(const Vec2* vertices, int32_t count)
{
    Vec2 farthest;
    for (int32_t k = 1; k < count; ++k)
    {
        const Vec2 way = vertices[k] - vertices[0];
        farthest = dot(way, way) > dot(farthest, farthest) ? way : farthest;
    }
    double widest = 0.0;
    for (int32_t k = 1; k < count; ++k)
    {
        widest = std::max(widest, std::fabs(cross(farthest, vertices[k] - vertices[0])));
    }
    return widest <= kThinnest * dot(farthest, farthest);
}

// From the first vertex, so that a polygon far from its origin loses nothing.
double signedArea(const Vec2* vertices, int32_t count)
{
    double twice = 0.0;
    for (int32_t k = 1; k + 1 < count; ++k)
    {
        twice += cross(vertices[k] - vertices[0], vertices[k + 1] - vertices[0]);
    }
    return 0.5 * twice;
}

ShapeProblem crossingProblem(const Vec2* vertices, int32_t count)
{
    const auto sideFrom = [&](int32_t k) {
        return Side{vertices[k], vertices[k + 1 < count ? k + 1 : 0]};
    };
    for (int32_t first = 0; first < count; ++first)
    {
        for (int32_t second = first + 1; second < count; ++second)
        {
            const Side a = sideFrom(first);
            const Side b = sideFrom(second);
            const bool bad = second == first + 1                 ? foldsBack(a, b)
                             : first == 0 && second == count - 1 ? foldsBack(b, a)
                                                                 : meet(a, b);
            if (bad)
            {
                return vertexProblem(ShapeFault::crossingEdges, 0.0, first, second);
            }
        }
    }
    return {};
}

ShapeProblem polygonProblem(const Shape& shape)
{
    const int32_t count = shape.vertexCount;
    if (count < 3)
    {
        return vertexProblem(ShapeFault::tooFewVertices, count);
    }
    if (count > kMaxShapeVertices)
    {
        return vertexProblem(ShapeFault::tooManyVertices, count);
    }
    Vec2 vertices[kMaxShapeVertices];
    for (int32_t k = 0; k < count; ++k)
    {
        const ShapeVertex vertex = shape.vertices[k];
        if (!std::isfinite(vertex.x) || !std::isfinite(vertex.y))
        {
            return vertexProblem(ShapeFault::notFinite,
                                 wide(std::isfinite(vertex.x) ? vertex.y : vertex.x), k);
        }
        vertices[k] = widened(vertex);
    }
    for (int32_t k = 0; k < count; ++k)
    {
        const int32_t next = k + 1 < count ? k + 1 : 0;
        if (vertices[k].x == vertices[next].x && vertices[k].y == vertices[next].y)
        {
            return vertexProblem(ShapeFault::repeatedVertex, vertices[k].x, k, next);
        }
    }
    if (isFlat(vertices, count))
    {
        return vertexProblem(ShapeFault::noArea, std::fabs(signedArea(vertices, count)));
    }
    return crossingProblem(vertices, count);
}

// ---- Placing

// A rectangle around the origin; one without width or height is a line, one without both a point.
void addRectangle(PlacedShape& placed, double halfWidth, double halfHeight)
{
    const bool wideEnough = halfWidth > 0.0;
    const bool highEnough = halfHeight > 0.0;
    const auto add = [&](double x, double y) { placed.vertices[placed.count++] = {x, y}; };
    add(-halfWidth, -halfHeight);
    if (wideEnough)
    {
        add(halfWidth, -halfHeight);
    }
    if (highEnough)
    {
        add(halfWidth, halfHeight);
    }
    if (wideEnough && highEnough)
    {
        add(-halfWidth, halfHeight);
    }
}

void addCore(PlacedShape& placed, const Shape& shape)
{
    const double radius = std::max(wide(shape.radius), 0.0);
    const double halfWidth = std::max(wide(shape.halfWidth), 0.0);
    const double halfHeight = std::max(wide(shape.halfHeight), 0.0);
    switch (shape.kind)
    {
    case ShapeKind::circle:
        placed.rounding = radius;
        addRectangle(placed, 0.0, 0.0);
        break;
    case ShapeKind::capsule:
        placed.rounding = radius;
        addRectangle(placed, halfWidth, 0.0);
        break;
    case ShapeKind::box:
        placed.rounding = std::min(radius, std::min(halfWidth, halfHeight));
        addRectangle(placed, halfWidth - placed.rounding, halfHeight - placed.rounding);
        break;
    case ShapeKind::polygon:
        placed.count = std::clamp(shape.vertexCount, 1, kMaxShapeVertices);
        std::transform(shape.vertices, shape.vertices + placed.count, placed.vertices, widened);
        break;
    }
}

void setBounds(PlacedShape& placed)
{
    Vec2 low = placed.vertices[0];
    Vec2 high = low;
    for (int32_t k = 1; k < placed.count; ++k)
    {
        const Vec2 vertex = placed.vertices[k];
        low = {std::min(low.x, vertex.x), std::min(low.y, vertex.y)};
        high = {std::max(high.x, vertex.x), std::max(high.y, vertex.y)};
    }
    const Vec2 disc = {placed.rounding, placed.rounding};
    placed.bounds = {placed.origin + (low - disc), placed.origin + (high + disc)};
}

double touchOf(const Bounds& bounds)
{
    const double reach = std::max(std::max(std::fabs(bounds.low.x), std::fabs(bounds.high.x)),
                                  std::max(std::fabs(bounds.low.y), std::fabs(bounds.high.y)));
    const Vec2 size = bounds.high - bounds.low;
    return std::min(kTouch * reach, kTouchOfSize * std::min(size.x, size.y));
}

} // namespace

Shape circleShape(float radius)
{
    Shape shape;
    shape.kind = ShapeKind::circle;
    shape.radius = radius;
    return shape;
}

Shape boxShape(float halfWidth, float halfHeight, float rounding)
{
    Shape shape;
    shape.kind = ShapeKind::box;
    shape.halfWidth = halfWidth;
    shape.halfHeight = halfHeight;
    shape.radius = rounding;
    return shape;
}

Shape capsuleShape(float halfLength, float radius)
{
    Shape shape;
    shape.kind = ShapeKind::capsule;
    shape.halfWidth = halfLength;
    shape.radius = radius;
    return shape;
}

Shape polygonShape(const ShapeVertex* vertices, int32_t count)
{
    Shape shape;
    shape.kind = ShapeKind::polygon;
    shape.vertexCount = count;
    std::copy_n(vertices, std::clamp(count, 0, kMaxShapeVertices), shape.vertices);
    return shape;
}

ShapeProblem problemOf(const Shape& shape)
{
    switch (shape.kind)
    {
    case ShapeKind::circle:
        return sizeProblem(ShapeField::radius, shape.radius, false);
    case ShapeKind::capsule:
        return firstOf(sizeProblem(ShapeField::halfWidth, shape.halfWidth, true),
                       sizeProblem(ShapeField::radius, shape.radius, false));
    case ShapeKind::box:
        return boxProblem(shape);
    case ShapeKind::polygon:
        break;
    }
    return polygonProblem(shape);
}

bool isFinite(const Pose& pose)
{
    return std::isfinite(pose.x) && std::isfinite(pose.y) && std::isfinite(pose.angle);
}

bool isFinite(const Motion& motion)
{
    return std::isfinite(motion.vx) && std::isfinite(motion.vy) && std::isfinite(motion.spin);
}

Vec2 velocityAt(const Pose& pose, const Motion& motion, Vec2 point)
{
    const Vec2 arm = point - Vec2{wide(pose.x), wide(pose.y)};
    const double spin = wide(motion.spin);
    return {wide(motion.vx) - spin * arm.y, wide(motion.vy) + spin * arm.x};
}

PlacedShape place(const Shape& shape, const Pose& pose)
{
    PlacedShape placed;
    placed.origin = {wide(pose.x), wide(pose.y)};
    addCore(placed, shape);
    if (signedArea(placed.vertices, placed.count) < 0.0)
    {
        std::reverse(placed.vertices, placed.vertices + placed.count);
    }
    // Sums only: a sum beside a difference is fused to one instruction by g++ 12 where -march
    // offers it, in spite of -ffp-contract=off, and rounds differently.
    const SinCos turned = sinCos(wide(pose.angle));
    const double minusSin = -turned.sin;
    for (int32_t k = 0; k < placed.count; ++k)
    {
        const Vec2 own = placed.vertices[k];
        placed.vertices[k] = {turned.cos * own.x + minusSin * own.y,
                              turned.sin * own.x + turned.cos * own.y};
    }
    setBounds(placed);
    placed.touch = touchOf(placed.bounds);
    return placed;
}

// Steiner's formula: the core, a strip along its outline, and a disc in all.
double area(const PlacedShape& shape)
{
    double outline = 0.0;
    for (int32_t k = 0; k < sideCount(shape); ++k)
    {
        outline += length(nextVertex(shape, k) - shape.vertices[k]);
    }
    const double core = std::max(signedArea(shape.vertices, shape.count), 0.0);
    return core + shape.rounding * (outline + std::numbers::pi * shape.rounding);
}

} // namespace tarn
