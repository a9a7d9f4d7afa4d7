// Makes Bullet's shapes.
#include "scene/rigid_shapes.h"

#include "scene/defaults.h"

#include <algorithm>

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

// Hulls of many vertices cost much and collide no better: Bullet's own thinning leaves some forty.
std::unique_ptr<btCollisionShape> makeHull(std::span<const tnVec3> vertices,
                                           const btMatrix3x3& principal)
{
    auto hull = std::make_unique<btConvexHullShape>();
    for (const tnVec3& v : vertices)
    {
        hull->addPoint(principal.transpose() * asBullet(v), false);
    }
    hull->recalcLocalAabb();
    btVector3 low;
    btVector3 high;
    hull->getAabb(btTransform::getIdentity(), low, high);
    const btVector3 size = high - low;
    hull->setMargin(0);
    btShapeHull thin(hull.get());
    if (thin.buildHull(0) && thin.numVertices() >= 4)
    {
        hull = std::make_unique<btConvexHullShape>();
        for (int k = 0; k < thin.numVertices(); ++k)
        {
            hull->addPoint(thin.getVertexPointer()[k], false);
        }
        hull->recalcLocalAabb();
    }
    hull->setMargin(marginOf(btScalar(0.5) * size[size.minAxis()]));
    hull->initializePolyhedralFeatures();
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
        box->initializePolyhedralFeatures();
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

// A field has a row of points more on every side: Water's cells reach half a cell beyond theirs.
// Level ground is a slab, on which boxes stand better than on a plane: four contacts at once.
GroundShape makeGround(std::span<const float> heights, int columns, int rows, float spacing,
                       tnVec2 first)
{
    const auto [low, high] = std::minmax_element(heights.begin(), heights.end());
    const int wide = columns + 2;
    const int tall = rows + 2;
    GroundShape ground;
    ground.middle = {first.x + 0.5F * spacing * static_cast<float>(columns - 1),
                     first.y + 0.5F * spacing * static_cast<float>(rows - 1),
                     0.5F * (*low + *high)};
    if (*low == *high)
    {
        const auto thick = btScalar(kSlabThickness);
        ground.middle[2] -= btScalar(0.5) * thick;
        auto slab = std::make_unique<btBoxShape>(
            btScalar(0.5) * btVector3(spacing * static_cast<float>(wide),
                                      spacing * static_cast<float>(tall), thick));
        slab->initializePolyhedralFeatures();
        ground.shape = std::move(slab);
        return ground;
    }
    ground.heights.resize(std::size_t(wide) * std::size_t(tall));
    for (int j = 0; j < tall; ++j)
    {
        for (int i = 0; i < wide; ++i)
        {
            const auto row = static_cast<std::size_t>(std::clamp(j - 1, 0, rows - 1));
            const auto column = static_cast<std::size_t>(std::clamp(i - 1, 0, columns - 1));
            ground.heights[std::size_t(j) * std::size_t(wide) + std::size_t(i)] =
                heights[row * std::size_t(columns) + column];
        }
    }
    auto field = std::make_unique<btHeightfieldTerrainShape>(wide, tall, ground.heights.data(),
                                                             *low, *high, 2, false);
    field->setLocalScaling(btVector3(spacing, spacing, 1));
    ground.shape = std::move(field);
    return ground;
}

} // namespace tarn::scene
