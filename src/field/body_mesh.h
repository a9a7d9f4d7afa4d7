// Meshes of solids in space: closed surfaces of triangles, counter-clockwise seen from outside.
//
// Spheres, boxes, capsules and cylinders are made into triangles here, a user's mesh is checked and
// copied. All of it works in memory of the caller: a first call says how much is needed. Meshes
// that are made have the exact volume of the shape that they stand for, and are their own mirror
// images in x, y and z: of two triangles that mirror one another, each begins at the image of the
// other's first vertex. They have the same bits on every machine.
#pragma once

#include "core/vec3.h"

#include "tarn/water.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tarn
{

// ---- Making them

// A body has at most so many triangles by default: some 10 microseconds a step.
inline constexpr int32_t kMostTriangles = 400;

struct BodyMeshSize
{
    int32_t vertices = 0;
    int32_t triangles = 0;
};

// Of the shape that the def describes; the def has been checked. facets = 0: edges of about
// `cellSize` metres, within what looks round and kMostTriangles. Else the finest that has at most
// `facets` triangles; a sphere has 32 or more, a box 24.
BodyMeshSize bodyMeshSize(const tnBodyDef& def, float cellSize);

// Fills them; the spans are as large as bodyMeshSize says for the same def and cell size.
void makeBodyMesh(const tnBodyDef& def, float cellSize, std::span<tnVec3> vertices,
                  std::span<int32_t> triangles);

// ---- Checking a user's

// Vertices further than this from the centre of mass are refused: squares and volumes of what is
// nearer fit 32 bits (unit: m).
inline constexpr float kMostReach = 1.0e6f;

enum class BodyMeshFault
{
    none,
    tooFewVertices,  // value: how many; 4 are needed
    tooFewTriangles, // value: how many; 4 are needed
    notFinite,       // a coordinate of vertex `vertex` is NaN or infinite
    tooFar,          // vertex `vertex` is `value` metres from the origin: beyond kMostReach
    indexOutOfRange, // corner `value` of triangle `triangle` is no vertex
    repeatedVertex,  // triangle `triangle` has vertex `vertex` twice
    openEdge,        // no triangle lies beyond the edge `vertex` -> `other` of `triangle`: a hole
    doubledEdge,     // a triangle before `triangle` has its edge `vertex` -> `other` in the same
                     // direction: one of them is turned over, or three or more meet there
    insideOut,       // value: the volume, negative; swap two corners of every triangle
    noVolume         // value: the volume, nothing but rounding
};

struct BodyMeshProblem
{
    BodyMeshFault fault = BodyMeshFault::none;
    double value = 0.0;
    int32_t triangle = -1;
    int32_t vertex = -1;
    int32_t other = -1;
};

// How many numbers of scratch memory the check takes.
constexpr size_t bodyMeshScratch(int32_t triangleCount)
{
    return 3 * static_cast<size_t>(triangleCount);
}

// The first thing that is wrong. Every edge must belong to two triangles, once in each direction;
// separate pieces, tunnels and cavities are fine.
BodyMeshProblem problemOf(const tnBodyMesh& mesh, std::span<uint64_t> scratch);

// ---- What they weigh

// Of a homogeneous body of density 1.
struct BodyMass
{
    double volume = 0.0;
    Vec3 centre;            // of volume
    double inertia[3][3]{}; // about the origin (unit: m^5)
};

BodyMass massOf(const tnBodyMesh& mesh);

} // namespace tarn
