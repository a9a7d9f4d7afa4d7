// Bullet's shapes for RigidWorld, and nobody else: this header knows Bullet.
#pragma once

#include "scene/rigid_world.h"

#include <memory>
#include <span>
#include <utility>
#include <vector>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wextra"
#endif
#include <BulletCollision/CollisionShapes/btHeightfieldTerrainShape.h>
#include <btBulletDynamicsCommon.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace tarn::scene
{

inline btVector3 asBullet(const tnVec3& v)
{
    return {v.x, v.y, v.z};
}

// The axes in which the inertia is diagonal, and its three numbers there.
struct Inertia
{
    btMatrix3x3 axes = btMatrix3x3::getIdentity();
    btVector3 moments = {0, 0, 0};

    explicit Inertia(const std::array<std::array<float, 3>, 3>& tensor)
    {
        btMatrix3x3 m(tensor[0][0], tensor[0][1], tensor[0][2], tensor[1][0], tensor[1][1],
                      tensor[1][2], tensor[2][0], tensor[2][1], tensor[2][2]);
        m.diagonalize(axes, btScalar(1e-5), 32);
        moments.setValue(m[0][0], m[1][1], m[2][2]);
    }
};

// Heights of the ground at points of a lattice.
struct Heights
{
    std::vector<float> numbers;
    int columns = 0;
    int rows = 0;
    float spacing = 1.0F;
    tnVec2 first = {0.0F, 0.0F};

    // Linear between the points, level beyond them; 0 where there is no ground at all.
    float at(float x, float y) const;

    // What they lie between: whole metres with one to spare on either side, so that it seldom
    // changes; or one height twice, of level ground.
    std::pair<float, float> span() const;

    // Whether a shape that was made for the others will do for these.
    bool fitsShapeOf(const Heights& other) const;
};

// Of a body, in the axes `principal` of its inertia.
std::unique_ptr<btCollisionShape> makeShape(const RigidDef& def, const btMatrix3x3& principal);

// Everything behind the plane of points with normal * point = distance; the normal is along an
// axis.
std::unique_ptr<btCollisionShape> makeHalfSpace(const btVector3& normal, btScalar distance);

// The ground: its shape, the numbers that the shape points to, and where its middle is. Level
// ground is a slab, on which boxes stand better than on a plane: four contacts at once.
struct GroundShape
{
    std::vector<float> heights;
    std::unique_ptr<btCollisionShape> shape;
    btVector3 middle = {0, 0, 0};
};
GroundShape makeGround(const Heights& heights);

// Other numbers for a field that was made for the same lattice and span.
void setGround(GroundShape& ground, const Heights& heights);

} // namespace tarn::scene
