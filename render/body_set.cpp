// BodySet and BodyMesh. Triangles are met by Moeller and Trumbore's test (1997), from either side.
#include "render/body_set.h"

#include "render/defaults.h"
#include "render/error.h"

#include <cstring>
#include <fmt/format.h>

namespace tarn::render
{
namespace
{

// FNV-1a over words of 32 bits, which is what vertices and triangles are made of.
std::uint64_t hashOf(const void* data, std::size_t bytes, std::uint64_t hash)
{
    const auto* from = static_cast<const unsigned char*>(data);
    for (std::size_t k = 0; k < bytes; k += 4)
    {
        std::uint32_t word = 0;
        std::memcpy(&word, from + k, 4);
        hash = (hash ^ word) * 1099511628211ULL;
    }
    return hash;
}

template <class T>
bool isSame(std::span<const T> a, const std::vector<T>& b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

void checkMesh(const ReliefBody& body, std::size_t index)
{
    if (body.triangles.size() % 3 != 0)
    {
        throw Error(fmt::format("frame.bodies[{}].triangles: {} numbers are no triangles; each has "
                                "three",
                                index, body.triangles.size()));
    }
    for (const std::int32_t vertex : body.triangles)
    {
        if (vertex < 0 || static_cast<std::size_t>(vertex) >= body.vertices.size())
        {
            throw Error(fmt::format("frame.bodies[{}].triangles: there is no vertex {}; the mesh "
                                    "has {}",
                                    index, vertex, body.vertices.size()));
        }
    }
}

bool isFiniteMesh(const ReliefBody& body)
{
    for (const tnVec3& v : body.vertices)
    {
        if (!isFinite(Vec3(v)))
        {
            return false;
        }
    }
    return true;
}

float sizeOf(tnQuat q)
{
    return q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
}

} // namespace

bool hasPose(const ReliefBody& body)
{
    const float size = sizeOf(body.rotation);
    return isFinite(Vec3(body.position)) && std::isfinite(size) && size >= 1e-12F;
}

bool isDrawable(const ReliefBody& body, std::size_t index)
{
    checkMesh(body, index);
    return !body.triangles.empty() && hasPose(body) && isFiniteMesh(body);
}

std::array<Vec3, 3> axesOf(tnQuat q)
{
    const float s = 2.0F / sizeOf(q);
    return {Vec3(1.0F - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y + q.w * q.z),
                 s * (q.x * q.z - q.w * q.y)),
            Vec3(s * (q.x * q.y - q.w * q.z), 1.0F - s * (q.x * q.x + q.z * q.z),
                 s * (q.y * q.z + q.w * q.x)),
            Vec3(s * (q.x * q.z + q.w * q.y), s * (q.y * q.z - q.w * q.x),
                 1.0F - s * (q.x * q.x + q.y * q.y))};
}

BodyMesh::BodyMesh(std::span<const tnVec3> vertices, std::span<const std::int32_t> triangles)
    : vertices_(vertices.begin(), vertices.end()), indices_(triangles.begin(), triangles.end())
{
    std::vector<Bounds> boxes(indices_.size() / 3);
    triangles_.resize(boxes.size());
    const auto vertex = [&](std::size_t k) { return Vec3(vertices_[std::size_t(indices_[k])]); };
    for (std::size_t n = 0; n < boxes.size(); ++n)
    {
        const Vec3 a = vertex(3 * n);
        const Vec3 b = vertex(3 * n + 1);
        const Vec3 c = vertex(3 * n + 2);
        triangles_[n] = {a, b - a, c - a};
        boxes[n].include(a);
        boxes[n].include(b);
        boxes[n].include(c);
        reach_ = std::max(reach_, std::max(length(a), std::max(length(b), length(c))));
    }
    tree_.build(boxes);
    bounds_ = tree_.bounds();
    makeNormals();
}

// A corner's normal is the mean of those of the faces around its vertex that are no sharper than a
// crease against its own, weighted by area.
void BodyMesh::makeNormals()
{
    const std::size_t count = triangles_.size();
    std::vector<std::uint32_t> starts(vertices_.size() + 1, 0);
    for (const std::int32_t index : indices_)
    {
        ++starts[std::size_t(index) + 1];
    }
    for (std::size_t v = 0; v < vertices_.size(); ++v)
    {
        starts[v + 1] += starts[v];
    }
    std::vector<std::uint32_t> around(indices_.size());
    std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
    for (std::size_t k = 0; k < indices_.size(); ++k)
    {
        around[next[std::size_t(indices_[k])]++] = static_cast<std::uint32_t>(k / 3);
    }
    corners_.resize(count);
    const auto areaNormal = [&](std::size_t n) {
        return cross(triangles_[n].edge1, triangles_[n].edge2);
    };
    for (std::size_t n = 0; n < count; ++n)
    {
        const Vec3 own = areaNormal(n);
        for (std::size_t k = 0; k < 3; ++k)
        {
            const auto v = std::size_t(indices_[3 * n + k]);
            Vec3 sum = {0.0F, 0.0F, 0.0F};
            for (std::uint32_t m = starts[v]; m < starts[v + 1]; ++m)
            {
                const Vec3 other = areaNormal(around[m]);
                const bool isSmooth = dot(own, other) >= kCrease * length(own) * length(other);
                sum = isSmooth ? sum + other : sum;
            }
            corners_[n].normals[k] = normalized(sum);
        }
    }
}

bool BodyMesh::isMadeOf(std::span<const tnVec3> vertices,
                        std::span<const std::int32_t> triangles) const
{
    return isSame(vertices, vertices_) && isSame(triangles, indices_);
}

inline bool BodyMesh::meets(const Triangle& triangle, const Probe& probe, float to, Hit& hit)
{
    const Vec3 p = cross(probe.along, triangle.edge2);
    const float volume = dot(triangle.edge1, p);
    const float inverse = 1.0F / volume; // infinite in the plane: no comparison below holds
    const Vec3 from = probe.origin - triangle.corner;
    const float u = dot(from, p) * inverse;
    const Vec3 q = cross(from, triangle.edge1);
    const float v = dot(probe.along, q) * inverse;
    const float t = dot(triangle.edge2, q) * inverse;
    if (!(u >= 0.0F && v >= 0.0F && u + v <= 1.0F && t > 0.0F && t < to))
    {
        return false;
    }
    hit.t = t;
    hit.u = u;
    hit.v = v;
    return true;
}

BodyMesh::Hit BodyMesh::cast(const Probe& probe, float to) const
{
    Hit hit;
    float nearest = to;
    tree_.visit(probe, nearest, [&](std::uint32_t n) {
        if (meets(triangles_[n], probe, nearest, hit))
        {
            hit.triangle = n;
            nearest = hit.t;
        }
        return false;
    });
    return hit;
}

bool BodyMesh::isMet(const Probe& probe, float to) const
{
    Hit hit;
    bool isHit = false;
    tree_.visit(probe, to, [&](std::uint32_t n) {
        isHit = meets(triangles_[n], probe, to, hit);
        return isHit;
    });
    return isHit;
}

Vec3 BodyMesh::normalAt(const Hit& hit) const
{
    const Corners& c = corners_[hit.triangle];
    return normalized(c.normals[0] * (1.0F - hit.u - hit.v) + c.normals[1] * hit.u +
                      c.normals[2] * hit.v);
}

const BodyMesh* BodySet::meshOf(const ReliefBody& body)
{
    std::uint64_t hash =
        hashOf(body.vertices.data(), body.vertices.size_bytes(), 14695981039346656037ULL);
    hash = hashOf(body.triangles.data(), body.triangles.size_bytes(), hash);
    for (Stored& stored : meshes_)
    {
        if (stored.hash == hash && stored.mesh->isMadeOf(body.vertices, body.triangles))
        {
            stored.isUsed = true;
            return stored.mesh.get();
        }
    }
    meshes_.push_back({hash, true, std::make_unique<BodyMesh>(body.vertices, body.triangles)});
    return meshes_.back().mesh.get();
}

void BodySet::build(std::span<const ReliefBody> bodies)
{
    bodies_.clear();
    boxes_.clear();
    for (Stored& stored : meshes_)
    {
        stored.isUsed = false;
    }
    for (std::size_t k = 0; k < bodies.size(); ++k)
    {
        const ReliefBody& body = bodies[k];
        if (!isDrawable(body, k))
        {
            continue;
        }
        Body placed;
        placed.mesh = meshOf(body);
        placed.position = Vec3(body.position);
        placed.axes = axesOf(body.rotation);
        placed.colour = body.colour;
        placed.look = body.look;
        Bounds box;
        for (int corner = 0; corner < 8; ++corner)
        {
            const Bounds& own = placed.mesh->bounds();
            const Vec3 at = {(corner & 1) != 0 ? own.high.x : own.low.x,
                             (corner & 2) != 0 ? own.high.y : own.low.y,
                             (corner & 4) != 0 ? own.high.z : own.low.z};
            box.include(placed.position + placed.toWorld(at));
        }
        bodies_.push_back(placed);
        boxes_.push_back(box);
    }
    tree_.build(boxes_);
    measureDistances();
    std::erase_if(meshes_, [](const Stored& stored) { return !stored.isUsed; });
}

void BodySet::measureDistances()
{
    bounds_ = tree_.bounds();
    distances_.assign(kCells * kCells, std::numeric_limits<float>::max());
    const float cellX = (bounds_.high.x - bounds_.low.x) / kCells;
    const float cellY = (bounds_.high.y - bounds_.low.y) / kCells;
    perMetreX_ = 1.0F / std::max(cellX, 1e-20F);
    perMetreY_ = 1.0F / std::max(cellY, 1e-20F);
    for (const Bounds& box : boxes_)
    {
        for (std::size_t j = 0; j < kCells; ++j)
        {
            const float low = bounds_.low.y + static_cast<float>(j) * cellY;
            const float dy = std::max(std::max(box.low.y - (low + cellY), low - box.high.y), 0.0F);
            float* row = distances_.data() + j * kCells;
            for (std::size_t i = 0; i < kCells; ++i)
            {
                const float left = bounds_.low.x + static_cast<float>(i) * cellX;
                const float dx =
                    std::max(std::max(box.low.x - (left + cellX), left - box.high.x), 0.0F);
                row[i] = std::min(row[i], dx * dx + dy * dy);
            }
        }
    }
    for (float& distance : distances_)
    {
        distance = std::sqrt(distance);
    }
}

BodyHit BodySet::cast(const Ray& ray, float to) const
{
    BodyHit best;
    float nearest = to;
    tree_.visit(Probe(ray.origin, ray.along), nearest, [&](std::uint32_t n) {
        const BodyMesh::Hit hit = bodies_[n].mesh->cast(bodies_[n].probe(ray), nearest);
        if (hit.t < nearest)
        {
            nearest = hit.t;
            best = {hit.t, n, hit};
        }
        return false;
    });
    return best;
}

bool BodySet::isMet(const Ray& ray, float to) const
{
    bool isHit = false;
    tree_.visit(Probe(ray.origin, ray.along), to, [&](std::uint32_t n) {
        isHit = bodies_[n].mesh->isMet(bodies_[n].probe(ray), to);
        return isHit;
    });
    return isHit;
}

Vec3 BodySet::normalAt(const BodyHit& hit) const
{
    const Body& body = bodies_[hit.body];
    return body.toWorld(body.mesh->normalAt(hit.mesh));
}

} // namespace tarn::render
