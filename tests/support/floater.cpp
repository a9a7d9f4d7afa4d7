// Bodies for tests.
#include "support/floater.h"

#include "support/rigid_body.h"

#include <utility>

namespace tarn::test
{
namespace
{

tnBodyDef shapeDef(tnBodyShape shape, int32_t facets)
{
    tnBodyDef def{};
    def.shape = shape;
    def.facets = facets;
    return def;
}

} // namespace

tnBodyDef sphereDef(float radius, int32_t facets)
{
    tnBodyDef def = shapeDef(tn_bodySphere, facets);
    def.radius = radius;
    return def;
}

tnBodyDef boxDef(float halfX, float halfY, float halfZ, int32_t facets)
{
    tnBodyDef def = shapeDef(tn_bodyBox, facets);
    def.halfSize = {halfX, halfY, halfZ};
    return def;
}

tnBodyDef capsuleDef(float radius, float halfLength, int32_t facets)
{
    tnBodyDef def = shapeDef(tn_bodyCapsule, facets);
    def.radius = radius;
    def.halfLength = halfLength;
    return def;
}

tnBodyDef cylinderDef(float radius, float halfLength, int32_t facets)
{
    tnBodyDef def = capsuleDef(radius, halfLength, facets);
    def.shape = tn_bodyCylinder;
    return def;
}

Mesh Mesh::prism(const std::vector<tnVec2>& polygon, const std::vector<int32_t>& ends, float half)
{
    Mesh mesh;
    const int32_t n = static_cast<int32_t>(polygon.size());
    for (const float y : {-half, half})
    {
        for (const tnVec2& p : polygon)
        {
            mesh.vertices.push_back({p.x, y, p.y});
        }
    }
    for (size_t k = 0; k < ends.size(); k += 3)
    {
        const int32_t a = ends[k];
        const int32_t b = ends[k + 1];
        const int32_t c = ends[k + 2];
        mesh.triangles.insert(mesh.triangles.end(), {a, b, c, n + a, n + c, n + b});
    }
    for (int32_t i = 0; i < n; ++i)
    {
        const int32_t j = (i + 1) % n;
        mesh.triangles.insert(mesh.triangles.end(), {i, n + i, n + j, i, n + j, j});
    }
    return mesh;
}

Mesh Mesh::mirrored() const
{
    Mesh mesh = *this;
    for (tnVec3& vertex : mesh.vertices)
    {
        vertex.x = -vertex.x;
    }
    for (size_t k = 0; k < mesh.triangles.size(); k += 3)
    {
        std::swap(mesh.triangles[k + 1], mesh.triangles[k + 2]);
    }
    return mesh;
}

Mesh meshOf(const tnBodyDef& def, float cellSize)
{
    const BodyMeshSize size = bodyMeshSize(def, cellSize);
    Mesh mesh;
    mesh.vertices.resize(static_cast<size_t>(size.vertices));
    mesh.triangles.resize(3 * static_cast<size_t>(size.triangles));
    makeBodyMesh(def, cellSize, mesh.vertices, mesh.triangles);
    return mesh;
}

Floater::Floater(const tnBodyDef& def, float cellSize) : mesh(meshOf(def, cellSize))
{
    setUp(def, cellSize);
}

Floater::Floater(Mesh given, float cellSize) : mesh(std::move(given))
{
    setUp(shapeDef(tn_bodyMesh, 0), cellSize);
}

void Floater::setUp(const tnBodyDef& def, float cellSize)
{
    mass = massOf(mesh.view());
    faces_.resize(mesh.triangles.size() / 3);
    hull = makeHull(def, mesh.view(), mass, cellSize, faces_);
    arms_.resize(mesh.vertices.size());
    around_.resize(mesh.vertices.size());
    points_.resize(mesh.vertices.size());
}

void Floater::place()
{
    placeHull(hull, motion.rotation, arms_.data());
    for (size_t k = 0; k < arms_.size(); ++k)
    {
        around_[k] = water(motion.position.x + arms_[k].x, motion.position.y + arms_[k].y);
    }
}

WaterAround Floater::around() const
{
    return {around_.data(), water(motion.position.x, motion.position.y).surface};
}

BodyForces Floater::wet()
{
    place();
    return wetBody(hull, traits, motion, liquid, {}, arms_.data(), around(), points_.data());
}

BodyDisplacement Floater::displace()
{
    place();
    parts.resize(static_cast<size_t>(hull.pieceCount));
    const BodyDisplacement displaced =
        displaceBody(hull, motion, arms_.data(), around(), points_.data(), parts.data());
    parts.resize(static_cast<size_t>(displaced.count));
    return displaced;
}

std::vector<tnWettedFace> Floater::faces()
{
    place();
    std::vector<tnWettedFace> list(static_cast<size_t>(hull.faceCount));
    list.resize(
        static_cast<size_t>(wettedFaces(hull, traits, motion, liquid, arms_.data(), around(),
                                        points_.data(), list.data(), hull.faceCount)));
    return list;
}

void Floater::step()
{
    const BodyForces forces = wet();
    const float dt = liquid.dt;
    motion.velocity = motion.velocity + (dt / traits.mass) * forces.host.force;
    motion.velocity.z -= dt * liquid.gravity;
    motion.position = motion.position + dt * motion.velocity;

    // Turning of a body whose inertia is the same about all axes that matter: about its own,
    // turned.
    const Rotation& r = motion.rotation;
    const tnVec3 torque = forces.host.torque;
    const tnVec3 own{dot(r.x, torque), dot(r.y, torque), dot(r.z, torque)};
    const auto& m = hull.inverseInertia;
    const tnVec3 faster{m[0][0] * own.x + m[0][1] * own.y + m[0][2] * own.z,
                        m[1][0] * own.x + m[1][1] * own.y + m[1][2] * own.z,
                        m[2][0] * own.x + m[2][1] * own.y + m[2][2] * own.z};
    motion.spin = motion.spin + (dt / traits.mass) * r(faster);
    turned_ = turned(turned_, motion.spin, dt);
    motion.rotation = rotationOf(turned_);
}

} // namespace tarn::test
