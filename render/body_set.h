// BodySet: the bodies of a frame, for rays. Bodies of the same mesh share it, from frame to frame
// too: meshes are found again by what is in them.
#pragma once

#include "render/box_tree.h"
#include "render/relief.h"
#include "render/vec3.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace tarn::render
{

// Whether a body can be drawn: it has triangles, and its numbers are finite. Throws an Error that
// names it by its index when triangles name vertices that are not there.
bool isDrawable(const ReliefBody& body, std::size_t index);

// Whether its position and rotation are finite, and the rotation is one.
bool hasPose(const ReliefBody& body);

// A body's own x, y and z in the world; of a rotation that is finite and not 0.
std::array<Vec3, 3> axesOf(tnQuat rotation);

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

    std::size_t triangleCount() const { return triangles_.size(); }
    Vec3 cornerOf(std::size_t triangle, std::size_t corner) const
    {
        return Vec3(vertices_[std::size_t(indices_[3 * triangle + corner])]);
    }
    Vec3 cornerNormal(std::size_t triangle, std::size_t corner) const
    {
        return corners_[triangle].normals[corner];
    }

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
        std::array<Vec3, 3> axes; // its own x, y, z, in the world
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

    // False where bodies are too far away for a ray to meet one before `to`: far quicker than
    // asking.
    bool mayMeet(const Ray& ray, float to) const
    {
        if (bodies_.empty())
        {
            return false;
        }
        // As far along the plane as it goes until it is above all bodies or below.
        const float room =
            ray.along.z > 0.0F ? bounds_.high.z - ray.origin.z : ray.origin.z - bounds_.low.z;
        const float t = std::min(to, std::max(room, 0.0F) / std::max(std::abs(ray.along.z), 1e-6F));
        const float reach2 = t * t * (ray.along.x * ray.along.x + ray.along.y * ray.along.y);
        const float away = distanceAt(ray.origin.x, ray.origin.y);
        return away * away <= reach2 || away <= 0.0F;
    }

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
    void measureDistances();
    // Metres along the plane to the nearest body, or a bit less.
    float distanceAt(float x, float y) const
    {
        const float u = (x - bounds_.low.x) * perMetreX_;
        const float v = (y - bounds_.low.y) * perMetreY_;
        if (!(u >= 0.0F && v >= 0.0F && u < static_cast<float>(kCells) &&
              v < static_cast<float>(kCells)))
        {
            const float outX = std::max(bounds_.low.x - x, x - bounds_.high.x);
            const float outY = std::max(bounds_.low.y - y, y - bounds_.high.y);
            return std::max(std::max(outX, outY), 0.0F);
        }
        return distances_[std::size_t(v) * kCells + std::size_t(u)];
    }

    std::vector<Stored> meshes_;
    std::vector<Body> bodies_;
    std::vector<Bounds> boxes_;
    BoxTree tree_;
    // Distances are known for so many cells along either side of all bodies' ground plan.
    static constexpr std::size_t kCells = 64;
    Bounds bounds_;
    float perMetreX_ = 0.0F; // cells
    float perMetreY_ = 0.0F;
    std::vector<float> distances_;
};

} // namespace tarn::render
