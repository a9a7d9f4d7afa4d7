// How much of faces and cells shapes cover: known values, random faces and cells against the
// definition of the shapes, sums over grids, small movements, extreme input, golden bits.
#include "core/hash.h"
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

double openAlongX(const PlacedShape& shape, double y, double from, double to)
{
    return openLength(shape, {Axis::x, y, from, to});
}

double openAlongY(const PlacedShape& shape, double x, double from, double to)
{
    return openLength(shape, {Axis::y, x, from, to});
}

Vec2 pointOn(const AxisSegment& segment, double part)
{
    const double along = segment.from + part * (segment.to - segment.from);
    return segment.along == Axis::x ? Vec2{along, segment.at} : Vec2{segment.at, along};
}

// Half the length of a circle's chord.
double chord(double radius, double distance)
{
    return std::sqrt(radius * radius - distance * distance);
}

// ---- Faces

TEST(OpenLength, IsKnownForACircle)
{
    const PlacedShape circle = place(circleShape(1.0f), {5.0f, 2.0f, 0.3f});
    EXPECT_NEAR(openAlongX(circle, 2.6, 3.0, 7.0), 1.0 - 1.6 / 4.0, 1e-15);
    EXPECT_NEAR(openAlongX(circle, 2.6, 5.0, 7.0), 1.0 - 0.8 / 2.0, 1e-15);
    EXPECT_NEAR(openAlongY(circle, 4.4, 0.0, 4.0), 1.0 - 1.6 / 4.0, 1e-15);
    EXPECT_EQ(openAlongX(circle, 2.0, 4.5, 5.5), 0.0);
    EXPECT_EQ(openAlongX(circle, 3.0, 4.0, 6.0), 1.0) << "a tangent";
    EXPECT_EQ(openAlongX(circle, 3.1, 4.0, 6.0), 1.0);
    EXPECT_EQ(openAlongX(circle, 2.0, 6.0, 7.0), 1.0) << "touches at its end";
    EXPECT_NEAR(openAlongX(circle, 2.6, 7.0, 3.0), 0.6, 1e-15) << "the other way round";
}

TEST(OpenLength, IsKnownForABox)
{
    const PlacedShape box = place(boxShape(1.0f, 0.5f), {0.0f, 0.0f, 0.0f});
    EXPECT_EQ(openAlongX(box, 0.25, -2.0, 2.0), 0.5);
    EXPECT_EQ(openAlongY(box, 0.25, -2.0, 2.0), 0.75);
    EXPECT_EQ(openAlongY(box, 0.25, 0.0, 2.0), 0.75);
    const PlacedShape diamond = place(boxShape(1.0f, 1.0f), {0.0f, 0.0f, 0.78539816339744831f});
    EXPECT_NEAR(openAlongX(diamond, 0.4, -2.0, 2.0), 1.0 - 2.0 * (std::sqrt(2.0) - 0.4) / 4.0,
                1e-7);
}

TEST(OpenLength, IsKnownForACapsuleAndARoundedBox)
{
    const PlacedShape capsule = place(capsuleShape(1.0f, 0.5f), {0.0f, 0.0f, 0.0f});
    EXPECT_NEAR(openAlongX(capsule, 0.3, -4.0, 4.0), 1.0 - 2.0 * (1.0 + chord(0.5, 0.3)) / 8.0,
                1e-15);
    EXPECT_EQ(openAlongY(capsule, 0.9, -1.0, 1.0), 0.5);
    EXPECT_NEAR(openAlongY(capsule, 1.3, -1.0, 1.0), 1.0 - chord(0.5, 0.3), 1e-7);
    const PlacedShape box = place(boxShape(1.5f, 1.0f, 0.5f), {0.0f, 0.0f, 0.0f});
    EXPECT_NEAR(openAlongX(box, 0.8, -4.0, 4.0), 1.0 - 2.0 * (1.0 + chord(0.5, 0.3)) / 8.0, 1e-15);
    EXPECT_EQ(openAlongX(box, 0.4, -3.0, 3.0), 0.5);
}

TEST(OpenLength, SeesEveryToothOfAComb)
{
    const PlacedShape comb = place(test::combShape(16), {-10.0f, 3.0f, 0.0f});
    EXPECT_NEAR(openAlongX(comb, 4.0, -10.0, 21.0), 15.0 / 31.0, 1e-15);
    EXPECT_NEAR(openAlongX(comb, 4.0, -9.5, -7.5), 0.5, 1e-15);
    EXPECT_EQ(openAlongX(comb, 2.75, -10.0, 21.0), 0.0);
    IntervalUnion covered;
    addCovered(comb, {Axis::x, 4.0, -12.0, 30.0}, covered);
    ASSERT_EQ(covered.count(), 16);
    EXPECT_NEAR(covered[3].from, 8.0, 1e-14);
    EXPECT_NEAR(covered[3].to, 9.0, 1e-14);
}

TEST(OpenLength, CountsAVertexOnTheLineOnce)
{
    const ShapeVertex diamond[] = {{-1, 0}, {0, -1}, {1, 0}, {0, 1}};
    const ShapeVertex zigzag[] = {{-2, -1}, {2, -1}, {2, 1}, {1, 0}, {0, 1}, {-1, 0}, {-2, 1}};
    for (const bool mirrored : {false, true})
    {
        const Pose pose = {0.0f, 0.0f, mirrored ? 3.14159265f : 0.0f};
        const PlacedShape through = place(polygonShape(diamond, 4), pose);
        EXPECT_NEAR(openAlongX(through, 0.0, -2.0, 2.0), 0.5, 1e-6);
        EXPECT_NEAR(openAlongY(through, 0.0, -2.0, 2.0), 0.5, 1e-6);
        EXPECT_NEAR(openAlongX(through, 1.0, -2.0, 2.0), 1.0, 1e-6) << "a corner touches";
        EXPECT_NEAR(openAlongX(through, -1.0, -2.0, 2.0), 1.0, 1e-6);
        const PlacedShape touched = place(polygonShape(zigzag, 7), pose);
        EXPECT_NEAR(openAlongX(touched, 0.0, -4.0, 4.0), 0.5, 1e-6) << "notches end there";
    }
}

// Between samples of a face where the definition changes its answer, the place is found by
// bisection. Slivers between two samples escape that, but not many.
TEST(OpenLength, AgreesWithTheDefinitionOnRandomFaces)
{
    constexpr int kSamples = 400;
    test::Random random(23);
    const int rounds = test::scaled(1500, 20000);
    int exact = 0;
    int partly = 0;
    for (int k = 0; k < rounds; ++k)
    {
        const Solid solid = randomSolid(random);
        const Vec2 a = randomPointNear(solid, random);
        const Vec2 b = randomPointNear(solid, random);
        const AxisSegment face = random.chance(0.5f) ? AxisSegment{Axis::x, a.y, a.x, b.x}
                                                     : AxisSegment{Axis::y, a.x, a.y, b.y};
        double open = 0.0;
        double previous = 0.0;
        bool wasInside = isInside(solid, pointOn(face, 0.0));
        for (int sample = 1; sample <= kSamples; ++sample)
        {
            double high = static_cast<double>(sample) / kSamples;
            double low = high - 1.0 / kSamples;
            const bool inside = isInside(solid, pointOn(face, high));
            if (inside != wasInside)
            {
                for (int step = 0; step < 45; ++step)
                {
                    const double middle = 0.5 * (low + high);
                    (isInside(solid, pointOn(face, middle)) == wasInside ? low : high) = middle;
                }
                open += wasInside ? 0.0 : high - previous;
                previous = high;
            }
            wasInside = inside;
        }
        open += wasInside ? 0.0 : 1.0 - previous;

        const double own = openLength(solid.placed(), face);
        ASSERT_NEAR(own, open, 2.0 / kSamples) << solid.name;
        exact += std::fabs(own - open) < 1e-11 ? 1 : 0;
        partly += own > 0.0 && own < 1.0 ? 1 : 0;
    }
    EXPECT_GT(exact, rounds * 99 / 100);
    EXPECT_GT(partly, rounds / 3);
}

TEST(OpenLength, OfAPointIsAllOrNothing)
{
    const PlacedShape circle = place(circleShape(1.0f), {0.0f, 0.0f, 0.0f});
    EXPECT_EQ(openAlongX(circle, 0.0, 0.5, 0.5), 0.0);
    EXPECT_EQ(openAlongX(circle, 0.0, 1.5, 1.5), 1.0);
    const PlacedShape box = place(boxShape(1.0f, 1.0f), {0.0f, 0.0f, 0.2f});
    EXPECT_EQ(openAlongY(box, 0.0, 0.5, 0.5), 0.0);
    EXPECT_EQ(openAlongY(box, 0.0, 1.5, 1.5), 1.0);
}

// A box whose sides are on grid lines, but for the rounding of 32-bit numbers, shuts the faces on
// all its four sides, and no others.
TEST(OpenLength, IsNothingOnTheSidesOfAnAlignedBox)
{
    constexpr float kCell = 0.1f;
    const auto line = [](int index) { return static_cast<double>(kCell) * index; };
    for (const float quarters : {0.0f, 1.0f, 2.0f, 3.0f, -1.0f, 5.0f})
    {
        for (const int left : {3, 33, 107, 990})
        {
            const int right = left + 7;
            const int bottom = 41;
            const int top = 52;
            const bool upright = std::fmod(std::fabs(quarters), 2.0f) == 0.0f;
            const float halfWidth = 0.5f * kCell * static_cast<float>(right - left);
            const float halfHeight = 0.5f * kCell * static_cast<float>(top - bottom);
            const Pose pose = {0.5f * kCell * static_cast<float>(left + right),
                               0.5f * kCell * static_cast<float>(bottom + top),
                               1.57079632679f * quarters};
            const PlacedShape box = place(
                upright ? boxShape(halfWidth, halfHeight) : boxShape(halfHeight, halfWidth), pose);
            const auto openX = [&](int i, int j) {
                return openAlongY(box, line(i), line(j), line(j + 1));
            };
            const auto openY = [&](int i, int j) {
                return openAlongX(box, line(j), line(i), line(i + 1));
            };
            for (int j = bottom; j < top; ++j)
            {
                EXPECT_NEAR(openX(left, j), 0.0, 2e-3) << quarters << " " << left;
                EXPECT_NEAR(openX(right, j), 0.0, 2e-3) << quarters << " " << left;
                EXPECT_EQ(openX(left - 1, j), 1.0);
                EXPECT_EQ(openX(right + 1, j), 1.0);
            }
            for (int i = left; i < right; ++i)
            {
                EXPECT_NEAR(openY(i, bottom), 0.0, 2e-3) << quarters << " " << left;
                EXPECT_NEAR(openY(i, top), 0.0, 2e-3) << quarters << " " << left;
                EXPECT_EQ(openY(i, bottom - 1), 1.0);
                EXPECT_EQ(openY(i, top + 1), 1.0);
            }
            EXPECT_NEAR(openX(left, bottom - 1), 1.0, 2e-3);
            EXPECT_NEAR(openY(right, top), 1.0, 2e-3);
        }
    }
}

TEST(AddCovered, UnitesSolidsThatOverlap)
{
    const PlacedShape left = place(circleShape(1.0f), {0.0f, 0.0f, 0.0f});
    const PlacedShape right = place(boxShape(1.0f, 1.0f), {1.5f, 0.0f, 0.0f});
    const PlacedShape apart = place(capsuleShape(0.5f, 0.25f), {4.0f, 0.0f, 0.0f});
    IntervalUnion covered;
    const AxisSegment line = {Axis::x, 0.0, -2.0, 6.0};
    addCovered(right, line, covered);
    addCovered(apart, line, covered);
    addCovered(left, line, covered);
    ASSERT_EQ(covered.count(), 2);
    EXPECT_NEAR(covered.openPart({0.0, 8.0}), 1.0 - (3.5 + 1.5) / 8.0, 1e-15);
    EXPECT_EQ(covered.openPart({1.5, 4.0}), 0.0) << "across the border between two of them";
}

// A grid line as a whole gives the same to its faces as each face alone.
TEST(AddCovered, ServesAllFacesOfAGridLineAtOnce)
{
    test::Random random(29);
    for (int k = 0; k < 200; ++k)
    {
        const Solid solid = randomSolid(random);
        const PlacedShape placed = solid.placed();
        const double y = randomPointNear(solid, random).y;
        IntervalUnion covered;
        addCovered(placed, {Axis::x, y, -6.0, 6.0}, covered);
        for (int face = 0; face < 48; ++face)
        {
            const double from = 0.25 * face;
            ASSERT_NEAR(covered.openPart({from, from + 0.25}),
                        openAlongX(placed, y, from - 6.0, from - 5.75), 1e-13)
                << solid.name;
        }
    }
}

// ---- Cells

TEST(CoveredArea, IsKnownForSimpleCells)
{
    const PlacedShape circle = place(circleShape(1.0f), {1.0f, 1.0f, 0.0f});
    EXPECT_NEAR(coveredArea(circle, {{0.0, 0.0}, {2.0, 2.0}}), 0.25 * kPi, 1e-15);
    EXPECT_NEAR(coveredArea(circle, {{1.0, 1.0}, {2.0, 2.0}}), 0.25 * kPi, 1e-15);
    EXPECT_NEAR(coveredArea(circle, {{-1.0, 1.0}, {1.0, 3.0}}), 0.0625 * kPi, 1e-15);
    EXPECT_EQ(coveredArea(circle, {{0.9, 0.9}, {1.3, 1.4}}), 1.0);
    EXPECT_EQ(coveredArea(circle, {{0.0, 0.0}, {0.2, 0.2}}), 0.0) << "in a corner of its bounds";
    // A cap of height 1/2: pi / 3 - sqrt(3) / 4.
    EXPECT_NEAR(coveredArea(circle, {{0.0, 1.5}, {2.0, 2.0}}), kPi / 3.0 - std::sqrt(3.0) / 4.0,
                1e-15);
    const PlacedShape triangle =
        place(polygonShape(std::vector<ShapeVertex>{{0, 0}, {1, 0}, {0, 1}}.data(), 3), {});
    EXPECT_NEAR(coveredArea(triangle, {{0.0, 0.0}, {1.0, 1.0}}), 0.5, 1e-15);
    EXPECT_NEAR(coveredArea(triangle, {{0.25, 0.25}, {0.75, 0.75}}), 0.5, 1e-15);
    EXPECT_NEAR(coveredArea(triangle, {{0.0, 0.0}, {0.5, 1.0}}), 0.75, 1e-15);
    const PlacedShape capsule = place(capsuleShape(1.0f, 0.5f), {});
    EXPECT_NEAR(coveredArea(capsule, {{0.0, 0.0}, {2.0, 1.0}}), (0.5 + 0.0625 * kPi) / 2.0, 1e-15);
}

// The mean of the covered lengths of many lines through the cell.
TEST(CoveredArea, IsTheMeanOfTheLinesThroughTheCell)
{
    constexpr int kLines = 1000;
    test::Random random(31);
    int partly = 0;
    const int rounds = test::scaled(300, 3000);
    for (int k = 0; k < rounds; ++k)
    {
        const Solid solid = randomSolid(random);
        const PlacedShape placed = solid.placed();
        const Vec2 low = randomPointNear(solid, random);
        const Vec2 size = {static_cast<double>(random.magnitude(0.02f, 3.0f)),
                           static_cast<double>(random.magnitude(0.02f, 3.0f))};
        double byRows = 0.0;
        double byColumns = 0.0;
        for (int line = 0; line < kLines; ++line)
        {
            const double part = (line + 0.5) / kLines;
            byRows += 1.0 - openAlongX(placed, low.y + part * size.y, low.x, low.x + size.x);
            byColumns += 1.0 - openAlongY(placed, low.x + part * size.x, low.y, low.y + size.y);
        }
        const double own = coveredArea(placed, {low, low + size});
        // Where sides lie along the lines, one line decides about its strip.
        ASSERT_NEAR(own, byRows / kLines, 2.0 / kLines) << solid.name;
        ASSERT_NEAR(own, byColumns / kLines, 2.0 / kLines) << solid.name;
        ASSERT_LT(std::min(std::fabs(own - byRows / kLines), std::fabs(own - byColumns / kLines)),
                  2e-4)
            << solid.name;
        partly += own > 0.0 && own < 1.0 ? 1 : 0;
    }
    EXPECT_GT(partly, rounds / 4);
}

TEST(CoveredArea, IsExactlyAllOrNothingAwayFromTheOutline)
{
    test::Random random(61);
    int whole = 0;
    int none = 0;
    for (int k = 0; k < 3000; ++k)
    {
        const Solid solid = randomSolid(random);
        const PlacedShape placed = solid.placed();
        const Vec2 centre = randomPointNear(solid, random);
        const double distance = signedDistance(placed, centre);
        const Vec2 half = (0.7 * std::fabs(distance)) * Vec2{1.0, 1.0};
        const double covered = coveredArea(placed, {centre - half, centre + half});
        ASSERT_EQ(covered, distance < 0.0 ? 1.0 : 0.0) << solid.name;
        (distance < 0.0 ? whole : none) += 1;
    }
    EXPECT_GT(whole, 300);
    EXPECT_GT(none, 300);
}

double sumOverGrid(const PlacedShape& shape, int cells)
{
    const Vec2 size = shape.bounds.high - shape.bounds.low;
    // A little more than the bounds, and not in step with them.
    const Vec2 low = shape.bounds.low - 0.013 * size;
    const Vec2 cell = (1.029 / cells) * size;
    double sum = 0.0;
    for (int j = 0; j < cells; ++j)
    {
        for (int i = 0; i < cells; ++i)
        {
            const Vec2 corner = low + Vec2{i * cell.x, j * cell.y};
            sum += coveredArea(shape, {corner, corner + cell}) * cell.x * cell.y;
        }
    }
    return sum;
}

TEST(CoveredArea, AddsUpToTheShape)
{
    for (const Solid& solid : allSolids())
    {
        const PlacedShape placed = solid.placed();
        for (const int cells : {1, 2, 7, 40})
        {
            EXPECT_NEAR(sumOverGrid(placed, cells), area(placed), 1e-13 * area(placed))
                << solid.name << ", " << cells;
        }
    }
    test::Random random(37);
    for (int k = 0; k < 100; ++k)
    {
        const Solid solid = randomSolid(random);
        const PlacedShape placed = solid.placed();
        EXPECT_NEAR(sumOverGrid(placed, 11), area(placed), 1e-12 * area(placed)) << solid.name;
    }
}

TEST(CoveredArea, OfACellWithoutAreaAsksForThePoint)
{
    const PlacedShape circle = place(circleShape(1.0f), {});
    EXPECT_EQ(coveredArea(circle, {{0.5, 0.5}, {0.5, 0.5}}), 1.0);
    EXPECT_EQ(coveredArea(circle, {{2.5, 0.5}, {2.5, 0.5}}), 0.0);
}

// ---- Turning, moving, and how far that goes

// Turning the shape and the grid by a quarter gives the same.
TEST(Cover, IsTheSameAfterAQuarterTurn)
{
    test::Random random(41);
    for (int k = 0; k < 500; ++k)
    {
        const Solid solid = randomSolid(random);
        const Pose pose = solid.pose;
        const PlacedShape before = solid.placed();
        const PlacedShape after =
            place(solid.shape, {-pose.y, pose.x, pose.angle + static_cast<float>(0.5 * kPi)});
        const Vec2 a = randomPointNear(solid, random);
        const Vec2 b = a + Vec2{0.3, 0.4};
        // (x, y) goes to (-y, x).
        EXPECT_NEAR(openAlongX(before, a.y, a.x, b.x), openAlongY(after, -a.y, a.x, b.x), 1e-4);
        EXPECT_NEAR(openAlongY(before, a.x, a.y, b.y), openAlongX(after, a.x, -b.y, -a.y), 1e-4);
        EXPECT_NEAR(coveredArea(before, {a, b}), coveredArea(after, {{-b.y, a.x}, {-a.y, b.x}}),
                    1e-5);
    }
}

// Small steps change little. Along a face a step of d covers or frees at most 2 d of it; across,
// a chord grows from nothing like a square root, by 2 sqrt(2 r d) at most; the area in a cell
// changes by d times the outline in it at most.
TEST(Cover, ChangesSmoothlyWhileACircleMoves)
{
    constexpr double kCell = 0.1;
    constexpr double kStep = 1e-3;
    for (const float radius : {0.04f, 0.05f, 0.35f})
    {
        const auto r = static_cast<double>(radius);
        const double acrossMost = 2.0 * std::sqrt(2.0 * r * kStep) / kCell;
        const double areaMost = kStep * std::min(2.0 * kPi * r, 4.0 * kCell) / (kCell * kCell);
        double across = -1.0;
        double along = -1.0;
        double inCell = -1.0;
        double largest = 0.0;
        for (int step = 0; step <= 1500; ++step)
        {
            const auto x = static_cast<float>(-0.7 + kStep * step);
            const PlacedShape circle = place(circleShape(radius), {x, 0.037f, 0.0f});
            const double nowAcross = openAlongY(circle, 0.0, 0.0, kCell);
            const double nowAlong = openAlongX(circle, 0.0, 0.0, kCell);
            const double nowInCell = coveredArea(circle, {{0.0, 0.0}, {kCell, kCell}});
            if (step > 0)
            {
                ASSERT_LE(std::fabs(nowAcross - across), acrossMost * 1.01);
                ASSERT_LE(std::fabs(nowAlong - along), 2.0 * kStep / kCell * 1.01);
                ASSERT_LE(std::fabs(nowInCell - inCell), areaMost * 1.01);
            }
            across = nowAcross;
            along = nowAlong;
            inCell = nowInCell;
            largest = std::max(largest, nowInCell);
        }
        EXPECT_GT(largest, 0.4) << "the circle came through the cell";
        EXPECT_EQ(inCell, 0.0) << "and left it";
    }
}

TEST(Cover, IsTheSameFarAway)
{
    for (const Solid& solid : allSolids())
    {
        constexpr float kFar = 1048576.0f; // steps of 1/8 m there
        Pose near = {0.25f, 0.5f, solid.pose.angle};
        Pose far = {kFar + near.x, near.y - kFar, near.angle};
        const PlacedShape here = place(solid.shape, near);
        const PlacedShape there = place(solid.shape, far);
        const Vec2 shift = {static_cast<double>(kFar), -static_cast<double>(kFar)};
        for (int k = 0; k < 40; ++k)
        {
            const Vec2 low = {0.05 * k - 1.0, 0.03 * k - 0.7};
            const Vec2 high = low + Vec2{0.2, 0.3};
            EXPECT_NEAR(coveredArea(there, {low + shift, high + shift}),
                        coveredArea(here, {low, high}), 1e-8)
                << solid.name;
            EXPECT_NEAR(openAlongX(there, low.y + shift.y, low.x + shift.x, high.x + shift.x),
                        openAlongX(here, low.y, low.x, high.x), 1e-6)
                << solid.name;
        }
    }
}

TEST(Cover, OfACircleLikeAPlanetIsThatOfAPlane)
{
    const PlacedShape planet = place(circleShape(1e6f), {0.0f, -1e6f, 0.0f});
    EXPECT_NEAR(coveredArea(planet, {{-0.1, -0.05}, {0.1, 0.15}}), 0.25, 1e-7);
    EXPECT_NEAR(openAlongY(planet, 0.03, -0.05, 0.15), 0.75, 1e-8);
    EXPECT_EQ(openAlongX(planet, -0.01, -0.1, 0.1), 0.0);
    EXPECT_EQ(openAlongX(planet, 0.01, -0.1, 0.1), 1.0);
}

TEST(Cover, OfAGrainIsItsArea)
{
    const PlacedShape grain = place(circleShape(1e-5f), {0.5f, 0.5f, 0.0f});
    const double expected = area(grain);
    EXPECT_NEAR(coveredArea(grain, {{0.0, 0.0}, {1.0, 1.0}}), expected, 1e-6 * expected);
    EXPECT_NEAR(1.0 - openAlongX(grain, 0.5, 0.0, 1.0), 2e-5, 1e-11);
}

// ---- Extreme input

void expectFinite(const PlacedShape& shape, Vec2 p, Vec2 q)
{
    const double open = openLength(shape, {Axis::x, p.y, p.x, q.x});
    ASSERT_TRUE(open >= 0.0 && open <= 1.0) << open;
    const double openUp = openLength(shape, {Axis::y, p.x, p.y, q.y});
    ASSERT_TRUE(openUp >= 0.0 && openUp <= 1.0) << openUp;
    const Vec2 low = {std::min(p.x, q.x), std::min(p.y, q.y)};
    const Vec2 high = {std::max(p.x, q.x), std::max(p.y, q.y)};
    const double covered = coveredArea(shape, {low, high});
    ASSERT_TRUE(covered >= 0.0 && covered <= 1.0) << covered;
    const SurfacePoint nearest = nearestSurface(shape, p);
    ASSERT_TRUE(std::isfinite(nearest.distance));
    ASSERT_TRUE(std::isfinite(nearest.point.x) && std::isfinite(nearest.point.y));
    ASSERT_TRUE(std::isfinite(nearest.normal.x) && std::isfinite(nearest.normal.y));
    const Hit hit = segmentHits(shape, p, q);
    ASSERT_TRUE(hit.at >= 0.0 && hit.at <= 1.0) << hit.at;
    ASSERT_TRUE(std::isfinite(area(shape)));
}

TEST(Shape, GivesFiniteAnswersToAllFiniteQuestions)
{
    constexpr float kMost = std::numeric_limits<float>::max();
    constexpr float kLeast = std::numeric_limits<float>::denorm_min();
    test::Random random(43);
    const auto extreme = [&]() -> float {
        const float sizes[] = {0.0f, kLeast, 1e-38f, 1e-20f, 1e-6f, 0.1f, 1.0f, 1e6f, 1e20f, kMost};
        const float size = sizes[random.below(10)] * (random.chance(0.5f) ? 1.0f : random.unit());
        return random.chance(0.5f) ? size : -size;
    };
    for (int k = 0; k < test::scaled(20000, 200000); ++k)
    {
        Shape shape;
        shape.kind = static_cast<ShapeKind>(random.below(4));
        shape.radius = extreme();
        shape.halfWidth = extreme();
        shape.halfHeight = extreme();
        shape.vertexCount = random.between(-1, 7); // crossing, repeated, too few: all of it
        for (ShapeVertex& vertex : shape.vertices)
        {
            vertex = {extreme(), extreme()};
        }
        const PlacedShape placed = place(shape, {extreme(), extreme(), extreme()});
        const auto point = [&] {
            return Vec2{static_cast<double>(extreme()), static_cast<double>(extreme())};
        };
        expectFinite(placed, point(), point());
        expectFinite(placed, placed.origin, placed.bounds.high);
        expectFinite(placed, placed.origin + placed.vertices[0], point());
    }
}

// ---- Same bits

// Any other compiler, machine or C library must come to the same bits.
TEST(Shape, HasTheSameBitsEverywhere)
{
    test::Random random(47);
    uint64_t hash = 0;
    const auto take = [&](double value) { hash = hashBytes(&value, sizeof value, hash); };
    for (const Solid& solid : allSolids())
    {
        const PlacedShape placed = solid.placed();
        for (int k = 0; k < 300; ++k)
        {
            const Vec2 p = randomPointNear(solid, random);
            const Vec2 q = randomPointNear(solid, random);
            take(openLength(placed, {Axis::x, p.y, p.x, q.x}));
            take(openLength(placed, {Axis::y, p.x, p.y, q.y}));
            take(coveredArea(placed, {p, p + Vec2{0.3, 0.2}}));
            const SurfacePoint nearest = nearestSurface(placed, p);
            take(nearest.distance);
            take(nearest.normal.x);
            take(nearest.point.y);
            take(segmentHits(placed, p, q).at);
        }
    }
    EXPECT_EQ(hash, 0xea7a4038679c193cull) << std::hex << hash;
}

} // namespace
} // namespace tarn
