// What is wrong with a mesh, and what it weighs.
//
// Edges are compared by sorting them: both directions of an edge come to lie side by side. Volume,
// centre and inertia are sums over the tetrahedra between the origin and each triangle, signed;
// what lies outside the body cancels (the divergence theorem).
#include "field/body_mesh.h"

#include "core/check.h"

#include <algorithm>
#include <cmath>

namespace tarn
{
namespace
{

// A mesh whose volume is less than this part of its area times its size is flat: rounding of its
// vertices would make as much.
constexpr double kFlat = 1e-7;

const int32_t* cornersOf(const tnBodyMesh& mesh, int32_t triangle)
{
    return mesh.triangles + 3 * static_cast<ptrdiff_t>(triangle);
}

BodyMeshProblem problemOfVertices(const tnBodyMesh& mesh)
{
    for (int32_t vertex = 0; vertex < mesh.vertexCount; ++vertex)
    {
        const tnVec3 p = mesh.vertices[vertex];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
        {
            return {.fault = BodyMeshFault::notFinite, .vertex = vertex};
        }
        const double distance = length(wide(p));
        if (distance > wide(kMostReach))
        {
            return {.fault = BodyMeshFault::tooFar, .value = distance, .vertex = vertex};
        }
    }
    return {};
}

BodyMeshProblem problemOfCorners(const tnBodyMesh& mesh)
{
    for (int32_t triangle = 0; triangle < mesh.triangleCount; ++triangle)
    {
        const int32_t* corners = cornersOf(mesh, triangle);
        for (int k = 0; k < 3; ++k)
        {
            const int32_t vertex = corners[k];
            if (vertex < 0 || vertex >= mesh.vertexCount)
            {
                return {.fault = BodyMeshFault::indexOutOfRange,
                        .value = static_cast<double>(vertex),
                        .triangle = triangle};
            }
            if (vertex == corners[(k + 1) % 3])
            {
                return {
                    .fault = BodyMeshFault::repeatedVertex, .triangle = triangle, .vertex = vertex};
            }
        }
    }
    return {};
}

// The edge's two vertices, the lower first, and in the last bit which way it is gone along.
uint64_t edgeKey(int32_t from, int32_t to)
{
    const uint64_t low = static_cast<uint32_t>(std::min(from, to));
    const uint64_t high = static_cast<uint32_t>(std::max(from, to));
    return low << 32 | high << 1 | (from < to ? 0u : 1u);
}

// The place of an edge: of the first triangle that has it, or of the second.
BodyMeshProblem edgeProblem(const tnBodyMesh& mesh, uint64_t key, BodyMeshFault fault, int nth)
{
    BodyMeshProblem problem{.fault = fault};
    for (int32_t triangle = 0; triangle < mesh.triangleCount; ++triangle)
    {
        const int32_t* corners = cornersOf(mesh, triangle);
        for (int k = 0; k < 3; ++k)
        {
            const int32_t from = corners[k];
            const int32_t to = corners[(k + 1) % 3];
            if (edgeKey(from, to) == key && --nth == 0)
            {
                problem.triangle = triangle;
                problem.vertex = from;
                problem.other = to;
                return problem;
            }
        }
    }
    return problem;
}

BodyMeshProblem problemOfEdges(const tnBodyMesh& mesh, std::span<uint64_t> keys)
{
    size_t count = 0;
    for (int32_t triangle = 0; triangle < mesh.triangleCount; ++triangle)
    {
        const int32_t* corners = cornersOf(mesh, triangle);
        for (int k = 0; k < 3; ++k)
        {
            keys[count++] = edgeKey(corners[k], corners[(k + 1) % 3]);
        }
    }
    keys = keys.first(count);
    std::sort(keys.begin(), keys.end());
    for (size_t k = 0; k < count; k += 2)
    {
        if (k + 1 < count && keys[k + 1] == keys[k])
        {
            return edgeProblem(mesh, keys[k], BodyMeshFault::doubledEdge, 2);
        }
        if (k + 1 == count || keys[k + 1] != (keys[k] ^ 1u))
        {
            return edgeProblem(mesh, keys[k], BodyMeshFault::openEdge, 1);
        }
        if (k + 2 < count && keys[k + 2] == keys[k + 1])
        {
            return edgeProblem(mesh, keys[k + 1], BodyMeshFault::doubledEdge, 2);
        }
    }
    return {};
}

BodyMeshProblem problemOfVolume(const tnBodyMesh& mesh)
{
    double area = 0.0;
    double size = 0.0;
    for (int32_t triangle = 0; triangle < mesh.triangleCount; ++triangle)
    {
        const int32_t* corners = cornersOf(mesh, triangle);
        const Vec3 a = wide(mesh.vertices[corners[0]]);
        const Vec3 b = wide(mesh.vertices[corners[1]]);
        const Vec3 c = wide(mesh.vertices[corners[2]]);
        area += 0.5 * length(cross(b - a, c - a));
        size = std::max({size, length(b - a), length(c - a)});
    }
    const double volume = massOf(mesh).volume;
    if (!(std::abs(volume) > kFlat * area * size))
    {
        return {.fault = BodyMeshFault::noVolume, .value = volume};
    }
    if (volume < 0.0)
    {
        return {.fault = BodyMeshFault::insideOut, .value = volume};
    }
    return {};
}

} // namespace

BodyMeshProblem problemOf(const tnBodyMesh& mesh, std::span<uint64_t> scratch)
{
    if (mesh.vertexCount < 4)
    {
        return {.fault = BodyMeshFault::tooFewVertices,
                .value = static_cast<double>(mesh.vertexCount)};
    }
    if (mesh.triangleCount < 4)
    {
        return {.fault = BodyMeshFault::tooFewTriangles,
                .value = static_cast<double>(mesh.triangleCount)};
    }
    TN_ASSERT(scratch.size() >= bodyMeshScratch(mesh.triangleCount));
    BodyMeshProblem problem = problemOfVertices(mesh);
    if (problem.fault == BodyMeshFault::none)
    {
        problem = problemOfCorners(mesh);
    }
    if (problem.fault == BodyMeshFault::none)
    {
        problem = problemOfEdges(mesh, scratch);
    }
    if (problem.fault == BodyMeshFault::none)
    {
        problem = problemOfVolume(mesh);
    }
    return problem;
}

BodyMass massOf(const tnBodyMesh& mesh)
{
    double volume = 0.0; // times 6
    Vec3 moment;         // integral of (x, y, z), times 24
    Vec3 square;         // of (x x, y y, z z), times 120
    Vec3 product;        // of (y z, z x, x y), times 120
    for (int32_t triangle = 0; triangle < mesh.triangleCount; ++triangle)
    {
        const int32_t* corners = cornersOf(mesh, triangle);
        const Vec3 a = wide(mesh.vertices[corners[0]]);
        const Vec3 b = wide(mesh.vertices[corners[1]]);
        const Vec3 c = wide(mesh.vertices[corners[2]]);
        // Over a tetrahedron of volume V with one corner at the origin, and s the sum of the three
        // others: x is V s / 4 in the mean, x y is V (s s + aa + bb + cc) / 20.
        const double part = dot(a, cross(b, c));
        const Vec3 sum = a + (b + c);
        volume += part;
        moment = moment + part * sum;
        square = square + part * Vec3{sum.x * sum.x + (a.x * a.x + (b.x * b.x + c.x * c.x)),
                                      sum.y * sum.y + (a.y * a.y + (b.y * b.y + c.y * c.y)),
                                      sum.z * sum.z + (a.z * a.z + (b.z * b.z + c.z * c.z))};
        product = product + part * Vec3{sum.y * sum.z + (a.y * a.z + (b.y * b.z + c.y * c.z)),
                                        sum.z * sum.x + (a.z * a.x + (b.z * b.x + c.z * c.x)),
                                        sum.x * sum.y + (a.x * a.y + (b.x * b.y + c.x * c.y))};
    }
    BodyMass mass;
    mass.volume = volume / 6.0;
    if (volume != 0.0)
    {
        mass.centre = 1.0 / (4.0 * volume) * moment;
    }
    const Vec3 s = 1.0 / 120.0 * square;
    const Vec3 p = 1.0 / 120.0 * product;
    const double inertia[3][3] = {
        {s.y + s.z, -p.z, -p.y}, {-p.z, s.x + s.z, -p.x}, {-p.y, -p.x, s.x + s.y}};
    std::copy(&inertia[0][0], &inertia[0][0] + 9, &mass.inertia[0][0]);
    return mass;
}

} // namespace tarn
