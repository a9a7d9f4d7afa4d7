// BodyHull: the surface of a solid as what acts on it wants it: faces with their normals and areas,
// and a few numbers of the whole. Made once; then placed in the world for every question.
//
// Points of a placed body are kept as arms: the way from its centre of mass, along the world's
// axes. They are as exact far from the world's origin as near it.
#pragma once

#include "field/body_mesh.h"

namespace tarn
{

// A face that is longer than a cell is looked at in splits x splits pieces where it matters into
// which cells something of it goes. No more than this a face, and pieces of all faces together, so
// that a body as large as the world does not take all of the time.
inline constexpr int32_t kMostSplits = 16;
inline constexpr int32_t kMostPieces = 65536; // or the number of faces, where that is more

struct BodyFace
{
    int32_t a = 0; // vertices, counter-clockwise from outside
    int32_t b = 0;
    int32_t c = 0;
    int32_t splits = 1;
    tnVec3 normal{}; // outwards, in the body's axes, of length 1; 0 where there is no area
    float area = 0.0f;
    float shapeArea = 0.0f; // of the round shape's surface that the face stands for; else `area`
};

struct BodyHull
{
    const tnVec3* vertices = nullptr; // in the body's axes, from its centre of mass
    int32_t vertexCount = 0;
    const BodyFace* faces = nullptr;
    int32_t faceCount = 0;
    int32_t pieceCount = 0;    // of all faces together
    float largestPiece = 0.0f; // area (unit: m^2)
    float volume = 0.0f;
    tnVec3 centre{};    // of volume
    float reach = 0.0f; // of the farthest vertex
    // The inverse of the inertia of a homogeneous body of 1 kg (unit: 1/m^2).
    float inverseInertia[3][3]{};
    tnVec3 lever{}; // root of the mean square distance of the surface from each of its axes
    // How much easier a force on the hull turns the body than it moves it: the mean square of the
    // distance of the hull from an axis, over that of the mass; for the axis where it is largest.
    float turning = 0.0f;
};

// Of the mesh that was made for the def. `faces` has room for all triangles and lives as long as
// the hull; so do the mesh's vertices.
BodyHull makeHull(const tnBodyDef& def, const tnBodyMesh& mesh, const BodyMass& mass,
                  float cellSize, std::span<BodyFace> faces);

// ---- In the world

// Columns are the body's axes.
struct Rotation
{
    tnVec3 x{1.0f, 0.0f, 0.0f};
    tnVec3 y{0.0f, 1.0f, 0.0f};
    tnVec3 z{0.0f, 0.0f, 1.0f};

    tnVec3 operator()(tnVec3 v) const { return (v.x * x + v.y * y) + v.z * z; }
};

// Of a quaternion of any length; none at all for one of length 0 or that is not finite.
Rotation rotationOf(tnQuat quaternion);

struct BodyBounds
{
    tnVec3 low{};
    tnVec3 high{};
};

// Turns all vertices into arms; `arms` has room for vertexCount. Returns the box around them, which
// tells whether a body is above all water.
BodyBounds placeHull(const BodyHull& hull, const Rotation& rotation, tnVec3* arms);

} // namespace tarn
