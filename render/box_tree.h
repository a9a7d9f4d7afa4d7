// BoxTree: finds which of many boxes a ray meets, nearest part first.
//
// A binary tree of boxes, split at the median along the longest side. What is in the boxes (the
// triangles of a mesh, the bodies of a frame) is the caller's.
#pragma once

#include "render/vec3.h"

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tarn::render
{

struct Bounds
{
    static constexpr float kNothing = std::numeric_limits<float>::infinity();

    Vec3 low = {kNothing, kNothing, kNothing};
    Vec3 high = {-kNothing, -kNothing, -kNothing};

    void include(Vec3 p)
    {
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    void include(const Bounds& b)
    {
        include(b.low);
        include(b.high);
    }
    Vec3 middle() const { return (low + high) * 0.5F; }
};

// A ray with what box tests need of it.
struct Probe
{
    Vec3 origin;
    Vec3 along;   // any length
    Vec3 inverse; // of `along`, finite

    Probe(Vec3 o, Vec3 d) : origin(o), along(d), inverse(over(d.x), over(d.y), over(d.z)) {}

    // Where it enters the box; infinity when it passes, or enters beyond `to`.
    float enter(const Bounds& b, float to) const
    {
        const float ax = (b.low.x - origin.x) * inverse.x;
        const float bx = (b.high.x - origin.x) * inverse.x;
        const float ay = (b.low.y - origin.y) * inverse.y;
        const float by = (b.high.y - origin.y) * inverse.y;
        const float az = (b.low.z - origin.z) * inverse.z;
        const float bz = (b.high.z - origin.z) * inverse.z;
        const float first = std::max(std::max(std::min(ax, bx), std::min(ay, by)),
                                     std::max(std::min(az, bz), 0.0F));
        const float last =
            std::min(std::min(std::max(ax, bx), std::max(ay, by)), std::min(std::max(az, bz), to));
        return first <= last ? first : Bounds::kNothing;
    }

  private:
    static float over(float x)
    {
        constexpr float kLeast = 1e-12F;
        return 1.0F / (std::abs(x) > kLeast ? x : std::copysign(kLeast, x));
    }
};

class BoxTree
{
  public:
    void build(const std::vector<Bounds>& boxes);

    // Calls meet(item) for items whose part of the tree the ray meets before `to`, which `meet` may
    // reduce; ends when it returns true.
    template <class F>
    void visit(const Probe& probe, const float& to, const F& meet) const
    {
        if (nodes_.empty() || probe.enter(nodes_[0].bounds, to) == Bounds::kNothing)
        {
            return;
        }
        std::uint32_t stack[kMostLevels];
        int waiting = 0;
        std::uint32_t at = 0;
        for (;;)
        {
            const Node& node = nodes_[at];
            if (node.count > 0)
            {
                for (std::uint32_t k = 0; k < node.count; ++k)
                {
                    if (meet(items_[node.first + k]))
                    {
                        return;
                    }
                }
            }
            else
            {
                // Children stand side by side.
                std::uint32_t near = node.first;
                std::uint32_t far = node.first + 1;
                float nearAt = probe.enter(nodes_[near].bounds, to);
                float farAt = probe.enter(nodes_[far].bounds, to);
                if (farAt < nearAt)
                {
                    std::swap(near, far);
                    std::swap(nearAt, farAt);
                }
                if (nearAt != Bounds::kNothing)
                {
                    if (farAt != Bounds::kNothing)
                    {
                        stack[waiting++] = far;
                    }
                    at = near;
                    continue;
                }
            }
            if (waiting == 0)
            {
                return;
            }
            at = stack[--waiting];
        }
    }

    Bounds bounds() const { return nodes_.empty() ? Bounds{} : nodes_[0].bounds; }

  private:
    // Halving 2^32 items takes no more.
    static constexpr int kMostLevels = 40;
    static constexpr std::uint32_t kLeafItems = 2;

    struct Node
    {
        Bounds bounds;
        std::uint32_t first = 0; // item, or child
        std::uint32_t count = 0; // of items; 0: two children
    };

    std::vector<Node> nodes_;
    std::vector<std::uint32_t> items_;
};

} // namespace tarn::render
