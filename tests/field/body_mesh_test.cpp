// Meshes of bodies: closed, symmetric and of the right volume where they are made here; what is
// refused of a user's; volume, centre and inertia against formulas.
#include "field/body_hull.h"
#include "field/body_mesh.h"
#include "support/floater.h"
#include "support/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <set>
#include <vector>

namespace tarn
{
namespace
{

using test::boxDef;
using test::capsuleDef;
using test::cylinderDef;
using test::Mesh;
using test::meshOf;
using test::sphereDef;

constexpr double kPi = std::numbers::pi;

BodyMeshProblem problemOfMesh(const Mesh& mesh)
{
    std::vector<uint64_t> scratch(bodyMeshScratch(mesh.view().triangleCount));
    return problemOf(mesh.view(), scratch);
}

Mesh tetrahedron()
{
    return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}};
}

struct NamedDef
{
    const char* name;
    tnBodyDef def;
    double volume;
};

std::vector<NamedDef> allShapes()
{
    const double r = wide(0.3f);
    const double l = wide(0.7f);
    const double ball = 4.0 / 3.0 * kPi * r * r * r;
    const double column = 2.0 * kPi * r * r * l;
    return {{"sphere", sphereDef(0.3f), ball},
            {"box", boxDef(0.3f, 0.5f, 0.7f), 8.0 * r * 0.5 * l},
            {"capsule", capsuleDef(0.3f, 0.7f), ball + column},
            {"ball of a capsule", capsuleDef(0.3f, 0.0f), ball},
            {"cylinder", cylinderDef(0.3f, 0.7f), column}};
}

// ---- Made here

TEST(BodyMesh, IsClosedAndAsLargeAsItsShapeForEveryFineness)
{
    for (const NamedDef& shape : allShapes())
    {
        for (const float cellSize : {0.02f, 0.1f, 0.25f, 5.0f})
        {
            const Mesh mesh = meshOf(shape.def, cellSize);
            EXPECT_EQ(problemOfMesh(mesh).fault, BodyMeshFault::none) << shape.name;
            EXPECT_NEAR(massOf(mesh.view()).volume, shape.volume, 2e-7 * shape.volume)
                << shape.name;
            EXPECT_LE(mesh.triangles.size() / 3, size_t{kMostTriangles}) << shape.name;
        }
        for (const int32_t facets : {1, 50, 100, 1000, 5000})
        {
            tnBodyDef def = shape.def;
            def.facets = facets;
            const Mesh mesh = meshOf(def);
            EXPECT_EQ(problemOfMesh(mesh).fault, BodyMeshFault::none) << shape.name;
            EXPECT_NEAR(massOf(mesh.view()).volume, shape.volume, 2e-7 * shape.volume)
                << shape.name;
            if (facets >= 100) // coarser than it can be is as coarse as it can be
            {
                EXPECT_LE(mesh.triangles.size() / 3, static_cast<size_t>(facets)) << shape.name;
                EXPECT_GE(mesh.triangles.size() / 3, static_cast<size_t>(facets) * 2 / 5)
                    << shape.name;
            }
        }
    }
}

TEST(BodyMesh, FollowsTheGrid)
{
    EXPECT_EQ(bodyMeshSize(sphereDef(0.25f), 10.0f).triangles, 128);
    EXPECT_EQ(bodyMeshSize(sphereDef(0.25f), 0.01f).triangles, 392);
    EXPECT_EQ(bodyMeshSize(boxDef(0.25f, 0.25f, 0.25f), 0.5f).triangles, 24);
    EXPECT_EQ(bodyMeshSize(boxDef(0.25f, 0.25f, 0.25f), 0.25f).triangles, 96);
    EXPECT_EQ(bodyMeshSize(boxDef(0.25f, 0.25f, 0.25f), 0.01f).triangles, 384);
    // Flat in z: 4 x 4 squares on top and below, 4 x 1 around.
    EXPECT_EQ(bodyMeshSize(boxDef(1.0f, 1.0f, 0.1f), 0.5f).triangles, 4 * (2 * 16 + 4 * 4));
}

// Every triangle's mirror image is a triangle too, begins at the same vertex and goes the other way
// round, so that sums over its corners have the same bits.
TEST(BodyMesh, IsItsOwnMirrorImageToTheBit)
{
    for (const NamedDef& shape : allShapes())
    {
        const Mesh mesh = meshOf(shape.def, 0.2f);
        using Point = std::array<float, 3>;
        const auto point = [&mesh](int32_t vertex) {
            const tnVec3 p = mesh.vertices[static_cast<size_t>(vertex)];
            return Point{p.x + 0.0f, p.y + 0.0f, p.z + 0.0f}; // -0 is 0
        };
        std::set<std::array<Point, 3>> triangles;
        for (size_t k = 0; k < mesh.triangles.size(); k += 3)
        {
            triangles.insert({point(mesh.triangles[k]), point(mesh.triangles[k + 1]),
                              point(mesh.triangles[k + 2])});
        }
        ASSERT_EQ(triangles.size(), mesh.triangles.size() / 3) << shape.name;
        for (const auto& triangle : triangles)
        {
            for (size_t axis = 0; axis < 3; ++axis)
            {
                std::array<Point, 3> image{triangle[0], triangle[2], triangle[1]};
                for (Point& p : image)
                {
                    p[axis] = 0.0f - p[axis];
                }
                EXPECT_EQ(triangles.count(image), 1u) << shape.name << ", axis " << axis;
            }
        }
    }
}

// ---- Mass

TEST(BodyMass, OfABoxIsExact)
{
    const BodyMass mass = massOf(meshOf(boxDef(0.5f, 1.0f, 1.5f)).view());
    EXPECT_NEAR(mass.volume, 6.0, 1e-12);
    EXPECT_NEAR(length(mass.centre), 0.0, 1e-12);
    EXPECT_NEAR(mass.inertia[0][0], 6.0 * (4.0 + 9.0) / 12.0, 1e-12);
    EXPECT_NEAR(mass.inertia[1][1], 6.0 * (1.0 + 9.0) / 12.0, 1e-12);
    EXPECT_NEAR(mass.inertia[2][2], 6.0 * (1.0 + 4.0) / 12.0, 1e-12);
    EXPECT_NEAR(mass.inertia[0][1], 0.0, 1e-12);
}

TEST(BodyMass, OfATetrahedronIsExactOffItsCentreToo)
{
    const BodyMass mass = massOf(tetrahedron().view());
    EXPECT_NEAR(mass.volume, 1.0 / 6.0, 1e-15);
    EXPECT_NEAR(mass.centre.x, 0.25, 1e-15);
    EXPECT_NEAR(mass.centre.z, 0.25, 1e-15);
    // The integral of x x is 1/60, of x y 1/120.
    EXPECT_NEAR(mass.inertia[0][0], 1.0 / 30.0, 1e-15);
    EXPECT_NEAR(mass.inertia[0][1], -1.0 / 120.0, 1e-15);
    EXPECT_NEAR(mass.inertia[1][2], -1.0 / 120.0, 1e-15);
}

TEST(BodyMass, OfRoundShapesIsNearThatOfTheTrueOnes)
{
    const BodyMass sphere = massOf(meshOf(sphereDef(2.0f)).view());
    EXPECT_NEAR(sphere.inertia[0][0] / sphere.volume, 0.4 * 4.0, 0.002 * 1.6);
    EXPECT_NEAR(sphere.inertia[2][2] / sphere.volume, 0.4 * 4.0, 0.002 * 1.6);
    const BodyMass cylinder = massOf(meshOf(cylinderDef(1.0f, 1.5f)).view());
    EXPECT_NEAR(cylinder.inertia[2][2] / cylinder.volume, 0.5, 0.01 * 0.5);
    EXPECT_NEAR(cylinder.inertia[0][0] / cylinder.volume, (3.0 + 9.0) / 12.0, 0.01);
}

// ---- Refused

TEST(BodyMeshProblem, IsNoneForSeparatePiecesTunnelsAndCavities)
{
    EXPECT_EQ(problemOfMesh(tetrahedron()).fault, BodyMeshFault::none);

    Mesh two = tetrahedron();
    Mesh hollow = meshOf(boxDef(2.0f, 2.0f, 2.0f));
    const auto append = [](Mesh& to, const Mesh& from, float shift, bool turned) {
        const int32_t first = static_cast<int32_t>(to.vertices.size());
        for (const tnVec3& p : from.vertices)
        {
            to.vertices.push_back({p.x + shift, p.y, p.z});
        }
        for (size_t k = 0; k < from.triangles.size(); k += 3)
        {
            to.triangles.push_back(first + from.triangles[k]);
            to.triangles.push_back(first + from.triangles[k + (turned ? 2 : 1)]);
            to.triangles.push_back(first + from.triangles[k + (turned ? 1 : 2)]);
        }
    };
    append(two, tetrahedron(), 3.0f, false);
    EXPECT_EQ(problemOfMesh(two).fault, BodyMeshFault::none);
    append(hollow, tetrahedron(), 0.0f, true);
    EXPECT_EQ(problemOfMesh(hollow).fault, BodyMeshFault::none);
    EXPECT_NEAR(massOf(hollow.view()).volume, 64.0 - 1.0 / 6.0, 1e-9);
}

TEST(BodyMeshProblem, NamesAVertexThatIsNoPlace)
{
    Mesh mesh = tetrahedron();
    mesh.vertices[2].y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(problemOfMesh(mesh).fault, BodyMeshFault::notFinite);
    EXPECT_EQ(problemOfMesh(mesh).vertex, 2);
    mesh.vertices[2].y = -std::numeric_limits<float>::infinity();
    EXPECT_EQ(problemOfMesh(mesh).fault, BodyMeshFault::notFinite);
    mesh.vertices[2].y = 3.0e6f;
    EXPECT_EQ(problemOfMesh(mesh).fault, BodyMeshFault::tooFar);
    EXPECT_NEAR(problemOfMesh(mesh).value, 3.0e6, 1.0);
}

TEST(BodyMeshProblem, NamesATriangleWithACornerThatIsNoVertexOrTwice)
{
    Mesh mesh = tetrahedron();
    mesh.triangles[7] = 4;
    EXPECT_EQ(problemOfMesh(mesh).fault, BodyMeshFault::indexOutOfRange);
    EXPECT_EQ(problemOfMesh(mesh).triangle, 2);
    EXPECT_EQ(problemOfMesh(mesh).value, 4.0);
    mesh.triangles[7] = -1;
    EXPECT_EQ(problemOfMesh(mesh).fault, BodyMeshFault::indexOutOfRange);
    mesh.triangles[7] = mesh.triangles[8];
    EXPECT_EQ(problemOfMesh(mesh).fault, BodyMeshFault::repeatedVertex);
    EXPECT_EQ(problemOfMesh(mesh).triangle, 2);
    EXPECT_EQ(problemOfMesh(mesh).vertex, mesh.triangles[8]);
}

TEST(BodyMeshProblem, NamesTheEdgeOfAHole)
{
    Mesh mesh = meshOf(boxDef(1.0f, 1.0f, 1.0f));
    mesh.triangles.resize(mesh.triangles.size() - 3);
    const BodyMeshProblem problem = problemOfMesh(mesh);
    EXPECT_EQ(problem.fault, BodyMeshFault::openEdge);
    ASSERT_GE(problem.triangle, 0);
    const int32_t* corners = &mesh.triangles[3 * static_cast<size_t>(problem.triangle)];
    const int32_t at =
        static_cast<int32_t>(std::find(corners, corners + 3, problem.vertex) - corners);
    ASSERT_LT(at, 3);
    EXPECT_EQ(corners[(at + 1) % 3], problem.other);
}

TEST(BodyMeshProblem, NamesATriangleThatIsTurnedOver)
{
    Mesh mesh = tetrahedron();
    std::swap(mesh.triangles[10], mesh.triangles[11]);
    EXPECT_EQ(problemOfMesh(mesh).fault, BodyMeshFault::doubledEdge);
    EXPECT_EQ(problemOfMesh(mesh).triangle, 3);
}

TEST(BodyMeshProblem, NamesAnEdgeWhereMoreThanTwoMeet)
{
    // Two tetrahedra that share the edge 0 - 3.
    Mesh mesh = tetrahedron();
    mesh.vertices.push_back({-1, 0, 0});
    mesh.vertices.push_back({0, -1, 0});
    for (const int32_t corner : {0, 5, 4, 0, 4, 3, 0, 3, 5, 4, 5, 3})
    {
        mesh.triangles.push_back(corner);
    }
    const BodyMeshProblem problem = problemOfMesh(mesh);
    EXPECT_EQ(problem.fault, BodyMeshFault::doubledEdge);
    EXPECT_EQ(std::minmax(problem.vertex, problem.other), std::minmax(0, 3));
    EXPECT_GE(problem.triangle, 4);
}

TEST(BodyMeshProblem, NamesWhatIsInsideOutOrFlat)
{
    Mesh mesh = tetrahedron();
    for (size_t k = 0; k < mesh.triangles.size(); k += 3)
    {
        std::swap(mesh.triangles[k], mesh.triangles[k + 1]);
    }
    EXPECT_EQ(problemOfMesh(mesh).fault, BodyMeshFault::insideOut);
    EXPECT_NEAR(problemOfMesh(mesh).value, -1.0 / 6.0, 1e-12);

    Mesh flat = tetrahedron();
    flat.vertices[3].z = 0.0f;
    EXPECT_EQ(problemOfMesh(flat).fault, BodyMeshFault::noVolume);
    Mesh few = tetrahedron();
    few.triangles.resize(9);
    EXPECT_EQ(problemOfMesh(few).fault, BodyMeshFault::tooFewTriangles);
    few.vertices.resize(3);
    EXPECT_EQ(problemOfMesh(few).fault, BodyMeshFault::tooFewVertices);
    Mesh point = tetrahedron();
    std::fill(point.vertices.begin(), point.vertices.end(), tnVec3{1, 2, 3});
    EXPECT_EQ(problemOfMesh(point).fault, BodyMeshFault::noVolume);
}

// ---- Hulls

TEST(BodyHull, SplitsFacesIntoPiecesOfACell)
{
    const Mesh mesh = meshOf(boxDef(1.0f, 1.0f, 1.0f)); // edges of 1 and 0.71
    for (const auto& [cellSize, pieces] : std::map<float, int32_t>{{2.0f, 1}, {0.5f, 4}})
    {
        std::vector<BodyFace> faces(mesh.triangles.size() / 3);
        const BodyHull hull =
            makeHull(boxDef(1.0f, 1.0f, 1.0f), mesh.view(), massOf(mesh.view()), cellSize, faces);
        EXPECT_EQ(hull.pieceCount, pieces * hull.faceCount);
    }
    std::vector<BodyFace> faces(mesh.triangles.size() / 3);
    const BodyHull hull =
        makeHull(boxDef(1.0f, 1.0f, 1.0f), mesh.view(), massOf(mesh.view()), 1e-6f, faces);
    EXPECT_LE(hull.pieceCount, kMostPieces);
}

TEST(BodyHull, ASphereMeetsWaterWithItsOwnArea)
{
    const Mesh mesh = meshOf(sphereDef(1.0f), 10.0f);
    std::vector<BodyFace> faces(mesh.triangles.size() / 3);
    makeHull(sphereDef(1.0f), mesh.view(), massOf(mesh.view()), 1.0f, faces);
    test::Random random(5);
    double mean = 0.0;
    for (int k = 0; k < 300; ++k)
    {
        Vec3 d{wide(random.between(-1.0f, 1.0f)), wide(random.between(-1.0f, 1.0f)),
               wide(random.between(-1.0f, 1.0f))};
        d = k == 0 ? Vec3{0.0, 0.0, 1.0} : 1.0 / length(d) * d;
        double area = 0.0;
        for (const BodyFace& face : faces)
        {
            area += wide(face.shapeArea) * std::max(0.0, dot(wide(face.normal), d));
        }
        EXPECT_NEAR(area, kPi, (k == 0 ? 0.015 : 0.03) * kPi);
        mean += area / 300.0;
    }
    EXPECT_NEAR(mean, kPi, 0.012 * kPi);
}

TEST(BodyHull, TurnsWithQuaternionsOfAnyLength)
{
    const Rotation quarter = rotationOf({0.0f, 0.0f, 3.0f, 3.0f}); // a right angle about z
    const tnVec3 turned = quarter({1.0f, 0.0f, 0.5f});
    EXPECT_NEAR(turned.x, 0.0f, 1e-7f);
    EXPECT_NEAR(turned.y, 1.0f, 1e-7f);
    EXPECT_NEAR(turned.z, 0.5f, 1e-7f);
    const float huge = std::numeric_limits<float>::max();
    EXPECT_NEAR(rotationOf({0.0f, 0.0f, huge, huge})({1.0f, 0.0f, 0.0f}).y, 1.0f, 1e-6f);
    for (const float odd : {0.0f, std::numeric_limits<float>::quiet_NaN()})
    {
        const tnVec3 same = rotationOf({odd, odd, odd, odd})({1.0f, 2.0f, 3.0f});
        EXPECT_EQ(same.x, 1.0f);
        EXPECT_EQ(same.y, 2.0f);
        EXPECT_EQ(same.z, 3.0f);
    }
}

} // namespace
} // namespace tarn
