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
    Displacer(const BodyHull& hull, WetPoint* points, DisplacedPart* parts)
        : hull_(hull), points_(points), parts_(parts)
    {
    }

    BodyDisplacement displace(const BodyMotion& motion, const tnVec3* arms, const BodyWater* water)
    {
        if (!immerse(motion, arms, water))
        {
            return {};
        }
        const Rotation& r = motion.rotation;
        const tnVec3 up{r.x.z, r.y.z, r.z.z}; // in the body's axes
        for (int32_t k = 0; k < hull_.faceCount; ++k)
        {
            const BodyFace& face = hull_.faces[k];
            addFace(face, -dot(up, face.normal) * face.area);
        }
        return {count_, volume_};
    }

  private:
    // Sets the points' depths. False: none is under water.
    bool immerse(const BodyMotion& motion, const tnVec3* arms, const BodyWater* water)
    {
        if (hull_.vertexCount == 0)
        {
            return false;
        }
        const float level = water[0].calm;
        const float below = level - motion.position.z;
        int32_t under = 0;
        for (int32_t k = 0; k < hull_.vertexCount; ++k)
        {
            const tnVec3 arm = arms[k];
            const float deep = ((water[k].calm - level) - arm.z) + below;
            const float depth = water[k].wet ? deep : std::min(deep, 0.0f);
            points_[k].place = Float4{arm.x, arm.y, arm.z, depth};
            under += depth > 0.0f ? 1 : 0;
        }
        submerged_ = under == hull_.vertexCount;
        for (int32_t k = 0; submerged_ && k < hull_.vertexCount; ++k)
        {
            points_[k].place[3] = (water[k].calm - level) - arms[k].z;
        }
        return under > 0;
    }

    void addFace(const BodyFace& face, float down)
    {
        const Float4 a = points_[face.a].place;
        const Float4 b = points_[face.b].place;
        const Float4 c = points_[face.c].place;
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
    WetPoint* points_;
    DisplacedPart* parts_;
    bool submerged_ = false;
    int32_t count_ = 0;
    double volume_ = 0.0;
};

} // namespace

BodyDisplacement displaceBody(const BodyHull& hull, const BodyMotion& motion, const tnVec3* arms,
                              const BodyWater* water, WetPoint* points, DisplacedPart* parts)
{
    return Displacer(hull, points, parts).displace(motion, arms, water);
}

} // namespace tarn
