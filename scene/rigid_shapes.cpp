// Makes Bullet's shapes.
#include "scene/rigid_shapes.h"

#include "scene/defaults.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace tarn::scene
{
namespace
{

// Everything on the far side of a plane. Unlike Bullet's own it has an end, so that only what comes
// near is looked at.
class HalfSpace : public btStaticPlaneShape
{
  public:
    HalfSpace(const btVector3& normal, btScalar distance) : btStaticPlaneShape(normal, distance) {}

    void getAabb(const btTransform&, btVector3& low, btVector3& high) const override
    {
        low.setValue(-BT_LARGE_FLOAT, -BT_LARGE_FLOAT, -BT_LARGE_FLOAT);
        high.setValue(BT_LARGE_FLOAT, BT_LARGE_FLOAT, BT_LARGE_FLOAT);
        const btVector3& normal = getPlaneNormal();
        const int axis =
            normal.maxAxis() == normal.absolute().maxAxis() ? normal.maxAxis() : normal.minAxis();
        if (normal[axis] > 0)
        {
            high[axis] = getPlaneConstant();
        }
        else
        {
            low[axis] = -getPlaneConstant();
        }
    }
};

// A shape that is round enough, or has few corners, needs no more than this around it.
btScalar marginOf(btScalar smallest)
{
    return std::min(btScalar(kRigidMargin), btScalar(0.1) * smallest);
}

// The farthest vertices along the axes, edges and corners of a cube: hulls of more cost much and
// collide no better.
std::unique_ptr<btCollisionShape> makeHull(std::span<const tnVec3> vertices,
                                           const btMatrix3x3& principal)
{
    auto hull = std::make_unique<btConvexHullShape>();
    std::set<std::size_t> taken;
    for (int k = 0; k < 27; ++k)
    {
        const btVector3 way(btScalar(k % 3 - 1), btScalar(k / 3 % 3 - 1), btScalar(k / 9 - 1));
        std::size_t farthest = 0;
        for (std::size_t v = 1; v < vertices.size(); ++v)
        {
            farthest = way.dot(asBullet(vertices[v])) > way.dot(asBullet(vertices[farthest]))
                           ? v
                           : farthest;
        }
        if (!way.isZero() && taken.insert(farthest).second)
        {
            hull->addPoint(principal.transpose() * asBullet(vertices[farthest]), false);
        }
    }
    hull->recalcLocalAabb();
    btVector3 low;
    btVector3 high;
    hull->getAabb(btTransform::getIdentity(), low, high);
    const btVector3 size = high - low;
    hull->setMargin(marginOf(btScalar(0.5) * size[size.minAxis()]));
    return hull;
}

} // namespace

std::unique_ptr<btCollisionShape> makeShape(const RigidDef& def, const btMatrix3x3& principal)
{
    switch (def.shape)
    {
    case RigidShape::box:
    {
        auto box = std::make_unique<btBoxShape>(asBullet(def.halfSize));
        box->setMargin(marginOf(std::min({def.halfSize.x, def.halfSize.y, def.halfSize.z})));
        return box;
    }
    case RigidShape::capsule:
        return std::make_unique<btCapsuleShapeZ>(def.radius, 2 * def.halfLength);
    case RigidShape::cylinder:
    {
        auto cylinder =
            std::make_unique<btCylinderShapeZ>(btVector3(def.radius, def.radius, def.halfLength));
        cylinder->setMargin(marginOf(std::min(def.radius, def.halfLength)));
        return cylinder;
    }
    case RigidShape::hull:
        return makeHull(def.vertices, principal);
    default:
        return std::make_unique<btSphereShape>(def.radius);
    }
}

std::unique_ptr<btCollisionShape> makeHalfSpace(const btVector3& normal, btScalar distance)
{
    return std::make_unique<HalfSpace>(normal, distance);
}

float Heights::at(float x, float y) const
{
    if (numbers.empty())
    {
        return 0.0F;
    }
    const float px = std::clamp((x - first.x) / spacing, 0.0F, static_cast<float>(columns - 1));
    const float py = std::clamp((y - first.y) / spacing, 0.0F, static_cast<float>(rows - 1));
    const int i = std::min(static_cast<int>(px), std::max(columns - 2, 0));
    const int j = std::min(static_cast<int>(py), std::max(rows - 2, 0));
    const auto height = [&](int column, int row) {
        return numbers[std::size_t(std::min(row, rows - 1)) * std::size_t(columns) +
                       std::size_t(std::min(column, columns - 1))];
    };
    const float fx = px - static_cast<float>(i);
    const float fy = py - static_cast<float>(j);
    const float low = height(i, j) + fx * (height(i + 1, j) - height(i, j));
    const float high = height(i, j + 1) + fx * (height(i + 1, j + 1) - height(i, j + 1));
    return low + fy * (high - low);
}

std::pair<float, float> Heights::span() const
{
    const auto [low, high] = std::minmax_element(numbers.begin(), numbers.end());
    return *low == *high ? std::pair(*low, *high)
                         : std::pair(std::floor(*low) - 1.0F, std::ceil(*high) + 1.0F);
}

bool Heights::fitsShapeOf(const Heights& other) const
{
    return !other.numbers.empty() && columns == other.columns && rows == other.rows &&
           spacing == other.spacing && first.x == other.first.x && first.y == other.first.y &&
           span() == other.span();
}

GroundShape makeGround(const Heights& heights)
{
    const auto [low, high] = heights.span();
    const int wide = heights.columns + 2;
    const int tall = heights.rows + 2;
    const float spacing = heights.spacing;
    GroundShape ground;
    ground.middle = {heights.first.x + 0.5F * spacing * static_cast<float>(heights.columns - 1),
                     heights.first.y + 0.5F * spacing * static_cast<float>(heights.rows - 1),
                     0.5F * (low + high)};
    if (low == high)
    {
        const auto thick = btScalar(kSlabThickness);
        ground.middle[2] -= btScalar(0.5) * thick;
        auto slab = std::make_unique<btBoxShape>(
            btScalar(0.5) * btVector3(spacing * static_cast<float>(wide),
                                      spacing * static_cast<float>(tall), thick));
        ground.shape = std::move(slab);
        return ground;
    }
    ground.heights.resize(std::size_t(wide) * std::size_t(tall));
    setGround(ground, heights);
    auto field = std::make_unique<btHeightfieldTerrainShape>(wide, tall, ground.heights.data(), low,
                                                             high, 2, false);
    field->setLocalScaling(btVector3(spacing, spacing, 1));
    ground.shape = std::move(field);
    return ground;
}

// With a row of points more on every side: Water's cells reach half a cell beyond theirs.
void setGround(GroundShape& ground, const Heights& heights)
{
    if (ground.heights.empty())
    {
        return; // a slab, whose height has not changed
    }
    float* out = ground.heights.data();
    for (int j = -1; j <= heights.rows; ++j)
    {
        const auto row = static_cast<std::size_t>(std::clamp(j, 0, heights.rows - 1));
        for (int i = -1; i <= heights.columns; ++i)
        {
            const auto column = static_cast<std::size_t>(std::clamp(i, 0, heights.columns - 1));
            *out++ = heights.numbers[row * std::size_t(heights.columns) + column];
        }
    }
}

} // namespace tarn::scene
