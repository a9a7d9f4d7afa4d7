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
#include "backend/water/face_cut.h"

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

    DeepPoint point(int32_t k) const
    {
        const tnVec3 arm = arms_[k];
        const float depth = submerged_ ? relativeDepth(k) : relativeDepth(k) + below_;
        return {arm.x, arm.y, arm.z, water_[k].wet ? depth : std::min(depth, 0.0f)};
    }

    void addFace(const BodyFace& face, float down)
    {
        const DeepPoint a = point(face.a);
        const DeepPoint b = point(face.b);
        const DeepPoint c = point(face.c);
        if (face.splits == 1)
        {
            addPiece(a, b, c, down);
            return;
        }
        if (!submerged_ && !(a.s > 0.0f) && !(b.s > 0.0f) && !(c.s > 0.0f))
        {
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

    void addPiece(const DeepPoint& a, const DeepPoint& b, const DeepPoint& c, float down)
    {
        DepthIntegrals sums;
        if (submerged_)
        {
            sums.add(1.0f, a, b, c);
        }
        else
        {
            cutFace(a, b, c,
                    [&](float part, const DeepPoint& p, const DeepPoint& q, const DeepPoint& r) {
                        sums.add(part, p, q, r);
                    });
        }
        const float volume = down * sums.depth;
        if (volume == 0.0f)
        {
            return;
        }
        // The middle of the prism; of one that goes through the centre's height, which may have any
        // volume, the middle of its face, as far as that is off.
        const float scale = 1.0f / sums.depth;
        float x = scale * sums.moments.x;
        float y = scale * sums.moments.y;
        x = std::clamp(x, std::min({a.x, b.x, c.x}), std::max({a.x, b.x, c.x}));
        y = std::clamp(y, std::min({a.y, b.y, c.y}), std::max({a.y, b.y, c.y}));
        parts_[count_++] = {x, y, volume};
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
