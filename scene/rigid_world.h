// RigidWorld: solids that fall, collide, stack and come to rest on the ground and against walls.
// Bullet does all of it; this says how, so that the rest of the house does not know Bullet.
//
// The same calls give the same bits, and a restored world goes on as if it had never stopped, with
// bodies in contact too.
//
// Units are SI, z goes up. A body's own axes and its position are about its centre of mass.
#pragma once

#include "scene/quantity.h"

#include "tarn/field.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace tarn::scene
{

enum class RigidShape : std::int32_t
{
    sphere,
    box,
    capsule,  // along z
    cylinder, // along z
    hull      // the convex hull of vertices
};

enum class RigidKind : std::int32_t
{
    free,
    fixed,
    led // goes where lead() says, and pushes others aside
};

struct RigidMotion
{
    tnVec3 position = {0.0F, 0.0F, 0.0F};
    tnQuat rotation = {0.0F, 0.0F, 0.0F, 1.0F};
    tnVec3 velocity = {0.0F, 0.0F, 0.0F};
    tnVec3 spin = {0.0F, 0.0F, 0.0F};
};

struct RigidDef
{
    RigidShape shape = RigidShape::sphere;
    RigidKind kind = RigidKind::free;
    float radius = 0.25F;
    tnVec3 halfSize = {0.25F, 0.25F, 0.25F};
    float halfLength = 0.25F;
    std::vector<tnVec3> vertices;                       // of a hull
    float mass = 1.0F;                                  // kg
    std::array<std::array<float, 3>, 3> inertia = {{}}; // kg m^2, in its own axes
    float friction = 0.5F;
    float restitution = 0.2F;
    RigidMotion motion;
};

// Counts up from 1; one that was removed does not come back. What asks for an id, other than has(),
// needs one that is there.
using RigidId = std::uint32_t;

// Where a ray meets a body.
struct RigidHit
{
    RigidId body = 0;
    tnVec3 point = {0.0F, 0.0F, 0.0F};
};

class RigidWorld
{
  public:
    RigidWorld();
    ~RigidWorld();
    RigidWorld(const RigidWorld&) = delete;
    RigidWorld& operator=(const RigidWorld&) = delete;

    void setGravity(float gravity); // m/s^2, downwards

    // Heights of the ground in rows, point (i, j) at first + spacing * (i, j). Beyond the outermost
    // it goes on level by a cell. All that rests wakes.
    void setGround(std::span<const float> heights, int columns, int rows, float spacing,
                   tnVec2 first);

    // Upright walls along the sides of the area, by tnSide.
    void setWalls(const Rectangle& area, const std::array<bool, 4>& isWall);

    RigidId add(const RigidDef& def);
    void remove(RigidId id);
    bool has(RigidId id) const;

    // Another shape, size or mass for the same body; its motion comes from the def too.
    void reshape(RigidId id, const RigidDef& def);

    RigidMotion motion(RigidId id) const;

    // Puts a body somewhere, or throws it.
    void setMotion(RigidId id, const RigidMotion& motion);

    // A led body goes from one pose to the other during the next step.
    void lead(RigidId id, const RigidMotion& from, const RigidMotion& to);

    // A force at the centre of mass and a torque, for the next step. Weight is there already. A
    // body at rest sleeps, and wakes when what pushes it has changed.
    void push(RigidId id, tnVec3 force, tnVec3 torque);

    // A force at a point, for the next step; wakes the body.
    void pushAt(RigidId id, tnVec3 force, tnVec3 point);

    // A hand takes the body at a point of the world and draws that to where it is dragged.
    void grab(RigidId id, tnVec3 point);
    void drag(RigidId id, tnVec3 target);
    void release(RigidId id);

    bool isAsleep(RigidId id) const;
    void wakeAll();

    // The first body between two points; walls and the ground hide none.
    std::optional<RigidHit> pick(tnVec3 from, tnVec3 to) const;

    void step(float dt); // s

    // All bodies, and back; ground, walls and gravity are the caller's. Throws an Error.
    std::vector<std::uint8_t> save() const;
    void restore(std::span<const std::uint8_t> bytes);

  private:
    struct Engine;
    std::unique_ptr<Engine> engine_;
};

} // namespace tarn::scene
