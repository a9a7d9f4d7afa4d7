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

    BodyDisplacement displace(const BodyMotion& motion, const tnVec3* arms, WaterAround water)
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
            const int wet =
                submerged_ ? 3 : wetCorners(points_[face.a], points_[face.b], points_[face.c]);
            const float down = wet > 0 ? -dot(up, face.normal) * face.area : 0.0f;
            if (down != 0.0f) // upright faces have no prism
            {
                addFace(face, wet, down);
            }
        }
        return {count_, volume_};
    }

  private:
    // Sets the points' depths. False: none is under water.
    bool immerse(const BodyMotion& motion, const tnVec3* arms, WaterAround water)
    {
        const float below = water.level - motion.position.z;
        int32_t under = 0;
        for (int32_t k = 0; k < hull_.vertexCount; ++k)
        {
            const tnVec3 arm = arms[k];
            const BodyWater& here = water.at[k];
            const float deep = ((here.calm - water.level) - arm.z) + below;
            const float depth = here.wet ? deep : std::min(deep, 0.0f);
            points_[k].place = four(arm, depth);
            under += depth > 0.0f ? 1 : 0;
        }
        submerged_ = under == hull_.vertexCount;
        for (int32_t k = 0; submerged_ && k < hull_.vertexCount; ++k)
        {
            points_[k].place[3] = (water.at[k].calm - water.level) - arms[k].z;
        }
        return under > 0;
    }

    // With so many wet corners. `down` is the area of its shadow, positive where it looks down.
    TN_INLINE void addFace(const BodyFace& face, int wet, float down)
    {
        const Float4 a = points_[face.a].place;
        const Float4 b = points_[face.b].place;
        const Float4 c = points_[face.c].place;
        if (submerged_)
        {
            addFace<Lies::submerged>(face.splits, a, b, c, down);
        }
        else if (wet == 3)
        {
            addFace<Lies::wet>(face.splits, a, b, c, down);
        }
        else
        {
            addFace<Lies::cut>(face.splits, a, b, c, down);
        }
    }

    enum class Lies // how a face does
    {
        submerged, // as all of the body
        wet,
        cut
    };

    template <Lies How>
    TN_INLINE void addFace(int32_t splits, Float4 a, Float4 b, Float4 c, float down)
    {
        if (splits == 1)
        {
            addPiece<How>(a, b, c, down);
            return;
        }
        addPieces<How>(splits, a, b, c, down);
    }

    // Over a lattice of n steps from a to b and c, a row of it after the other.
    template <Lies How>
    void addPieces(int32_t n, Float4 a, Float4 b, Float4 c, float down)
    {
        const float step = 1.0f / static_cast<float>(n);
        const float share = down * step * step;
        Float4 towardsB[kMostSplits + 1];
        Float4 rows[2][kMostSplits + 1];
        for (int32_t i = 0; i <= n; ++i)
        {
            towardsB[i] = (step * static_cast<float>(i)) * (b - a);
            rows[0][i] = a + towardsB[i];
        }
        for (int32_t j = 0; j < n; ++j)
        {
            const Float4* low = rows[j & 1];
            Float4* high = rows[(j + 1) & 1];
            const Float4 towardsC = (step * static_cast<float>(j + 1)) * (c - a);
            high[0] = a + towardsC;
            addPiece<How>(low[0], low[1], high[0], share);
            for (int32_t i = 1; i + j < n; ++i)
            {
                high[i] = a + (towardsB[i] + towardsC);
                addPiece<How>(high[i], high[i - 1], low[i], share);
                addPiece<How>(low[i], low[i + 1], high[i], share);
            }
        }
    }

    template <Lies How>
    TN_INLINE void addPiece(Float4 a, Float4 b, Float4 c, float down)
    {
        if constexpr (How == Lies::submerged)
        {
            // To the middle of the piece: its prism may have any volume, and none.
            const Float4 middle = (1.0f / 3.0f) * (a + (b + c));
            addPart(middle[0], middle[1], down * depthOf(middle));
            return;
        }
        DepthIntegrals sums;
        if constexpr (How == Lies::wet)
        {
            sums.add(1.0f, a, b, c);
        }
        else
        {
            sums = cutPiece(a, b, c);
        }
        if (sums.depth > 0.0f)
        {
            const float scale = 1.0f / sums.depth;
            addPart(scale * sums.moments[0], scale * sums.moments[1], down * sums.depth);
        }
    }

    // A piece of a face that the surface crosses: it may cross the piece, or not.
    static DepthIntegrals cutPiece(Float4 a, Float4 b, Float4 c)
    {
        DepthIntegrals sums;
        const WetPoint p{a, {}};
        const WetPoint q{b, {}};
        const WetPoint r{c, {}};
        const int wet = wetCorners(p, q, r);
        if (wet == 3)
        {
            sums.add(1.0f, a, b, c);
        }
        else if (wet > 0)
        {
            cutFace(wet, p, q, r,
                    [&sums](float part, Float4 u, Float4 v, Float4 w) { sums.add(part, u, v, w); });
        }
        return sums;
    }

    TN_INLINE void addPart(float x, float y, float volume)
    {
        parts_[count_] = {x, y, volume};
        ++count_;
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
                              WaterAround water, WetPoint* points, DisplacedPart* parts)
{
    return Displacer(hull, points, parts).displace(motion, arms, water);
}

} // namespace tarn
