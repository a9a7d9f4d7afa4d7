// Where a body displaces how much water.
//
// Below each face stands a prism up to the calm surface; with the sign of the face's direction
// their volumes add up to the body's under water, for any closed mesh. Each goes to where its
// middle is, so that the first moment is right too. A face that is larger than a cell is cut into
// pieces first: its water must not all go to one place.
//
// Of a body that is all under water, prisms are taken up to the height of its centre instead of the
// surface, which changes no sum. Far below, prisms to the surface would be large numbers that
// cancel only where faces lie exactly above one another.
#include "backend/water/body_water.h"

#include <algorithm>

namespace tarn
{
namespace
{

class Displacer
{
  public:
    Displacer(const BodyHull& hull, const BodyMotion& motion, const tnVec3* arms,
              const BodyWater* water, DisplacedPart* parts)
        : hull_(hull), rotation_(motion.rotation), arms_(arms), water_(water), parts_(parts),
          level_(hull.vertexCount > 0 ? water[0].calm : 0.0f), below_(level_ - motion.position.z)
    {
    }

    BodyDisplacement displace()
    {
        bool any = false;
        submerged_ = true;
        for (int32_t k = 0; k < hull_.vertexCount; ++k)
        {
            const bool under = water_[k].wet && relativeDepth(k) + below_ > 0.0f;
            any = any || under;
            submerged_ = submerged_ && under;
        }
        for (int32_t k = 0; any && k < hull_.faceCount; ++k)
        {
            const BodyFace& face = hull_.faces[k];
            const float down = -(rotation_.x.z * face.normal.x +
                                 (rotation_.y.z * face.normal.y + rotation_.z.z * face.normal.z));
            addFace(face, down * face.area);
        }
        return {count_, volume_};
    }

  private:
    // Below the level at vertex 0.
    float relativeDepth(int32_t k) const { return (water_[k].calm - level_) - arms_[k].z; }

    Float4 point(int32_t k) const
    {
        const tnVec3 arm = arms_[k];
        const float depth = submerged_ ? relativeDepth(k) : relativeDepth(k) + below_;
        return Float4{arm.x, arm.y, arm.z, water_[k].wet ? depth : std::min(depth, 0.0f)};
    }

    void addFace(const BodyFace& face, float down)
    {
        const Float4 a = point(face.a);
        const Float4 b = point(face.b);
        const Float4 c = point(face.c);
        if (!submerged_ && !(depthOf(a) > 0.0f) && !(depthOf(b) > 0.0f) && !(depthOf(c) > 0.0f))
        {
            return;
        }
        if (face.splits == 1)
        {
            addPiece(a, b, c, down);
            return;
        }
        const int32_t n = face.splits;
        const float step = 1.0f / static_cast<float>(n);
        const auto lattice = [&](int32_t i, int32_t j) {
            return (step * static_cast<float>(n - (i + j))) * a +
                   ((step * static_cast<float>(i)) * b + (step * static_cast<float>(j)) * c);
        };
        const float share = down * step * step;
        for (int32_t j = 0; j < n; ++j)
        {
            for (int32_t i = 0; i + j < n; ++i)
            {
                addPiece(lattice(i, j), lattice(i + 1, j), lattice(i, j + 1), share);
                if (i + j + 1 < n)
                {
                    addPiece(lattice(i + 1, j + 1), lattice(i, j + 1), lattice(i + 1, j), share);
                }
            }
        }
    }

    TN_INLINE void addPiece(Float4 a, Float4 b, Float4 c, float down)
    {
        if (submerged_) // to the middle of the piece: its prism may have any volume, and none
        {
            const Float4 middle = (1.0f / 3.0f) * (a + (b + c));
            addPart(middle[0], middle[1], down * depthOf(middle));
            return;
        }
        const WetPoint p{a, {}};
        const WetPoint q{b, {}};
        const WetPoint r{c, {}};
        const int wet = wetCorners(p, q, r);
        DepthIntegrals sums;
        if (wet == 3)
        {
            sums.add(1.0f, a, b, c);
        }
        else if (wet > 0)
        {
            cutFace(wet, p, q, r,
                    [&sums](float part, Float4 u, Float4 v, Float4 w) { sums.add(part, u, v, w); });
        }
        if (sums.depth > 0.0f)
        {
            const float scale = 1.0f / sums.depth;
            addPart(scale * sums.moments[0], scale * sums.moments[1], down * sums.depth);
        }
    }

    TN_INLINE void addPart(float x, float y, float volume)
    {
        parts_[count_] = {x, y, volume};
        count_ += volume != 0.0f ? 1 : 0; // upright faces have none
        volume_ += wide(volume);
    }

    const BodyHull& hull_;
    const Rotation& rotation_;
    const tnVec3* arms_;
    const BodyWater* water_;
    DisplacedPart* parts_;
    float level_; // of the calm surface at vertex 0
    float below_; // how far the centre of mass is below it
    bool submerged_ = false;
    int32_t count_ = 0;
    double volume_ = 0.0;
};

} // namespace

BodyDisplacement displaceBody(const BodyHull& hull, const BodyMotion& motion, const tnVec3* arms,
                              const BodyWater* water, DisplacedPart* parts)
{
    return Displacer(hull, motion, arms, water, parts).displace();
}

} // namespace tarn
