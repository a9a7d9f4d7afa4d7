// Faces from triangles, and vertices into the world.
#include "field/body_hull.h"

#include "core/check.h"
#include "core/float4.h"
#include "core/trig.h"

#include <algorithm>
#include <cmath>

namespace tarn
{
namespace
{

BodyFace faceOf(const tnBodyMesh& mesh, int32_t triangle, double cellSize)
{
    const int32_t* corners = mesh.triangles + 3 * static_cast<ptrdiff_t>(triangle);
    const Vec3 a = wide(mesh.vertices[corners[0]]);
    const Vec3 b = wide(mesh.vertices[corners[1]]);
    const Vec3 c = wide(mesh.vertices[corners[2]]);
    const Vec3 normal = cross(b - a, c - a);
    const double size = length(normal);
    const double longest = std::max({length(b - a), length(c - b), length(a - c)});
    const double splits = std::ceil(longest / cellSize - 1e-3);
    BodyFace face{.a = corners[0], .b = corners[1], .c = corners[2]};
    face.splits = static_cast<int32_t>(std::clamp(splits, 1.0, double{kMostSplits}));
    face.area = static_cast<float>(0.5 * size);
    face.shapeArea = face.area;
    if (size > 0.0)
    {
        face.normal = narrow(1.0 / size * normal);
    }
    return face;
}

// What the way from a to b along a sphere of radius 1 about the origin adds to the area within a
// closed way: half the arc times the normal of its plane.
Vec3 arcArea(Vec3 a, Vec3 b)
{
    const Vec3 normal = cross(a, b);
    const double sine = length(normal);
    return sine > 0.0 ? 0.5 * arcSine(sine) / sine * normal : Vec3{};
}

// A sphere's mesh has its volume, so that its corners stick out: with 128 triangles it meets what
// it moves through with up to 3.3 % more area than the sphere. The pieces of the sphere between the
// arcs of each face come within 1.3 % along an axis, and have a mean 1 % low.
void setSphereAreas(const tnBodyDef& def, const tnBodyMesh& mesh, std::span<BodyFace> faces)
{
    const double square = wide(def.radius) * wide(def.radius);
    for (BodyFace& face : faces)
    {
        const auto unit = [&mesh](int32_t vertex) {
            const Vec3 p = wide(mesh.vertices[vertex]);
            return 1.0 / length(p) * p;
        };
        const Vec3 a = unit(face.a);
        const Vec3 b = unit(face.b);
        const Vec3 c = unit(face.c);
        face.shapeArea =
            static_cast<float>(square * length(arcArea(b, c) + (arcArea(a, b) + arcArea(c, a))));
    }
}

// Limits the splits of all faces until there are few enough pieces; returns how many there are.
int32_t limitPieces(std::span<BodyFace> faces)
{
    const int64_t most = std::max<int64_t>(kMostPieces, static_cast<int64_t>(faces.size()));
    for (int32_t limit = kMostSplits;; --limit)
    {
        int64_t pieces = 0;
        for (BodyFace& face : faces)
        {
            face.splits = std::min(face.splits, limit);
            pieces += face.splits * face.splits;
        }
        if (pieces <= most)
        {
            return static_cast<int32_t>(pieces);
        }
    }
}

// By cofactors; an inertia has no zero eigenvalue unless the body has no volume.
void invert(const double (&m)[3][3], double (&out)[3][3])
{
    const Vec3 rows[3] = {
        {m[0][0], m[0][1], m[0][2]}, {m[1][0], m[1][1], m[1][2]}, {m[2][0], m[2][1], m[2][2]}};
    const double determinant = dot(rows[0], cross(rows[1], rows[2]));
    for (int k = 0; k < 3; ++k)
    {
        const Vec3 column = 1.0 / determinant * cross(rows[(k + 1) % 3], rows[(k + 2) % 3]);
        out[0][k] = column.x;
        out[1][k] = column.y;
        out[2][k] = column.z;
    }
}

// The mean of (y y + z z, z z + x x, x x + y y) over the middles of faces, by area.
Vec3 squareDistances(const BodyHull& hull)
{
    Vec3 sum;
    double area = 0.0;
    for (int32_t k = 0; k < hull.faceCount; ++k)
    {
        const BodyFace& face = hull.faces[k];
        const Vec3 a = wide(hull.vertices[face.a]);
        const Vec3 b = wide(hull.vertices[face.b]);
        const Vec3 c = wide(hull.vertices[face.c]);
        const Vec3 p = 1.0 / 3.0 * (a + (b + c));
        const double part = wide(face.area);
        sum =
            sum + part * Vec3{p.y * p.y + p.z * p.z, p.z * p.z + p.x * p.x, p.x * p.x + p.y * p.y};
        area += part;
    }
    return area > 0.0 ? 1.0 / area * sum : sum;
}

} // namespace

BodyHull makeHull(const tnBodyDef& def, const tnBodyMesh& mesh, const BodyMass& mass,
                  float cellSize, std::span<BodyFace> faces)
{
    TN_ASSERT(faces.size() >= static_cast<size_t>(mesh.triangleCount));
    faces = faces.first(static_cast<size_t>(mesh.triangleCount));
    BodyHull hull;
    hull.vertices = mesh.vertices;
    hull.vertexCount = mesh.vertexCount;
    hull.faces = faces.data();
    hull.faceCount = mesh.triangleCount;
    for (int32_t triangle = 0; triangle < mesh.triangleCount; ++triangle)
    {
        faces[static_cast<size_t>(triangle)] = faceOf(mesh, triangle, wide(cellSize));
    }
    if (def.shape == tn_bodySphere)
    {
        setSphereAreas(def, mesh, faces);
    }
    hull.pieceCount = limitPieces(faces);
    for (const BodyFace& face : faces)
    {
        const auto pieces = static_cast<float>(face.splits * face.splits);
        hull.largestPiece = std::max(hull.largestPiece, face.area / pieces);
    }
    for (int32_t vertex = 0; vertex < mesh.vertexCount; ++vertex)
    {
        hull.reach = std::max(hull.reach, length(mesh.vertices[vertex]));
    }
    hull.volume = static_cast<float>(mass.volume);
    hull.centre = narrow(mass.centre);

    double inverse[3][3];
    invert(mass.inertia, inverse);
    const Vec3 lever = squareDistances(hull);
    hull.lever = narrow({std::sqrt(lever.x), std::sqrt(lever.y), std::sqrt(lever.z)});
    const Vec3 gyration =
        1.0 / mass.volume * Vec3{mass.inertia[0][0], mass.inertia[1][1], mass.inertia[2][2]};
    hull.turning = static_cast<float>(
        std::max({lever.x / gyration.x, lever.y / gyration.y, lever.z / gyration.z}));
    for (int row = 0; row < 3; ++row)
    {
        for (int column = 0; column < 3; ++column)
        {
            hull.inverseInertia[row][column] =
                static_cast<float>(mass.volume * inverse[row][column]);
        }
    }
    return hull;
}

Rotation rotationOf(tnQuat quaternion)
{
    double x = wide(quaternion.x);
    double y = wide(quaternion.y);
    double z = wide(quaternion.z);
    double w = wide(quaternion.w);
    const double size = std::sqrt((x * x + y * y) + (z * z + w * w));
    if (!(size > 0.0) || !std::isfinite(size))
    {
        return {};
    }
    x /= size;
    y /= size;
    z /= size;
    w /= size;
    Rotation rotation;
    rotation.x =
        narrow({1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)});
    rotation.y =
        narrow({2.0 * (x * y - w * z), 1.0 - 2.0 * (z * z + x * x), 2.0 * (y * z + w * x)});
    rotation.z =
        narrow({2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)});
    return rotation;
}

BodyBounds placeHull(const BodyHull& hull, const Rotation& rotation, tnVec3* arms)
{
    const Float4 x = four(rotation.x);
    const Float4 y = four(rotation.y);
    const Float4 z = four(rotation.z);
    Float4 high{-INFINITY, -INFINITY, -INFINITY, -INFINITY};
    Float4 low{INFINITY, INFINITY, INFINITY, INFINITY};
    for (int32_t k = 0; k < hull.vertexCount; ++k)
    {
        const tnVec3 vertex = hull.vertices[k];
        const Float4 arm = (vertex.x * x + vertex.y * y) + vertex.z * z;
        arms[k] = firstThree(arm);
        low = lesser(arm, low);
        high = greater(arm, high);
    }
    return {firstThree(low), firstThree(high)};
}

} // namespace tarn
