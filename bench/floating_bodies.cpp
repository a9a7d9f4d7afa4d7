// Contacts first, then velocities, then places.
#include "bench/floating_bodies.h"

#include "tarn/tarn.hpp"

#include <algorithm>
#include <cmath>

namespace tarn::bench
{
namespace
{

constexpr float kGravity = 9.81f;    // (unit: m/s^2)
constexpr float kStiffness = 400.0f; // of a contact (unit: 1/s^2): weight makes a dent of 25 mm,
constexpr float kDamping = 20.0f;    // and a hit takes a tenth of a second (unit: 1/s)

tnVec3 operator+(tnVec3 a, tnVec3 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

tnVec3 operator-(tnVec3 a, tnVec3 b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

tnVec3 operator*(float s, tnVec3 v)
{
    return {s * v.x, s * v.y, s * v.z};
}

float dot(tnVec3 a, tnVec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

tnVec3 cross(tnVec3 a, tnVec3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// v turned by q, of length 1.
tnVec3 turned(tnQuat q, tnVec3 v)
{
    const tnVec3 axis = {q.x, q.y, q.z};
    const tnVec3 twice = 2.0f * cross(axis, v);
    return v + q.w * twice + cross(axis, twice);
}

tnQuat conjugate(tnQuat q)
{
    return {-q.x, -q.y, -q.z, q.w};
}

// q after turning at `spin` for dt.
tnQuat spun(tnQuat q, tnVec3 spin, float dt)
{
    const tnVec3 half = (0.5f * dt) * spin;
    const tnVec3 axis = {q.x, q.y, q.z};
    const tnVec3 change = q.w * half + cross(half, axis);
    const tnVec3 next = axis + change;
    const float w = q.w - dot(half, axis);
    const float scale = 1.0f / std::sqrt(dot(next, next) + w * w);
    return {scale * next.x, scale * next.y, scale * next.z, scale * w};
}

// What a contact this deep, closing at this speed, pushes back with; it never pulls.
float pushOf(float depth, float closing)
{
    return depth > 0.0f ? std::max(kStiffness * depth + kDamping * closing, 0.0f) : 0.0f;
}

float reachOf(const tnBodyDef& def)
{
    return def.shape == tn_bodyBox ? std::min({def.halfSize.x, def.halfSize.y, def.halfSize.z})
                                   : def.radius;
}

} // namespace

void FloatingBodies::add(tnWater water, const tnBodyDef& def)
{
    tnBody body = {};
    orThrow(tnWater_AddBody(water, &def, &body));
    tnMassProperties mass = {};
    orThrow(tnWater_GetMassProperties(water, body, &mass));
    bodies_.push_back(body);
    motions_.push_back({body, def.position, def.rotation, def.velocity, def.spin});
    forces_.push_back({});
    builds_.push_back(
        {mass.mass, {mass.inertia[0][0], mass.inertia[1][1], mass.inertia[2][2]}, reachOf(def)});
    push_.push_back({});
}

void FloatingBodies::touchWalls(size_t body)
{
    const auto& [id, at, rotation, velocity, spin] = motions_[body];
    const float reach = builds_[body].reach;
    tnVec3& push = push_[body];
    push.x += pushOf(reach - at.x, -velocity.x) - pushOf(at.x + reach - edge_, velocity.x);
    push.y += pushOf(reach - at.y, -velocity.y) - pushOf(at.y + reach - edge_, velocity.y);
    push.z += pushOf(reach - at.z, -velocity.z);
}

void FloatingBodies::touchOthers()
{
    for (size_t a = 0; a < motions_.size(); ++a)
    {
        for (size_t b = a + 1; b < motions_.size(); ++b)
        {
            const tnVec3 apart = motions_[b].position - motions_[a].position;
            const float reach = builds_[a].reach + builds_[b].reach;
            const float square = dot(apart, apart);
            if (square >= reach * reach || square == 0.0f)
            {
                continue;
            }
            const float distance = std::sqrt(square);
            const tnVec3 normal = (1.0f / distance) * apart;
            const float closing = dot(motions_[a].velocity - motions_[b].velocity, normal);
            // Like two balls of the lighter one's mass: no heavy body flings a light one away.
            const float force =
                std::min(builds_[a].mass, builds_[b].mass) * pushOf(reach - distance, closing);
            push_[a] = push_[a] - (force / builds_[a].mass) * normal;
            push_[b] = push_[b] + (force / builds_[b].mass) * normal;
        }
    }
}

void FloatingBodies::move(float dt)
{
    std::fill(push_.begin(), push_.end(), tnVec3{0.0f, 0.0f, -kGravity});
    touchOthers();
    for (size_t body = 0; body < motions_.size(); ++body)
    {
        touchWalls(body);
        auto& [id, position, rotation, velocity, spin] = motions_[body];
        const auto& [mass, inertia, reach] = builds_[body];
        const tnBodyForce& water = forces_[body];
        velocity = velocity + dt * (push_[body] + (1.0f / mass) * water.force);
        position = position + dt * velocity;
        const tnVec3 torque = turned(conjugate(rotation), water.torque);
        spin = spin + dt * turned(rotation, {torque.x / inertia.x, torque.y / inertia.y,
                                             torque.z / inertia.z});
        rotation = spun(rotation, spin, dt);
    }
}

} // namespace tarn::bench
