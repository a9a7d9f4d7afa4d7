// Solids for tests, and what is inside of them by definition.
#include "support/shapes.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tarn::test
{

namespace
{

double distanceToBox(Vec2 point, double halfWidth, double halfHeight)
{
    const double x = std::fabs(point.x) - halfWidth;
    const double y = std::fabs(point.y) - halfHeight;
    return std::hypot(std::max(x, 0.0), std::max(y, 0.0)) + std::min(std::max(x, y), 0.0);
}

// By the angle that the outline goes around the point.
bool isInsidePolygon(const Shape& shape, Vec2 point)
{
    double turned = 0.0;
    for (int32_t k = 0; k < shape.vertexCount; ++k)
    {
        const ShapeVertex from = shape.vertices[k];
        const ShapeVertex to = shape.vertices[(k + 1) % shape.vertexCount];
        const Vec2 a = Vec2{static_cast<double>(from.x), static_cast<double>(from.y)} - point;
        const Vec2 b = Vec2{static_cast<double>(to.x), static_cast<double>(to.y)} - point;
        turned += std::atan2(cross(a, b), dot(a, b));
    }
    return std::fabs(turned) > std::numbers::pi;
}

// Around the origin, its corners in order of their angle at random distances.
Shape randomStar(Random& random)
{
    const int32_t count = random.between(3, 14);
    std::vector<ShapeVertex> vertices;
    for (int32_t k = 0; k < count; ++k)
    {
        const double angle =
            2.0 * std::numbers::pi * (k + 0.8 * static_cast<double>(random.unit())) / count;
        const double radius = static_cast<double>(random.between(0.2f, 1.5f));
        vertices.push_back({static_cast<float>(radius * std::cos(angle)),
                            static_cast<float>(radius * std::sin(angle))});
    }
    if (random.chance(0.5f))
    {
        std::reverse(vertices.begin(), vertices.end());
    }
    return polygonShape(vertices.data(), count);
}

} // namespace

bool isInside(const Solid& solid, Vec2 point)
{
    const Shape& shape = solid.shape;
    const double c = std::cos(static_cast<double>(solid.pose.angle));
    const double s = std::sin(static_cast<double>(solid.pose.angle));
    const Vec2 from =
        point - Vec2{static_cast<double>(solid.pose.x), static_cast<double>(solid.pose.y)};
    const Vec2 own = {c * from.x + s * from.y, c * from.y - s * from.x};
    const auto radius = static_cast<double>(shape.radius);
    const auto halfWidth = static_cast<double>(shape.halfWidth);
    const auto halfHeight = static_cast<double>(shape.halfHeight);
    switch (shape.kind)
    {
    case ShapeKind::circle:
        return std::hypot(own.x, own.y) <= radius;
    case ShapeKind::capsule:
        return distanceToBox(own, halfWidth, 0.0) <= radius;
    case ShapeKind::box:
        return distanceToBox(own, halfWidth - radius, halfHeight - radius) <= radius;
    case ShapeKind::polygon:
        break;
    }
    return isInsidePolygon(shape, own);
}

std::vector<Solid> allSolids()
{
    const ShapeVertex arrow[] = {{0.0f, 0.9f}, {-0.7f, -0.6f}, {0.0f, -0.1f}, {0.7f, -0.6f}};
    const ShapeVertex triangle[] = {{-0.5f, -0.4f}, {0.8f, -0.3f}, {0.1f, 0.7f}};
    const Pose pose = {0.31f, -0.17f, 0.83f};
    return {{"circle", circleShape(0.7f), pose},
            {"box", boxShape(0.8f, 0.45f), pose},
            {"rounded box", boxShape(0.8f, 0.45f, 0.2f), pose},
            {"box rounded to a capsule", boxShape(0.3f, 0.9f, 0.3f), pose},
            {"box rounded to a circle", boxShape(0.6f, 0.6f, 0.6f), pose},
            {"capsule", capsuleShape(0.6f, 0.35f), pose},
            {"capsule without length", capsuleShape(0.0f, 0.5f), pose},
            {"triangle", polygonShape(triangle, 3), pose},
            {"arrow, clockwise", polygonShape(arrow, 4), {-0.2f, 0.4f, -2.1f}},
            {"comb", combShape(5), {-4.0f, -1.0f, 0.1f}}};
}

Solid randomSolid(Random& random)
{
    const Pose pose = {random.between(-1.0f, 1.0f), random.between(-1.0f, 1.0f),
                       random.between(-7.0f, 7.0f)};
    const float width = random.magnitude(0.1f, 2.0f);
    const float height = random.magnitude(0.1f, 2.0f);
    switch (random.below(5))
    {
    case 0:
        return {"circle", circleShape(width), pose};
    case 1:
        return {"box", boxShape(width, height), pose};
    case 2:
        return {"rounded box", boxShape(width, height, random.unit() * std::min(width, height)),
                pose};
    case 3:
        return {"capsule", capsuleShape(width, height), pose};
    default:
        return {"star", randomStar(random), pose};
    }
}

Shape combShape(int32_t teeth)
{
    std::vector<ShapeVertex> vertices = {{static_cast<float>(2 * teeth - 1), -0.5f}};
    for (int32_t tooth = teeth - 1; tooth >= 0; --tooth)
    {
        const auto left = static_cast<float>(2 * tooth);
        vertices.push_back({left + 1.0f, 2.0f});
        vertices.push_back({left, 2.0f});
        if (tooth > 0)
        {
            vertices.push_back({left, 0.0f});
            vertices.push_back({left - 1.0f, 0.0f});
        }
    }
    vertices.push_back({0.0f, -0.5f});
    return polygonShape(vertices.data(), static_cast<int32_t>(vertices.size()));
}

Vec2 randomPointNear(const Solid& solid, Random& random)
{
    const Bounds bounds = solid.placed().bounds;
    const Vec2 size = bounds.high - bounds.low;
    const auto part = [&] { return static_cast<double>(random.between(-0.3f, 1.3f)); };
    return {bounds.low.x + part() * size.x, bounds.low.y + part() * size.y};
}

} // namespace tarn::test
