// BodySet: the bodies of a frame, for rays. Bodies of the same mesh share it, from frame to frame
// too: meshes are found again by what is in them.
#pragma once

#include "render/box_tree.h"
#include "render/relief.h"
#include "render/vec3.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace tarn::render
{

// A mesh in its own axes: triangles ready to be met, and normals at their corners.
class BodyMesh
{
  public:
    BodyMesh(std::span<const tnVec3> vertices, std::span<const std::int32_t> triangles);

    bool isMadeOf(std::span<const tnVec3> vertices, std::span<const std::int32_t> triangles) const;

    // Where a ray meets it before `to`. `along` may have any length.
    struct Hit
    {
        float t = std::numeric_limits<float>::infinity();
        std::uint32_t triangle = 0;
        float u = 0.0F; // the weights of the second and the third corner
        float v = 0.0F;
    };
    Hit cast(const Probe& probe, float to) const;
    bool isMet(const Probe& probe, float to) const;

    Vec3 normalAt(const Hit& hit) const;

    // The middle of its box, half the box's size, and how far from its own origin it reaches.
    Vec3 middle() const { return bounds_.middle(); }
    Vec3 halfSize() const { return (bounds_.high - bounds_.low) * 0.5F; }
    const Bounds& bounds() const { return bounds_; }
    float reach() const { return reach_; }

  private:
    struct Triangle
    {
        Vec3 corner;
        Vec3 edge1;
        Vec3 edge2;
    };
    struct Corners
    {
        Vec3 normals[3];
    };

    static bool meets(const Triangle& triangle, const Probe& probe, float to, Hit& hit);
    void makeNormals();

    std::vector<tnVec3> vertices_;
    std::vector<std::int32_t> indices_;
    std::vector<Triangle> triangles_;
    std::vector<Corners> corners_;
    Bounds bounds_;
    float reach_ = 0.0F;
    BoxTree tree_;
};

struct BodyHit
{
    float t = std::numeric_limits<float>::infinity();
    std::size_t body = 0; // among those of the set
    BodyMesh::Hit mesh;
};

class BodySet
{
  public:
    struct Body
    {
        const BodyMesh* mesh = nullptr;
        Vec3 position;
        Vec3 axes[3]; // its own x, y, z, in the world
        Colour colour;
        BodyLook look = BodyLook::plain;

        Vec3 toOwn(Vec3 v) const { return {dot(v, axes[0]), dot(v, axes[1]), dot(v, axes[2])}; }
        Vec3 toWorld(Vec3 v) const { return axes[0] * v.x + axes[1] * v.y + axes[2] * v.z; }
        Probe probe(const Ray& ray) const
        {
            return {toOwn(ray.origin - position), toOwn(ray.along)};
        }
        Vec3 middle() const { return position + toWorld(mesh->middle()); }
        float radius() const { return length(mesh->halfSize()); } // around the middle
    };

    // Throws an Error when triangles name vertices that are not there.
    void build(std::span<const ReliefBody> bodies);

    bool isEmpty() const { return bodies_.empty(); }
    const std::vector<Body>& bodies() const { return bodies_; }

    // What the ray meets first before `to`.
    BodyHit cast(const Ray& ray, float to) const;
    bool isMet(const Ray& ray, float to) const;

    // In the world, outwards.
    Vec3 normalAt(const BodyHit& hit) const;

  private:
    struct Stored
    {
        std::uint64_t hash = 0;
        bool isUsed = false;
        std::unique_ptr<BodyMesh> mesh;
    };

    const BodyMesh* meshOf(const ReliefBody& body);

    std::vector<Stored> meshes_;
    std::vector<Body> bodies_;
    std::vector<Bounds> boxes_;
    BoxTree tree_;
};

} // namespace tarn::render
