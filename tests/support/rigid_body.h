// RigidBody: what a host's physics engine does with a body between two steps of the water, in its
// smallest form: semi-implicit Euler, without contacts.
#pragma once

#include "tarn/water.h"

namespace tarn::test
{

// `rotation`, turned by this spin for dt, of length 1.
tnQuat turned(tnQuat rotation, tnVec3 spin, float dt);

struct RigidBody
{
    tnBody id{};
    float mass = 1.0f;
    float inertia[3][3] = {}; // about the centre of mass, own axes
    tnVec3 position{};
    tnQuat rotation{0.0f, 0.0f, 0.0f, 1.0f};
    tnVec3 velocity{};
    tnVec3 spin{};

    tnBodyMotion motion() const { return {id, position, rotation, velocity, spin}; }

    // Under all forces, weight included; the torque is about the centre of mass.
    void step(tnVec3 force, tnVec3 torque, float dt);
};

// Adds a body to the water, and asks for its mass and inertia. Throws where it is refused.
RigidBody addBody(tnWater water, const tnBodyDef& def);

} // namespace tarn::test
