// Solids as the flow sees them: circles, boxes, capsules and polygons, placed by a pose.
//
// Every shape is a core (a point, a line or a polygon) with a disc swept over it:
//
//     circle    a point                 box        a rectangle, with a disc if it is rounded
//     capsule   a line                  polygon    itself, no disc
//
// so that one piece of code serves all of them. `place` turns the core once; queries are then exact
// up to the rounding of 64-bit numbers. Lengths are in metres, angles in radians counterclockwise.
//
// Results are finite for all finite input and have the same bits on every machine. A shape that
// problemOf refuses gives finite, meaningless answers. A shape contains its outline; within
// rounding of it a point may count as either.
#pragma once

#include "core/vec2.h"
#include "field/interval_union.h"

#include <cstdint>

namespace tarn
{

// ---- What a solid looks like, in its own frame

enum class ShapeKind
{
    circle,
    box,
    capsule,
    polygon
};

inline constexpr int32_t kMaxShapeVertices = 64;

struct ShapeVertex
{
    float x = 0.0f;
    float y = 0.0f;
};

struct Shape
{
    ShapeKind kind = ShapeKind::circle;
    float radius = 0.0f;     // of a circle, of a capsule's ends, of a box's corners (0: sharp)
    float halfWidth = 0.0f;  // of a box; of a capsule: half the way between its ends' centres
    float halfHeight = 0.0f; // of a box
    int32_t vertexCount = 0; // of a polygon
    ShapeVertex vertices[kMaxShapeVertices];
};

// Circle, box and capsule have their centre at the origin; a capsule lies along x.
Shape circleShape(float radius);
Shape boxShape(float halfWidth, float halfHeight, float rounding = 0.0f);
Shape capsuleShape(float halfLength, float radius);
// 3 to kMaxShapeVertices corners, in either direction, convex or not. `count` is kept as it is for
// problemOf; corners beyond the limit are not.
Shape polygonShape(const ShapeVertex* vertices, int32_t count);

// ---- What can be wrong with it

enum class ShapeFault
{
    none,
    notFinite,
    notPositive,     // a size that must be > 0
    negative,        // a size that must be >= 0
    roundedTooMuch,  // a box's corners are rounder than its half sizes allow
    tooFewVertices,  // value: how many
    tooManyVertices, // value: how many
    repeatedVertex,  // vertex `index` is the same as vertex `other`, the next
    crossingEdges,   // the edges that start at vertices `index` and `other` cross or touch
    noArea           // a polygon that is all but a line; value: its area
};

enum class ShapeField
{
    radius,
    halfWidth,
    halfHeight,
    vertices
};

struct ShapeProblem
{
    ShapeFault fault = ShapeFault::none;
    ShapeField field = ShapeField::radius;
    double value = 0.0;
    int32_t index = -1; // of a vertex
    int32_t other = -1; // of a second one
};

// The first thing that is wrong.
ShapeProblem problemOf(const Shape& shape);

// ---- Where it is, and how it moves

struct Pose
{
    float x = 0.0f;
    float y = 0.0f;
    float angle = 0.0f;
};

struct Motion
{
    float vx = 0.0f;   // m/s, of the pose's position
    float vy = 0.0f;   // m/s
    float spin = 0.0f; // rad/s, around the pose's position, counterclockwise
};

bool isFinite(const Pose& pose);
bool isFinite(const Motion& motion);

// The velocity of the body's material at a point.
Vec2 velocityAt(const Pose& pose, const Motion& motion, Vec2 point);

// ---- The placed shape, and what can be asked of it

struct Bounds
{
    Vec2 low;
    Vec2 high;
};

struct PlacedShape
{
    Vec2 origin;           // the pose's position
    double rounding = 0.0; // radius of the disc that is swept over the core
    double touch = 0.0;    // a straight side this close to a grid line lies on it
    Bounds bounds;
    int32_t count = 0;                // of the core: 1 a point, 2 a line, more: counterclockwise
    Vec2 vertices[kMaxShapeVertices]; // of the core, turned, from the origin
};

PlacedShape place(const Shape& shape, const Pose& pose);

double area(const PlacedShape& shape);

bool contains(const PlacedShape& shape, Vec2 point);

// A piece of a grid line, as a face is: along x at y = `at`, or along y at x = `at`. from <= to;
// given the other way round, they are swapped.
enum class Axis
{
    x,
    y
};

struct AxisSegment
{
    Axis along = Axis::x;
    double at = 0.0;
    double from = 0.0;
    double to = 0.0;
};

// Adds what the shape covers of the segment to `covered`, in metres from the segment's start. A
// side that lies on the segment, within the rounding of 32-bit input, covers it: the faces around a
// solid that is aligned to the grid are shut on all sides alike. The segment may be a whole grid
// line, whose faces then take their parts from the union; that is the quick way.
void addCovered(const PlacedShape& shape, const AxisSegment& segment, IntervalUnion& covered);

// The part of the segment outside the shape, 0 to 1.
double openLength(const PlacedShape& shape, const AxisSegment& segment);

// The part of the cell inside the shape, 0 to 1.
double coveredArea(const PlacedShape& shape, const Bounds& cell);

// The point of the outline nearest to a point.
struct SurfacePoint
{
    double distance = 0.0; // to it; negative inside
    Vec2 point;
    Vec2 normal; // of length 1, outward: the gradient of the distance
};
SurfacePoint nearestSurface(const PlacedShape& shape, Vec2 point);

double signedDistance(const PlacedShape& shape, Vec2 point);

// Where the way from p to q first meets the shape: the part of the way up to there. 0 if p is
// inside; a way that ends inside always meets it.
struct Hit
{
    bool hit = false;
    double at = 1.0;
};
Hit segmentHits(const PlacedShape& shape, Vec2 p, Vec2 q);

} // namespace tarn
