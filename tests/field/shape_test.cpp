// Shapes: what is refused, where they are, how far away, and where ways meet them. Random answers
// are checked against the definition of the shapes (support/shapes.h).
#include "field/shape.h"
#include "support/full_size.h"
#include "support/random.h"
#include "support/shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace tarn
{
namespace
{

using test::allSolids;
using test::randomPointNear;
using test::randomSolid;
using test::Solid;

constexpr double kPi = std::numbers::pi;
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

Vec2 between(Vec2 p, Vec2 q, double part)
{
    return p + part * (q - p);
}

// ---- What is refused

ShapeFault faultOf(const Shape& shape)
{
    return problemOf(shape).fault;
}

Shape polygonOf(const std::vector<ShapeVertex>& vertices)
{
    return polygonShape(vertices.data(), static_cast<int32_t>(vertices.size()));
}

TEST(ShapeProblem, IsNoneForAllShapesOfTheTests)
{
    for (const Solid& solid : allSolids())
    {
        EXPECT_EQ(faultOf(solid.shape), ShapeFault::none) << solid.name;
    }
    EXPECT_EQ(faultOf(test::combShape(kMaxShapeVertices / 4)), ShapeFault::none);
    test::Random random(1);
    for (int k = 0; k < 300; ++k)
    {
        EXPECT_EQ(faultOf(randomSolid(random).shape), ShapeFault::none);
    }
}

TEST(ShapeProblem, NamesTheSizeThatIsWrong)
{
    const ShapeProblem none = problemOf(circleShape(0.0f));
    EXPECT_EQ(none.fault, ShapeFault::notPositive);
    EXPECT_EQ(none.field, ShapeField::radius);
    EXPECT_EQ(problemOf(circleShape(-2.0f)).value, -2.0);
    EXPECT_EQ(faultOf(circleShape(kNan)), ShapeFault::notFinite);
    EXPECT_EQ(faultOf(circleShape(kInfinity)), ShapeFault::notFinite);

    EXPECT_EQ(problemOf(boxShape(0.0f, 1.0f)).field, ShapeField::halfWidth);
    EXPECT_EQ(problemOf(boxShape(1.0f, kInfinity)).field, ShapeField::halfHeight);
    EXPECT_EQ(faultOf(boxShape(1.0f, 1.0f, -0.1f)), ShapeFault::negative);
    EXPECT_EQ(faultOf(boxShape(1.0f, 0.5f, 0.6f)), ShapeFault::roundedTooMuch);
    EXPECT_EQ(faultOf(boxShape(1.0f, 0.5f, 0.5f)), ShapeFault::none);
    EXPECT_EQ(faultOf(boxShape(1.0f, 0.5f, kNan)), ShapeFault::notFinite);

    EXPECT_EQ(faultOf(capsuleShape(-1.0f, 1.0f)), ShapeFault::negative);
    EXPECT_EQ(problemOf(capsuleShape(1.0f, 0.0f)).field, ShapeField::radius);
}

TEST(ShapeProblem, NamesTheVerticesThatAreWrong)
{
    const ShapeProblem few = problemOf(polygonOf({{0, 0}, {1, 0}}));
    EXPECT_EQ(few.fault, ShapeFault::tooFewVertices);
    EXPECT_EQ(few.value, 2.0);
    EXPECT_EQ(faultOf(polygonShape(nullptr, 0)), ShapeFault::tooFewVertices);
    EXPECT_EQ(faultOf(polygonShape(nullptr, -5)), ShapeFault::tooFewVertices);
    const ShapeProblem many = problemOf(polygonOf(std::vector<ShapeVertex>(65)));
    EXPECT_EQ(many.fault, ShapeFault::tooManyVertices);
    EXPECT_EQ(many.value, 65.0);

    const ShapeProblem broken = problemOf(polygonOf({{0, 0}, {1, kInfinity}, {0, 1}}));
    EXPECT_EQ(broken.fault, ShapeFault::notFinite);
    EXPECT_EQ(broken.field, ShapeField::vertices);
    EXPECT_EQ(broken.index, 1);

    const ShapeProblem repeated = problemOf(polygonOf({{0, 0}, {1, 0}, {0, 1}, {0, 0}}));
    EXPECT_EQ(repeated.fault, ShapeFault::repeatedVertex);
    EXPECT_EQ(repeated.index, 3);
    EXPECT_EQ(repeated.other, 0);
}

TEST(ShapeProblem, FindsEdgesThatCrossOrTouch)
{
    const ShapeProblem bow = problemOf(polygonOf({{0, 0}, {1, 1}, {1, 0}, {0, 1}}));
    EXPECT_EQ(bow.fault, ShapeFault::crossingEdges);
    EXPECT_EQ(bow.index, 0);
    EXPECT_EQ(bow.other, 2);
    std::vector<ShapeVertex> touching = {{0, 0}, {4, 0}, {4, 3}, {2, 0}, {0, 3}};
    for (size_t start = 0; start < touching.size(); ++start)
    {
        std::rotate(touching.begin(), touching.begin() + 1, touching.end());
        EXPECT_EQ(faultOf(polygonOf(touching)), ShapeFault::crossingEdges) << start;
    }
    EXPECT_EQ(faultOf(polygonOf({{0, 0}, {4, 0}, {4, 3}, {2, 1e-6f}, {0, 3}})), ShapeFault::none);
    EXPECT_EQ(faultOf(polygonOf({{0, 0}, {2, 0}, {1, 0}, {1, 1}})), ShapeFault::crossingEdges)
        << "an edge that turns back";
    EXPECT_EQ(faultOf(polygonOf({{1, 0}, {1, 1}, {0, 0}, {2, 0}})), ShapeFault::crossingEdges)
        << "the last edge turns back";
    EXPECT_EQ(faultOf(polygonOf({{0, 0}, {1, 0}, {2, 0}, {1, 1}})), ShapeFault::none)
        << "a vertex within a straight side";
}

TEST(ShapeProblem, RefusesPolygonsThatAreLines)
{
    EXPECT_EQ(faultOf(polygonOf({{0, 0}, {1, 1}, {3, 3}})), ShapeFault::noArea);
    EXPECT_EQ(faultOf(polygonOf({{0.1f, 0.3f}, {0.2f, 0.6f}, {0.7f, 2.1f}})), ShapeFault::noArea);
    EXPECT_EQ(faultOf(polygonOf({{0, 0}, {10, 0}, {10, 1e-4f}, {0, 1e-4f}})), ShapeFault::none);
}

TEST(Pose, IsFiniteOrNot)
{
    EXPECT_TRUE(isFinite(Pose{1e30f, 0.0f, 1e9f}));
    EXPECT_FALSE(isFinite(Pose{kNan, 0.0f, 0.0f}));
    EXPECT_FALSE(isFinite(Pose{0.0f, kInfinity, 0.0f}));
    EXPECT_FALSE(isFinite(Pose{0.0f, 0.0f, kNan}));
    EXPECT_TRUE(isFinite(Motion{1.0f, 2.0f, 1e5f}));
    EXPECT_FALSE(isFinite(Motion{1.0f, 2.0f, kInfinity}));
}

// ---- Where it is

TEST(Motion, TurnsAroundThePose)
{
    const Pose pose = {2.0f, 3.0f, 0.7f};
    const Motion motion = {1.0f, -1.0f, 2.0f};
    const Vec2 centre = velocityAt(pose, motion, {2.0, 3.0});
    EXPECT_EQ(centre.x, 1.0);
    EXPECT_EQ(centre.y, -1.0);
    const Vec2 right = velocityAt(pose, motion, {2.5, 3.0});
    EXPECT_EQ(right.x, 1.0);
    EXPECT_EQ(right.y, 0.0);
    const Vec2 above = velocityAt(pose, motion, {2.0, 4.0});
    EXPECT_EQ(above.x, -1.0);
    EXPECT_EQ(above.y, -1.0);
    const Vec2 fast = velocityAt(pose, {0.0f, 0.0f, 1e5f}, {1e6, -1e6});
    EXPECT_NEAR(fast.x, 1e5 * (1e6 + 3.0), 1.0);
}

TEST(Shape, KnowsItsArea)
{
    const auto areaOf = [](const Shape& shape) { return area(place(shape, {5.0f, -3.0f, 1.3f})); };
    EXPECT_NEAR(areaOf(circleShape(2.0f)), 4.0 * kPi, 1e-14);
    EXPECT_NEAR(areaOf(boxShape(2.0f, 0.5f)), 4.0, 1e-14);
    EXPECT_NEAR(areaOf(boxShape(2.0f, 0.5f, 0.25f)), 4.0 - (4.0 - kPi) * 0.0625, 1e-14);
    EXPECT_NEAR(areaOf(boxShape(2.0f, 2.0f, 2.0f)), 4.0 * kPi, 1e-13);
    EXPECT_NEAR(areaOf(capsuleShape(1.5f, 0.5f)), 3.0 + 0.25 * kPi, 1e-14);
    EXPECT_NEAR(areaOf(polygonOf({{0, 0}, {3, 0}, {0, 4}})), 6.0, 1e-13);
    EXPECT_NEAR(areaOf(polygonOf({{0, 4}, {3, 0}, {0, 0}})), 6.0, 1e-13) << "clockwise";
    EXPECT_NEAR(areaOf(test::combShape(16)), 31 * 0.5 + 16 * 2.0, 1e-12);
}

TEST(Shape, FillsItsBounds)
{
    const Bounds circle = place(circleShape(2.0f), {1.0f, 3.0f, 0.5f}).bounds;
    EXPECT_EQ(circle.low.x, -1.0);
    EXPECT_EQ(circle.high.y, 5.0);
    const Bounds diamond = place(boxShape(1.0f, 1.0f), {0.0f, 0.0f, 0.785398163f}).bounds;
    EXPECT_NEAR(diamond.high.x, std::sqrt(2.0), 1e-7);
    const Bounds upright = place(capsuleShape(2.0f, 0.5f), {0.0f, 0.0f, 1.57079633f}).bounds;
    EXPECT_NEAR(upright.high.y, 2.5, 1e-7);
    EXPECT_NEAR(upright.high.x, 0.5, 1e-6);

    test::Random random(5);
    for (int k = 0; k < 100; ++k)
    {
        const Solid solid = randomSolid(random);
        const Bounds bounds = solid.placed().bounds;
        for (int sample = 0; sample < 300; ++sample)
        {
            const Vec2 point = randomPointNear(solid, random);
            const bool within = point.x > bounds.low.x && point.x < bounds.high.x &&
                                point.y > bounds.low.y && point.y < bounds.high.y;
            ASSERT_TRUE(within || !isInside(solid, point)) << solid.name;
        }
    }
}

TEST(Shape, ContainsWhatItsDefinitionSays)
{
    test::Random random(7);
    int inside = 0;
    constexpr int kRounds = 400;
    for (int k = 0; k < kRounds; ++k)
    {
        const Solid solid = randomSolid(random);
        const PlacedShape placed = solid.placed();
        for (int sample = 0; sample < 50; ++sample)
        {
            const Vec2 point = randomPointNear(solid, random);
            ASSERT_EQ(contains(placed, point), isInside(solid, point)) << solid.name;
            inside += isInside(solid, point) ? 1 : 0;
        }
    }
    EXPECT_GT(inside, kRounds * 50 / 10);
}

TEST(Shape, ContainsPointsLevelWithItsCorners)
{
    const PlacedShape diamond = place(polygonOf({{-1, 0}, {0, -1}, {1, 0}, {0, 1}}), {});
    EXPECT_TRUE(contains(diamond, {-0.5, 0.0}));
    EXPECT_FALSE(contains(diamond, {-1.5, 0.0}));
    EXPECT_FALSE(contains(diamond, {-0.5, 1.0}));
    EXPECT_FALSE(contains(diamond, {-0.5, -1.0}));
    const PlacedShape notched =
        place(polygonOf({{-2, -1}, {2, -1}, {2, 1}, {1, 0}, {0, 1}, {-1, 0}, {-2, 1}}), {});
    EXPECT_TRUE(contains(notched, {-1.5, 0.0}));
    EXPECT_TRUE(contains(notched, {0.5, 0.0}));
    EXPECT_FALSE(contains(notched, {-1.0, 1.0}));
}

// ---- How far away

TEST(SignedDistance, IsKnownForSimpleShapes)
{
    const PlacedShape circle = place(circleShape(1.0f), {3.0f, 0.0f, 0.0f});
    EXPECT_DOUBLE_EQ(signedDistance(circle, {0.0, 0.0}), 2.0);
    EXPECT_DOUBLE_EQ(signedDistance(circle, {3.0, 0.0}), -1.0);
    EXPECT_DOUBLE_EQ(signedDistance(circle, {3.0, 0.5}), -0.5);
    const PlacedShape box = place(boxShape(2.0f, 1.0f), {0.0f, 0.0f, 0.0f});
    EXPECT_DOUBLE_EQ(signedDistance(box, {0.0, 0.0}), -1.0);
    EXPECT_DOUBLE_EQ(signedDistance(box, {1.75, 0.0}), -0.25);
    EXPECT_DOUBLE_EQ(signedDistance(box, {5.0, 5.0}), 5.0);
    const PlacedShape rounded = place(boxShape(2.0f, 1.0f, 0.5f), {0.0f, 0.0f, 0.0f});
    EXPECT_DOUBLE_EQ(signedDistance(rounded, {0.0, 0.0}), -1.0);
    EXPECT_DOUBLE_EQ(signedDistance(rounded, {4.5, 4.5}), 5.0 - 0.5);
    const PlacedShape capsule = place(capsuleShape(1.0f, 0.5f), {0.0f, 0.0f, 0.0f});
    EXPECT_DOUBLE_EQ(signedDistance(capsule, {0.0, -2.0}), 1.5);
    EXPECT_DOUBLE_EQ(signedDistance(capsule, {4.0, 4.0}), 4.5);
    EXPECT_DOUBLE_EQ(signedDistance(capsule, {0.25, 0.0}), -0.5);
}

// The nearest point is on the outline, as far away as the distance says, and nothing of the other
// kind (inside or outside) is nearer.
TEST(NearestSurface, IsOnTheOutlineAndNothingIsNearer)
{
    test::Random random(11);
    for (int k = 0; k < test::scaled(1500, 20000); ++k)
    {
        const Solid solid = randomSolid(random);
        const PlacedShape placed = solid.placed();
        const Vec2 point = randomPointNear(solid, random);
        const SurfacePoint nearest = nearestSurface(placed, point);
        const bool inside = isInside(solid, point);
        ASSERT_EQ(nearest.distance < 0.0, inside) << solid.name;
        ASSERT_NEAR(signedDistance(placed, nearest.point), 0.0, 1e-14) << solid.name;
        ASSERT_NEAR(length(nearest.point - point), std::fabs(nearest.distance), 1e-14);
        ASSERT_NEAR(length(nearest.normal), 1.0, 1e-15);
        const Vec2 reached = point - nearest.distance * nearest.normal;
        ASSERT_NEAR(length(reached - nearest.point), 0.0, 1e-12) << solid.name;
        for (int sample = 0; sample < 20; ++sample)
        {
            const double angle = static_cast<double>(random.between(0.0f, 6.2832f));
            const double radius =
                std::fabs(nearest.distance) * static_cast<double>(random.between(0.5f, 0.999999f));
            const Vec2 other = point + radius * Vec2{std::cos(angle), std::sin(angle)};
            ASSERT_EQ(isInside(solid, other), inside) << solid.name;
        }
    }
}

TEST(NearestSurface, HasANormalEverywhere)
{
    for (const Solid& solid : allSolids())
    {
        const PlacedShape placed = solid.placed();
        for (int32_t k = 0; k < placed.count; ++k)
        {
            const Vec2 vertex = placed.origin + placed.vertices[k];
            EXPECT_NEAR(length(nearestSurface(placed, vertex).normal), 1.0, 1e-15) << solid.name;
            const Vec2 next = placed.origin + placed.vertices[(k + 1) % placed.count];
            const SurfacePoint middle = nearestSurface(placed, between(vertex, next, 0.5));
            EXPECT_NEAR(length(middle.normal), 1.0, 1e-15) << solid.name;
            EXPECT_NEAR(middle.distance, -placed.rounding, 1e-14) << solid.name;
        }
    }
}

// On a side itself, and within rounding of it, the normal is the side's.
TEST(NearestSurface, HasTheNormalOfASideHoweverNear)
{
    const PlacedShape box = place(boxShape(1.0f, 1.0f), {0.0f, 0.0f, 0.0f});
    for (const double y : {-1.0, -1.0 - 1e-16, -1.0 + 1e-15, -1.0 - 1e-12})
    {
        const SurfacePoint nearest = nearestSurface(box, {0.3, y});
        EXPECT_EQ(nearest.normal.x, 0.0);
        EXPECT_EQ(nearest.normal.y, -1.0);
    }
}

// ---- Where ways meet it

TEST(SegmentHits, IsKnownForSimpleShapes)
{
    const PlacedShape circle = place(circleShape(1.0f), {0.0f, 0.0f, 0.0f});
    const Hit head = segmentHits(circle, {-3.0, 0.0}, {1.0, 0.0});
    EXPECT_TRUE(head.hit);
    EXPECT_DOUBLE_EQ(head.at, 0.5);
    EXPECT_FALSE(segmentHits(circle, {-3.0, 1.5}, {3.0, 1.5}).hit);
    EXPECT_FALSE(segmentHits(circle, {-3.0, 0.0}, {-1.5, 0.0}).hit) << "too short";
    EXPECT_FALSE(segmentHits(circle, {-1.5, 0.0}, {-3.0, 0.0}).hit) << "away";
    EXPECT_EQ(segmentHits(circle, {0.5, 0.0}, {3.0, 0.0}).at, 0.0) << "from the inside";
    const PlacedShape box = place(boxShape(1.0f, 1.0f), {4.0f, 0.0f, 0.0f});
    EXPECT_DOUBLE_EQ(segmentHits(box, {0.0, 0.0}, {6.0, 0.0}).at, 0.5);
    const PlacedShape capsule = place(capsuleShape(2.0f, 0.5f), {0.0f, 0.0f, 0.0f});
    EXPECT_DOUBLE_EQ(segmentHits(capsule, {1.0, 2.5}, {1.0, -1.5}).at, 0.5);
    EXPECT_DOUBLE_EQ(segmentHits(capsule, {-4.5, 0.0}, {-0.5, 0.0}).at, 0.5);
}

TEST(SegmentHits, MeetsTheOutlineFirstWhereItSays)
{
    test::Random random(13);
    int hits = 0;
    const int rounds = test::scaled(3000, 30000);
    for (int k = 0; k < rounds; ++k)
    {
        const Solid solid = randomSolid(random);
        const PlacedShape placed = solid.placed();
        const Vec2 p = randomPointNear(solid, random);
        const Vec2 q = randomPointNear(solid, random);
        const Hit hit = segmentHits(placed, p, q);
        if (isInside(solid, p))
        {
            ASSERT_TRUE(hit.hit && hit.at == 0.0) << solid.name;
            continue;
        }
        ASSERT_TRUE(hit.hit || hit.at == 1.0);
        for (int sample = 0; sample < 100; ++sample)
        {
            const double part = hit.at * (sample / 100.0) * (1.0 - 1e-9);
            ASSERT_FALSE(isInside(solid, between(p, q, part))) << solid.name << " at " << part;
        }
        if (hit.hit)
        {
            ++hits;
            ASSERT_NEAR(signedDistance(placed, between(p, q, hit.at)), 0.0, 1e-13) << solid.name;
        }
        else
        {
            ASSERT_FALSE(isInside(solid, q)) << solid.name;
        }
    }
    EXPECT_GT(hits, rounds / 10);
}

// Walls far thinner than a cell, crossed anywhere, through their corners and along a way that
// starts or ends on their surface.
TEST(SegmentHits, MissesNoThinWall)
{
    test::Random random(17);
    for (int k = 0; k < 3000; ++k)
    {
        const float half = random.magnitude(1e-6f, 1e-2f);
        const ShapeVertex bar[] = {{-1.0f, -half}, {1.0f, -half}, {1.0f, half}, {-1.0f, half}};
        const Shape shapes[] = {boxShape(1.0f, half), boxShape(1.0f, half, 0.5f * half),
                                capsuleShape(1.0f, half), polygonShape(bar, 4)};
        const Pose pose = {random.between(-2.0f, 2.0f), random.between(-2.0f, 2.0f),
                           random.between(-4.0f, 4.0f)};
        for (const Shape& shape : shapes)
        {
            const PlacedShape wall = place(shape, pose);
            const Vec2 along = {std::cos(static_cast<double>(pose.angle)),
                                std::sin(static_cast<double>(pose.angle))};
            const Vec2 across = {-along.y, along.x};
            // Through the wall, 0.5 m on either side of it.
            const double place = static_cast<double>(random.between(-0.99f, 0.99f));
            const double lean = static_cast<double>(random.between(-0.005f, 0.005f));
            const Vec2 middle = wall.origin + place * along;
            const Vec2 way = 0.5 * across + lean * along;
            const Hit through = segmentHits(wall, middle - way, middle + way);
            ASSERT_TRUE(through.hit);
            ASSERT_NEAR(through.at, 0.5, static_cast<double>(half) + 1e-12);
            // From its surface inward, and up to its surface.
            const Vec2 surface = nearestSurface(wall, middle + way).point;
            ASSERT_TRUE(segmentHits(wall, surface, surface - across).hit);
            ASSERT_LT(segmentHits(wall, surface, surface - across).at, 1e-12);
            // Along the wall through the corners of its far ends.
            ASSERT_TRUE(
                segmentHits(wall, wall.origin - 2.0 * along, wall.origin + 2.0 * along).hit);
        }
    }
}

TEST(SegmentHits, SlipsThroughNoVertex)
{
    const PlacedShape box = place(boxShape(1.0f, 1.0f), {0.0f, 0.0f, 0.0f});
    for (const Vec2 corner : {Vec2{1, 1}, Vec2{-1, 1}, Vec2{-1, -1}, Vec2{1, -1}})
    {
        const Hit hit = segmentHits(box, 2.0 * corner, -2.0 * corner);
        EXPECT_TRUE(hit.hit);
        EXPECT_DOUBLE_EQ(hit.at, 0.25);
    }
    test::Random random(19);
    for (int k = 0; k < 2000; ++k)
    {
        const Solid solid = randomSolid(random);
        const PlacedShape placed = solid.placed();
        // From far away through a vertex of the core, to the point as far on the other side.
        const int32_t at = random.below(placed.count);
        const Vec2 vertex = placed.origin + placed.vertices[at];
        const double angle = static_cast<double>(random.between(0.0f, 6.2832f));
        const Vec2 way = 20.0 * Vec2{std::cos(angle), std::sin(angle)};
        const Hit hit = segmentHits(placed, vertex - way, vertex + way);
        const bool within =
            isInside(solid, vertex + 1e-7 * way) || isInside(solid, vertex - 1e-7 * way);
        ASSERT_TRUE(hit.hit || !within) << solid.name;
        ASSERT_TRUE(!within || hit.at <= 0.5 + 1e-9) << solid.name;
    }
}

// Also where it ends on the outline, and rounding decides whether that is inside.
TEST(SegmentHits, MeetsWhatAWayEndsIn)
{
    test::Random random(59);
    int inside = 0;
    for (int k = 0; k < 5000; ++k)
    {
        const Solid solid = randomSolid(random);
        const PlacedShape placed = solid.placed();
        const Vec2 surface = nearestSurface(placed, randomPointNear(solid, random)).point;
        inside += contains(placed, surface) ? 1 : 0;
        ASSERT_TRUE(!contains(placed, surface) ||
                    segmentHits(placed, randomPointNear(solid, random), surface).hit)
            << solid.name;
    }
    EXPECT_GT(inside, 500);
}

TEST(SegmentHits, OfAWayWithoutLengthAsksForThePoint)
{
    test::Random random(53);
    for (int k = 0; k < 1000; ++k)
    {
        const Solid solid = randomSolid(random);
        const Vec2 point = randomPointNear(solid, random);
        const Hit hit = segmentHits(solid.placed(), point, point);
        EXPECT_EQ(hit.hit, isInside(solid, point)) << solid.name;
        EXPECT_EQ(hit.at, hit.hit ? 0.0 : 1.0) << solid.name;
    }
}

} // namespace
} // namespace tarn
