#include "support/rigid_body.h"

#include "core/vec3.h"
#include "field/body_hull.h"

#include "tarn/tarn.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::test
{
namespace
{

// a after b.
tnQuat product(tnQuat a, tnQuat b)
{
    return {a.w * b.x + b.w * a.x + (a.y * b.z - a.z * b.y),
            a.w * b.y + b.w * a.y + (a.z * b.x - a.x * b.z),
            a.w * b.z + b.w * a.z + (a.x * b.y - a.y * b.x),
            a.w * b.w - (a.x * b.x + a.y * b.y + a.z * b.z)};
}

tnVec3 columnOf(const float (&m)[3][3], int k)
{
    return {m[0][k], m[1][k], m[2][k]};
}

tnVec3 times(const float (&m)[3][3], tnVec3 v)
{
    return v.x * columnOf(m, 0) + (v.y * columnOf(m, 1) + v.z * columnOf(m, 2));
}

// x of m x = v, by Cramer's rule.
tnVec3 solved(const float (&m)[3][3], tnVec3 v)
{
    const tnVec3 a = columnOf(m, 0);
    const tnVec3 b = columnOf(m, 1);
    const tnVec3 c = columnOf(m, 2);
    const float all = dot(a, cross(b, c));
    return {dot(v, cross(b, c)) / all, dot(a, cross(v, c)) / all, dot(a, cross(b, v)) / all};
}

} // namespace

tnQuat turned(tnQuat rotation, tnVec3 spin, float dt)
{
    const tnVec3 half = (0.5f * dt) * spin;
    const tnQuat q = product({half.x, half.y, half.z, 1.0f}, rotation);
    const float size = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {q.x / size, q.y / size, q.z / size, q.w / size};
}

void RigidBody::step(tnVec3 force, tnVec3 torque, float dt)
{
    velocity = velocity + (dt / mass) * force;
    position = position + dt * velocity;
    const Rotation axes = rotationOf(rotation);
    const auto own = [&axes](tnVec3 v) {
        return tnVec3{dot(axes.x, v), dot(axes.y, v), dot(axes.z, v)};
    };
    const tnVec3 ownSpin = own(spin);
    const tnVec3 gyration = cross(ownSpin, times(inertia, ownSpin));
    spin = axes(ownSpin + dt * solved(inertia, own(torque) - gyration));
    rotation = turned(rotation, spin, dt);
}

RigidBody addBody(tnWater water, const tnBodyDef& def)
{
    RigidBody body;
    wrapper::orThrow(tnWater_AddBody(water, &def, &body.id));
    tnMassProperties properties;
    wrapper::orThrow(tnWater_GetMassProperties(water, body.id, &properties));
    body.mass = properties.mass;
    std::copy(&properties.inertia[0][0], &properties.inertia[0][0] + 9, &body.inertia[0][0]);
    body.position = def.position;
    body.rotation = def.rotation;
    body.velocity = def.velocity;
    body.spin = def.spin;
    return body;
}

} // namespace tarn::test
