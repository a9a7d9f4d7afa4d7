// Forces that explicit steps can live with.
//
// A body in the water has the inertia of some of it. The host knows its mass alone and goes on by
// mass * acceleration = force + weight, so it gets the force that gives the right acceleration:
//
//     force = mass * (F - weight) / inertia + weight
//
// which leaves draught and terminal velocity as they are. Inertia is mass and added mass, or more:
//
// - Drag takes at most half of a speed in dt: inertia >= 2 dt F/v. With F = -k v |v| a step is
//   v - dt k v |v| / inertia, which up to there grows with v: no overshooting, and terminal
//   velocities are reached as they are.
// - Where a body is too light for the steps (from stiffness dt^2 = inertia/4 on, 12 steps to a
//   period), bobbing is stepped implicitly: F is what it will be at the end of the step,
//   F - stiffness dt v, and inertia grows by stiffness dt^2. That is backward Euler, stable for
//   every mass.
//
// Turning is treated likewise, face by face with the arm where water is met: a plate that hits it
// with a corner turns far more easily than its mean lever says. Half of the speed and half of the
// spin together are at most all that a point of the body has. One factor holds for all axes:
// scaling them apart would turn a torque across a log into one along it, about which it spins most
// easily. Forces along the surface are not to be touched, since the water gets the opposite; where
// drag would take more than half of the speed they are scaled, for both.
#include "backend/water/body_host.h"

#include <algorithm>
#include <cmath>

namespace tarn
{
namespace
{

constexpr double kMostDragged = 0.5; // of a speed, in dt

// No body moves without moving water: one that is lighter than this part of the water it displaces,
// and has been given no added mass, is as sluggish as this. It rises at 5 times gravity at most.
constexpr double kLeastInertia = 0.2;

// Stiffness times dt^2, over inertia, from which on steps become implicit, and from which on they
// are. Explicit ones end at 4.
constexpr double kStiff = 0.25;
constexpr double kVeryStiff = 1.0;

// Friction of the skin in turning, over 1/2 density (wet area) (spin lever)^2: a ball that spins on
// the spot meets no water with its faces. From the torque on a turning sphere, 0.02 to 0.07 times
// 1/2 density spin^2 R^5 for Reynolds numbers of 1e5 to 1e4: O. Sawatzki, Acta Mechanica 9, 1970.
constexpr double kSkinFriction = 0.003;

double implicitPart(double stiffness)
{
    return std::clamp((stiffness - kStiff) / (kVeryStiff - kStiff), 0.0, 1.0);
}

// A symmetric matrix for x and y.
struct Symmetric2
{
    double xx = 0.0;
    double yy = 0.0;
    double xy = 0.0;
};

class Turning
{
  public:
    Turning(const BodyHull& hull, const BodyTraits& traits, const BodyMotion& motion,
            const BodyLiquid& liquid, const BodyWetness& wet, const WetPoint* points)
        : hull_(hull), motion_(motion), wet_(wet), points_(points), mass_(wide(traits.mass)),
          density_(wide(liquid.density)), weight_(density_ * wide(liquid.gravity)),
          dt_(wide(liquid.dt))
    {
        // Added inertia is spread as the body's own: one factor for all axes.
        const double displaced = density_ * wet.volume / mass_;
        inertia_ = std::max(1.0 + wide(traits.addedMass) * displaced, kLeastInertia * displaced);
    }

    Vec3 torque()
    {
        Vec3 torque{weight_ * (wet_.moment.y + wet_.headY), -weight_ * (wet_.moment.x + wet_.headX),
                    0.0};
        if (mayBeStiff())
        {
            stepImplicitly(torque);
        }
        const Skin skin = skinFriction();
        // As for forces; `turned` is dt times drag's torque over spin, over half the inertia.
        const double turned =
            dt_ * (wet_.turningRate + skin.rate * wide(hull_.turning)) / (kMostDragged * mass_);
        const double dragged = std::min(1.0, inertia_ / turned);
        return 1.0 / inertia_ * (torque + dragged * (wet_.torque + skin.torque));
    }

  private:
    // Stiffness against the easiest axis to turn about, as if all of the waterplane were as far out
    // as the body reaches. Crates and balls end here; the exact stiffness takes a look at all
    // faces.
    bool mayBeStiff() const
    {
        const auto& m = hull_.inverseInertia;
        const double easiest = wide(m[0][0]) + wide(m[1][1]) + wide(m[2][2]);
        const double reach = wide(hull_.reach);
        const double most = weight_ * (wet_.waterplane * reach * reach + length(wet_.moment));
        return easiest * most * dt_ * dt_ / mass_ > kStiff * inertia_;
    }

    void stepImplicitly(Vec3& torque)
    {
        const Symmetric2 stiffness = stiffnessOfTurning();
        const Symmetric2 inverse = inverseInertia();
        // The trace of inverse * stiffness: no less than its larger eigenvalue.
        const double stiff = std::max(0.0, inverse.xx * stiffness.xx + inverse.yy * stiffness.yy +
                                               2.0 * inverse.xy * stiffness.xy) *
                             dt_ * dt_ / mass_;
        const double part = implicitPart(stiff / inertia_);
        inertia_ += part * stiff;
        const Vec3 spin = wide(limited(motion_.spin, kFastestBody));
        torque.x -= part * dt_ * (stiffness.xx * spin.x + stiffness.xy * spin.y);
        torque.y -= part * dt_ * (stiffness.xy * spin.x + stiffness.yy * spin.y);
    }

    struct Skin
    {
        Vec3 torque;
        double rate = 0.0; // as that of drag
    };

    Skin skinFriction() const
    {
        const Rotation& r = motion_.rotation;
        const Vec3 spin = wide(limited(motion_.spin, kFastestBody));
        const Vec3 lever = wide(hull_.lever);
        const Vec3 own{dot(wide(r.x), spin), dot(wide(r.y), spin), dot(wide(r.z), spin)};
        const double strength = 0.5 * kSkinFriction * density_ * wet_.area * length(spin);
        const auto about = [strength](double rate, double arm) {
            return -strength * rate * arm * arm * arm;
        };
        return {(about(own.x, lever.x) * wide(r.x) + about(own.y, lever.y) * wide(r.y)) +
                    about(own.z, lever.z) * wide(r.z),
                strength * std::max({lever.x, lever.y, lever.z})};
    }

    // A tilt about an axis brings back a torque of weight times the second moment of the
    // waterplane; and one like a pendulum's, by how far the centres of buoyancy and mass are apart.
    Symmetric2 stiffnessOfTurning() const
    {
        const double pendulum = weight_ * length(wet_.moment);
        Symmetric2 stiffness{pendulum, pendulum, 0.0};
        if (!(wet_.waterplane > 0.0))
        {
            return stiffness;
        }
        for (int32_t k = 0; k < hull_.faceCount; ++k)
        {
            const BodyFace& face = hull_.faces[k];
            const Symmetric2 second = placesUnderWater(face);
            const double down = -wide(motion_.rotation(face.normal).z * face.area) * weight_;
            stiffness.xx += down * second.yy;
            stiffness.yy += down * second.xx;
            stiffness.xy -= down * second.xy;
        }
        return stiffness;
    }

    // Second moments of the place over the wet part of a face, for each unit of its area.
    Symmetric2 placesUnderWater(const BodyFace& face) const
    {
        const WetPoint& a = points_[face.a];
        const WetPoint& b = points_[face.b];
        const WetPoint& c = points_[face.c];
        Symmetric2 second;
        const auto add = [&second](float part, Float4 p, Float4 q, Float4 r) {
            const float x = p[0] + (q[0] + r[0]);
            const float y = p[1] + (q[1] + r[1]);
            const float twelfth = part * (1.0f / 12.0f);
            second.xx += wide(twelfth * (x * x + (p[0] * p[0] + (q[0] * q[0] + r[0] * r[0]))));
            second.yy += wide(twelfth * (y * y + (p[1] * p[1] + (q[1] * q[1] + r[1] * r[1]))));
            second.xy += wide(twelfth * (x * y + (p[0] * p[1] + (q[0] * q[1] + r[0] * r[1]))));
        };
        const int corners = wetCorners(a, b, c);
        if (corners == 3)
        {
            add(1.0f, a.place, b.place, c.place);
        }
        else if (corners > 0)
        {
            cutFace(corners, a, b, c, add);
        }
        return second;
    }

    // Of a body of 1 kg, for turning about x and y.
    Symmetric2 inverseInertia() const
    {
        const auto& m = hull_.inverseInertia;
        const Rotation& r = motion_.rotation;
        const Vec3 rowX{wide(r.x.x), wide(r.y.x), wide(r.z.x)};
        const Vec3 rowY{wide(r.x.y), wide(r.y.y), wide(r.z.y)};
        const auto turned = [&m](Vec3 a) {
            return Vec3{wide(m[0][0]) * a.x + wide(m[0][1]) * a.y + wide(m[0][2]) * a.z,
                        wide(m[1][0]) * a.x + wide(m[1][1]) * a.y + wide(m[1][2]) * a.z,
                        wide(m[2][0]) * a.x + wide(m[2][1]) * a.y + wide(m[2][2]) * a.z};
        };
        const Vec3 x = turned(rowX);
        return {dot(rowX, x), dot(rowY, turned(rowY)), dot(rowY, x)};
    }

    const BodyHull& hull_;
    const BodyMotion& motion_;
    const BodyWetness& wet_;
    const WetPoint* points_;
    double mass_;
    double density_;
    double weight_; // of a volume of 1 of the liquid
    double dt_;
    double inertia_; // in times the body's own
};

double forceUp(const BodyTraits& traits, const BodyLiquid& liquid, const BodyWetness& wet)
{
    const double mass = wide(traits.mass);
    const double gravity = wide(liquid.gravity);
    const double density = wide(liquid.density);
    const double dt = wide(liquid.dt);
    const double displaced = density * wet.volume;
    const double inertia = std::max({mass + wide(traits.addedMass) * displaced,
                                     kLeastInertia * displaced, dt * wet.rate / kMostDragged});
    const double stiffness = density * gravity * wet.waterplane;
    const double part = implicitPart(stiffness * dt * dt / inertia);
    const double weight = mass * gravity;
    const double up = gravity * (displaced + density * wet.head) + wet.resistance.z -
                      part * stiffness * dt * wet.speedUp;
    return mass * ((up - weight) / (inertia + part * stiffness * dt * dt)) + weight;
}

} // namespace

tnVec3 limited(tnVec3 v, float most)
{
    return {std::clamp(v.x, -most, most), std::clamp(v.y, -most, most),
            std::clamp(v.z, -most, most)};
}

void handOver(const BodyHull& hull, const BodyTraits& traits, const BodyMotion& motion,
              const BodyLiquid& liquid, const BodyWetness& wet, const WetPoint* points,
              BodyForces& out)
{
    const double mass = wide(traits.mass);
    const double density = wide(liquid.density);
    const double along = std::min(1.0, kMostDragged * mass / (wide(liquid.dt) * wet.rate));
    out.host.force = {static_cast<float>(along * wet.resistance.x),
                      static_cast<float>(along * wet.resistance.y),
                      static_cast<float>(forceUp(traits, liquid, wet))};
    out.host.torque = narrow(Turning(hull, traits, motion, liquid, wet, points).torque());
    const double slope = density * wide(liquid.gravity) *
                         std::min(1.0, mass / (kLeastInertia * density * wet.volume));
    out.slopeX = static_cast<float>(-slope * wet.slopeX);
    out.slopeY = static_cast<float>(-slope * wet.slopeY);
}

} // namespace tarn
