// BodyMeshes: vertices are brought into a cube from -1 to 1 and compared there, rounded, since
// bodies of several sizes come with rounding errors of their own.
#include "render/gl/body_meshes.h"

#include "render/body_set.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::render::gl
{
namespace
{

constexpr int kVertexFloats = 6;    // position, normal
constexpr int kMostUnused = 120;    // frames after which a mesh is forgotten
constexpr float kRounded = 2048.0F; // steps from the middle of a mesh to its side

constexpr std::array<Attribute, 2> kVertexAttributes = {Attribute{0, 3, 0}, Attribute{1, 3, 3}};
constexpr std::array<Attribute, 6> kInstanceAttributes = {Attribute{2, 4, 0},  Attribute{3, 4, 4},
                                                          Attribute{4, 4, 8},  Attribute{5, 4, 12},
                                                          Attribute{6, 4, 16}, Attribute{7, 4, 20}};

Vec3 halvesOf(const Bounds& box)
{
    const Vec3 size = (box.high - box.low) * 0.5F;
    return {std::max(size.x, 1e-6F), std::max(size.y, 1e-6F), std::max(size.z, 1e-6F)};
}

Vec3 inCube(Vec3 v, const Bounds& box)
{
    const Vec3 off = v - box.middle();
    const Vec3 halves = halvesOf(box);
    return {off.x / halves.x, off.y / halves.y, off.z / halves.z};
}

std::uint64_t hashOf(const ReliefBody& body, const Bounds& box)
{
    std::uint64_t hash = 14695981039346656037ULL;
    const auto add = [&](std::int64_t number) {
        hash = (hash ^ static_cast<std::uint64_t>(number)) * 1099511628211ULL;
        hash ^= hash >> 29U;
    };
    for (const tnVec3& vertex : body.vertices)
    {
        const Vec3 v = inCube(Vec3(vertex), box);
        add(std::lround(v.x * kRounded));
        add(std::lround(v.y * kRounded));
        add(std::lround(v.z * kRounded));
    }
    for (const std::int32_t index : body.triangles)
    {
        add(index);
    }
    return hash;
}

// Three vertices for each triangle.
std::vector<float> verticesOf(const ReliefBody& body, const Bounds& box)
{
    const BodyMesh mesh(body.vertices, body.triangles);
    const Vec3 halves = halvesOf(box);
    std::vector<float> vertices;
    vertices.reserve(3 * kVertexFloats * mesh.triangleCount());
    for (std::size_t n = 0; n < mesh.triangleCount(); ++n)
    {
        for (std::size_t k = 0; k < 3; ++k)
        {
            const Vec3 at = inCube(mesh.cornerOf(n, k), box);
            const Vec3 normal = mesh.cornerNormal(n, k);
            vertices.insert(vertices.end(), {at.x, at.y, at.z, normal.x * halves.x,
                                             normal.y * halves.y, normal.z * halves.z});
        }
    }
    return vertices;
}

} // namespace

BodyMeshes::Mesh::Mesh(const Context& context, std::span<const float> floats, std::uint64_t ownHash)
    : hash(ownHash), vertexCount(static_cast<int>(floats.size()) / kVertexFloats),
      vertices(context, BufferKind::vertices), instances(context, BufferKind::vertices),
      array(context)
{
    vertices.upload(floats.data(), floats.size_bytes());
    array.add(vertices, kVertexAttributes, kVertexFloats);
    array.add(instances, kInstanceAttributes, sizeof(Instance) / sizeof(float), true);
}

BodyMeshes::BodyMeshes(const Context& context) : context_(&context) {}

bool BodyMeshes::Known::fits(const ReliefBody& body) const
{
    const auto isSame = [](tnVec3 a, tnVec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; };
    return vertices == body.vertices.data() && vertexCount == body.vertices.size() &&
           triangles == body.triangles.data() && triangleCount == body.triangles.size() &&
           isSame(first, body.vertices.front()) && isSame(last, body.vertices.back());
}

BodyMeshes::Known BodyMeshes::look(const ReliefBody& body)
{
    Known known;
    known.vertices = body.vertices.data();
    known.triangles = body.triangles.data();
    known.vertexCount = body.vertices.size();
    known.triangleCount = body.triangles.size();
    known.first = body.vertices.front();
    known.last = body.vertices.back();
    for (const tnVec3& vertex : body.vertices)
    {
        known.box.include(Vec3(vertex));
    }
    const std::uint64_t hash = hashOf(body, known.box);
    const auto found = std::find_if(meshes_.begin(), meshes_.end(),
                                    [&](const auto& mesh) { return mesh->hash == hash; });
    if (found == meshes_.end())
    {
        meshes_.push_back(std::make_unique<Mesh>(*context_, verticesOf(body, known.box), hash));
        known.mesh = meshes_.back().get();
    }
    else
    {
        known.mesh = found->get();
    }
    return known;
}

void BodyMeshes::place(const ReliefBody& body, const Known& known)
{
    const std::array<Vec3, 3> axes = axesOf(body.rotation);
    const Vec3 position(body.position);
    const Vec3 halves = halvesOf(known.box);
    const Vec3 middle = known.box.middle();
    const float reach = length(halves);
    const float offsets[] = {position.x, position.y, position.z};
    Instance instance = {};
    for (int k = 0; k < 3; ++k)
    {
        instance.axes[k][0] = axes[std::size_t(k)].x;
        instance.axes[k][1] = axes[std::size_t(k)].y;
        instance.axes[k][2] = axes[std::size_t(k)].z;
        instance.axes[k][3] = offsets[k];
    }
    std::copy_n(&halves.x, 3, instance.halves);
    std::copy_n(&middle.x, 3, instance.middle);
    instance.reach = reach;
    instance.look = static_cast<float>(body.look);
    instance.colour[0] = body.colour.r;
    instance.colour[1] = body.colour.g;
    instance.colour[2] = body.colour.b;
    known.mesh->placed.push_back(instance);
    const Vec3 centre = position + axes[0] * middle.x + axes[1] * middle.y + axes[2] * middle.z;
    bounds_.include(centre - Vec3(reach, reach, reach));
    bounds_.include(centre + Vec3(reach, reach, reach));
}

void BodyMeshes::update(std::span<const ReliefBody> bodies)
{
    bounds_ = {};
    for (const auto& mesh : meshes_)
    {
        mesh->placed.clear();
    }
    known_.resize(bodies.size());
    for (std::size_t k = 0; k < bodies.size(); ++k)
    {
        const ReliefBody& body = bodies[k];
        const bool isKnown = !body.vertices.empty() && known_[k].fits(body);
        if (isKnown ? !hasPose(body) : !isDrawable(body, k))
        {
            continue;
        }
        if (!isKnown)
        {
            known_[k] = look(body);
        }
        place(body, known_[k]);
    }
    for (const auto& mesh : meshes_)
    {
        mesh->unusedFor = mesh->placed.empty() ? mesh->unusedFor + 1 : 0;
        mesh->instances.upload(mesh->placed.data(), mesh->placed.size() * sizeof(Instance), true);
    }
    const auto isOld = [](const auto& mesh) { return mesh->unusedFor > kMostUnused; };
    for (Known& known : known_)
    {
        known = known.mesh != nullptr && known.mesh->unusedFor > kMostUnused ? Known{} : known;
    }
    std::erase_if(meshes_, isOld);
}

void BodyMeshes::draw() const
{
    for (const auto& mesh : meshes_)
    {
        if (!mesh->placed.empty())
        {
            mesh->array.bind();
            (*context_)->DrawArraysInstanced(GL_TRIANGLES, 0, mesh->vertexCount,
                                             static_cast<GLsizei>(mesh->placed.size()));
        }
    }
}

} // namespace tarn::render::gl
