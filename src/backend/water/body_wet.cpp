// What the water does to a body.
//
// Buoyancy. Over the wet part of the surface, -n_z dA is the horizontal shadow of a face, positive
// where it looks down. Summed, it is the area of the waterplane; with the depth s, the volume under
// water (prisms from the face up to the surface, those of faces that look up counting negative);
// with s (x, y, z + s/2), its moment. That is the divergence theorem, exact for every closed mesh.
//
// Drag and lift. A face of area A that moves at v through the water, towards it (n.v > 0), feels
//
//     drag = -1/2 rho C_D A' |v| v      A' = A (w n.v/|v| + 1 - w)
//     lift = -1/2 rho C_L A' |v|^2 l    l: n without its part along v, of length 1
//
// with w the effective area. Lift does no work.
//
// The host goes on by explicit steps, which would throw light bodies out of the water: what it gets
// is made so that it cannot, see `Hander`.
#include "backend/water/body_water.h"
#include "backend/water/face_cut.h"

#include <algorithm>
#include <cmath>

namespace tarn
{
namespace
{

// Where a face meets the water within 6 degrees of head on, lift fades: its direction means nothing
// there, and must not jump.
constexpr float kLiftFades = 0.1f;

// Drag in dt takes at most this part of the speed. Up to it, explicit steps go towards the terminal
// velocity without overshooting: with F = -k v |v| the step is v - dt k v^2 / m, which grows with v
// as long as dt k v / m <= 1/2.
constexpr double kMostDragged = 0.5;

// No body moves without moving water: bodies that are lighter than this part of the water that they
// displace, and have been given no added mass, are as sluggish as this.
constexpr double kLeastInertia = 0.05;

// From which stiffness * dt^2 / mass on bobbing is stepped implicitly: at 1/4 there are 12 steps to
// a period; at 1, 6, and from there on entirely. Explicit steps end at 4.
constexpr double kStiff = 0.25;
constexpr double kVeryStiff = 1.0;

constexpr float kDeepest = 1.0e7f; // (unit: m)

tnVec3 limited(tnVec3 v, float most)
{
    const auto limit = [most](float x) { return std::clamp(x, -most, most); };
    return {limit(v.x), limit(v.y), limit(v.z)};
}

DeepPoint deepPoint(const WetPoint& p)
{
    return {p.x, p.y, p.z, p.s};
}

tnVec3 weighted(const WetPart& part, tnVec3 a, tnVec3 b, tnVec3 c)
{
    return part.at[0] * a + (part.at[1] * b + part.at[2] * c);
}

// ---- Vertices

// How a body lies in the water.
struct Immersion
{
    bool any = false;     // a vertex is under water,
    bool whole = false;   // all are; depths of points are then from the height of its centre
    float below = 0.0f;   // depth of the centre of mass below the surface at vertex 0
    double speedUp = 0.0; // through the water, the mean of what is under it (unit: m/s)
};

Immersion immerse(const BodyHull& hull, const BodyMotion& motion, const tnVec3* arms,
                  const BodyWater* water, WetPoint* points)
{
    Immersion result;
    if (hull.vertexCount == 0)
    {
        return result;
    }
    const tnVec3 velocity = limited(motion.velocity, kFastestBody);
    const tnVec3 spin = limited(motion.spin, kFastestBody / std::max(hull.reach, 1e-6f));
    const float level = water[0].surface;
    result.below = std::clamp(level - motion.position.z, -kDeepest, kDeepest);
    int32_t under = 0;
    double speedUp = 0.0;
    for (int32_t k = 0; k < hull.vertexCount; ++k)
    {
        const tnVec3 arm = arms[k];
        const BodyWater& here = water[k];
        const float depth = ((here.surface - level) - arm.z) + result.below;
        WetPoint& point = points[k];
        point.x = arm.x;
        point.y = arm.y;
        point.z = arm.z;
        point.s = here.wet ? depth : std::min(depth, 0.0f);
        point.velocity = (velocity + cross(spin, arm)) - here.velocity;
        if (point.s > 0.0f)
        {
            ++under;
            speedUp += wide(point.velocity.z);
        }
    }
    result.any = under > 0;
    result.whole = under == hull.vertexCount;
    result.speedUp = under > 0 ? speedUp / under : 0.0;
    if (result.whole)
    {
        for (int32_t k = 0; k < hull.vertexCount; ++k)
        {
            points[k].s = (water[k].surface - level) - arms[k].z;
        }
    }
    return result;
}

// ---- One face

// How strongly water resists: half its density times the coefficients.
struct Resistance
{
    float drag = 0.0f;
    float lift = 0.0f;
    float effectiveArea = 1.0f;

    Resistance(const BodyTraits& traits, const BodyLiquid& liquid)
        : drag(0.5f * liquid.density * traits.drag), lift(0.5f * liquid.density * traits.lift),
          effectiveArea(traits.effectiveArea)
    {
    }
};

struct FaceForce
{
    tnVec3 drag{};
    tnVec3 lift{};
    float rate = 0.0f; // what drag and lift come to, over speed (unit: kg/s)
};

// On a face of area `area` that moves towards the water: `towards` is n.v > 0.
FaceForce forceOn(const Resistance& resistance, tnVec3 normal, float area, tnVec3 v, float towards)
{
    const float speed = length(v);
    const float meeting = area * (resistance.effectiveArea * towards +
                                  (1.0f - resistance.effectiveArea) * speed); // A' |v|
    FaceForce force;
    force.drag = -(resistance.drag * meeting) * v;
    force.rate = (resistance.drag + resistance.lift) * meeting;
    if (resistance.lift > 0.0f)
    {
        const tnVec3 across = cross(normal, v);
        const float least = kLiftFades * speed;
        const float size = std::max(length(across), least);
        force.lift = -(resistance.lift * meeting / size) * cross(v, across);
    }
    return force;
}

// ---- All faces

// Sums over the faces, in 64 bits.
struct BodySums
{
    double shadow = 0.0; // of wet faces, downwards: the waterplane
    double shadowXX = 0.0;
    double shadowYY = 0.0;
    double shadowXY = 0.0;
    double volume = 0.0;
    Vec3 moment; // of volume
    double area = 0.0;
    double slopeX = 0.0; // of depth times normal
    double slopeY = 0.0;
    Vec3 drag;
    Vec3 lift;
    Vec3 torque;       // of drag and lift
    double rate = 0.0; // see FaceForce
};

// Second moments over a triangle of area 1, of the place.
struct PlaceIntegrals
{
    float xx = 0.0f;
    float yy = 0.0f;
    float xy = 0.0f;

    void add(float part, const DeepPoint& a, const DeepPoint& b, const DeepPoint& c)
    {
        const float x = a.x + (b.x + c.x);
        const float y = a.y + (b.y + c.y);
        const float twelfth = part * (1.0f / 12.0f);
        xx += twelfth * (x * x + (a.x * a.x + (b.x * b.x + c.x * c.x)));
        yy += twelfth * (y * y + (a.y * a.y + (b.y * b.y + c.y * c.y)));
        xy += twelfth * (x * y + (a.x * a.y + (b.x * b.y + c.x * c.y)));
    }
};

// A face of a body that the surface cuts: what of it is wet, and its share in volume and
// waterplane.
WetPart addCut(BodySums& sums, const WetPoint& a, const WetPoint& b, const WetPoint& c,
               tnVec3 normal, float area)
{
    DepthIntegrals depths;
    PlaceIntegrals places;
    const WetPart wet =
        cutFace(deepPoint(a), deepPoint(b), deepPoint(c),
                [&](float part, const DeepPoint& p, const DeepPoint& q, const DeepPoint& r) {
                    depths.add(part, p, q, r);
                    places.add(part, p, q, r);
                });
    if (wet.part > 0.0f)
    {
        const float down = -normal.z * area;
        sums.shadow += wide(down * wet.part);
        sums.shadowXX += wide(down * places.xx);
        sums.shadowYY += wide(down * places.yy);
        sums.shadowXY += wide(down * places.xy);
        sums.volume += wide(down * depths.depth);
        sums.moment =
            sums.moment + wide(tnVec3{down * depths.moments.x, down * depths.moments.y,
                                      down * (depths.moments.z + 0.5f * depths.moments.s)});
        sums.slopeX += wide(normal.x * (area * depths.depth));
        sums.slopeY += wide(normal.y * (area * depths.depth));
    }
    return wet;
}

// A face of a body that is all under water: volume and centre are known.
WetPart addWhole(BodySums& sums, const WetPoint& a, const WetPoint& b, const WetPoint& c,
                 tnVec3 normal, float area)
{
    constexpr float kThird = 1.0f / 3.0f;
    const float depth = kThird * (a.s + (b.s + c.s));
    sums.slopeX += wide(normal.x * (area * depth));
    sums.slopeY += wide(normal.y * (area * depth));
    return {1.0f, {kThird, kThird, kThird}};
}

template <bool Whole>
BodySums sumFaces(const BodyHull& hull, const Rotation& rotation, const Resistance& resistance,
                  const WetPoint* points, BodyPush* pushes, int32_t* pushCount)
{
    BodySums sums;
    int32_t count = 0;
    for (int32_t k = 0; k < hull.faceCount; ++k)
    {
        const BodyFace& face = hull.faces[k];
        const WetPoint& a = points[face.a];
        const WetPoint& b = points[face.b];
        const WetPoint& c = points[face.c];
        if (!Whole && !(a.s > 0.0f) && !(b.s > 0.0f) && !(c.s > 0.0f))
        {
            continue;
        }
        const tnVec3 normal = rotation(face.normal);
        const WetPart wet = Whole ? addWhole(sums, a, b, c, normal, face.area)
                                  : addCut(sums, a, b, c, normal, face.area);
        const float area = wet.part * face.area;
        sums.area += wide(area);
        const tnVec3 v = weighted(wet, a.velocity, b.velocity, c.velocity);
        const float towards = dot(normal, v);
        if (towards > 0.0f)
        {
            const tnVec3 arm = weighted(wet, {a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z});
            const FaceForce force = forceOn(resistance, normal, area, v, towards);
            const tnVec3 both = force.drag + force.lift;
            sums.drag = sums.drag + wide(force.drag);
            sums.lift = sums.lift + wide(force.lift);
            sums.torque = sums.torque + wide(cross(arm, both));
            sums.rate += wide(force.rate);
            pushes[count++] = {arm.x, arm.y, both.x, both.y};
        }
    }
    *pushCount = count;
    return sums;
}

// Whatever waves do between vertices, no more is under water than all of the body, no less than
// nothing, and its centre is in the body's reach.
void keepWithin(BodySums& sums, const BodyHull& hull)
{
    sums.volume = std::clamp(sums.volume, 0.0, wide(hull.volume));
    sums.shadow = std::max(sums.shadow, 0.0);
    const double most = sums.volume * wide(hull.reach);
    const double size = length(sums.moment);
    if (size > most)
    {
        sums.moment = most / size * sums.moment;
    }
}

// ---- What the host gets

// Bodies in the water have the inertia of some of it. The host knows their mass alone and goes on
// by mass * acceleration = force + weight, so it gets the force that gives it the right
// acceleration:
//
//     force = mass * (F - weight) / inertia + weight
//
// which leaves the draught and the terminal velocity as they are. Inertia is mass + added mass,
// but at least twice what drag takes in dt, and where a body is too light for the steps, plus the
// stiffness times dt^2, with the force that stiffness will have at the end of the step: a step of
// backward Euler, stable for every mass. Turning is treated likewise, about the axes along the
// surface. Along the surface itself nothing may be done to the force, since the water gets the
// opposite; it is scaled, pushes and all, where drag would take more than half of the speed.
class Hander
{
  public:
    Hander(const BodyHull& hull, const BodyTraits& traits, const BodyMotion& motion,
           const BodyLiquid& liquid)
        : hull_(hull), motion_(motion), mass_(wide(traits.mass)), added_(wide(traits.addedMass)),
          density_(wide(liquid.density)), gravity_(wide(liquid.gravity)), dt_(wide(liquid.dt))
    {
    }

    void hand(const BodySums& sums, const Immersion& immersion, BodyForces& out, BodyPush* pushes)
    {
        const double displaced = density_ * sums.volume; // mass of water
        out.host.force = narrow(force(sums, immersion, displaced));
        scalePushes(std::min(1.0, kMostDragged * mass_ / (dt_ * sums.rate)), out, pushes);
        out.host.torque = narrow(torque(sums, displaced));
        const double slope =
            density_ * gravity_ * std::min(1.0, mass_ / (kLeastInertia * displaced));
        out.slopeX = static_cast<float>(-slope * sums.slopeX);
        out.slopeY = static_cast<float>(-slope * sums.slopeY);
    }

  private:
    // How much of an implicit step it takes, from a stiffness times dt^2 over an inertia.
    static double implicit(double stiffness)
    {
        return std::clamp((stiffness - kStiff) / (kVeryStiff - kStiff), 0.0, 1.0);
    }

    // Up and down.
    Vec3 force(const BodySums& sums, const Immersion& immersion, double displaced) const
    {
        const double explicitInertia =
            std::max({mass_ + added_ * displaced, kLeastInertia * displaced,
                      dt_ * sums.rate / kMostDragged});
        const double stiffness = density_ * gravity_ * sums.shadow;
        const double part = implicit(stiffness * dt_ * dt_ / explicitInertia);
        const double inertia = explicitInertia + part * stiffness * dt_ * dt_;
        const double weight = mass_ * gravity_;
        const double up = gravity_ * displaced + (sums.drag.z + sums.lift.z) -
                          part * stiffness * dt_ * immersion.speedUp;
        return {0.0, 0.0, mass_ * ((up - weight) / inertia) + weight};
    }

    // Horizontal forces are the sum of pushes, as the water will get them.
    static void scalePushes(double scale, BodyForces& out, BodyPush* pushes)
    {
        const float factor = static_cast<float>(scale);
        double x = 0.0;
        double y = 0.0;
        for (int32_t k = 0; k < out.pushes; ++k)
        {
            pushes[k].forceX *= factor;
            pushes[k].forceY *= factor;
            x += wide(pushes[k].forceX);
            y += wide(pushes[k].forceY);
        }
        out.host.force.x = static_cast<float>(x);
        out.host.force.y = static_cast<float>(y);
    }

    // Of the stiffness in turning about x and y, and of the inverse of the inertia of 1 kg.
    struct Symmetric2
    {
        double xx = 0.0;
        double yy = 0.0;
        double xy = 0.0;
    };

    // A tilt by t about an axis raises the restoring torque by density * gravity * t times the
    // second moment of the waterplane, and as much again as the centre of buoyancy lies above that
    // of mass.
    Symmetric2 turningStiffness(const BodySums& sums) const
    {
        const double weight = density_ * gravity_;
        const double pendulum = weight * length(sums.moment);
        return {weight * sums.shadowYY + pendulum, weight * sums.shadowXX + pendulum,
                -weight * sums.shadowXY};
    }

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

    Vec3 torque(const BodySums& sums, double displaced) const
    {
        const Symmetric2 stiffness = turningStiffness(sums);
        const Symmetric2 inverse = inverseInertia();
        // The trace of inverse * stiffness is no less than its larger eigenvalue.
        const double stiff = std::max(0.0, inverse.xx * stiffness.xx + inverse.yy * stiffness.yy +
                                               2.0 * inverse.xy * stiffness.xy) *
                             dt_ * dt_ / mass_;
        // Added inertia is spread as the body's own, and so is one factor.
        const double explicitInertia =
            std::max(1.0 + added_ * displaced / mass_, kLeastInertia * displaced / mass_);
        const double part = implicit(stiff / explicitInertia);
        const double inertia = explicitInertia + part * stiff;

        const double turned = dt_ * sums.rate * wide(hull_.turning) / (kMostDragged * mass_);
        const double dragged = std::min(1.0, inertia / turned);
        const double draggedUpright = std::min(1.0, 1.0 / turned);
        const double weight = density_ * gravity_;
        const Vec3 spin = wide(limited(motion_.spin, kFastestBody));
        const double step = part * dt_;
        return {(weight * sums.moment.y + dragged * sums.torque.x -
                 step * (stiffness.xx * spin.x + stiffness.xy * spin.y)) /
                    inertia,
                (-weight * sums.moment.x + dragged * sums.torque.y -
                 step * (stiffness.xy * spin.x + stiffness.yy * spin.y)) /
                    inertia,
                draggedUpright * sums.torque.z};
    }

    const BodyHull& hull_;
    const BodyMotion& motion_;
    double mass_;
    double added_;
    double density_;
    double gravity_;
    double dt_;
};

} // namespace

BodyForces wetBody(const BodyHull& hull, const BodyTraits& traits, const BodyMotion& motion,
                   const BodyLiquid& liquid, const tnVec3* arms, const BodyWater* water,
                   WetPoint* points, BodyPush* pushes)
{
    BodyForces out;
    out.host.centreOfBuoyancy = motion.position;
    const Immersion immersion = immerse(hull, motion, arms, water, points);
    if (!immersion.any)
    {
        return out;
    }
    const Resistance resistance(traits, liquid);
    BodySums sums =
        immersion.whole
            ? sumFaces<true>(hull, motion.rotation, resistance, points, pushes, &out.pushes)
            : sumFaces<false>(hull, motion.rotation, resistance, points, pushes, &out.pushes);
    if (immersion.whole)
    {
        sums.volume = wide(hull.volume);
        sums.moment = sums.volume * wide(motion.rotation(hull.centre));
    }
    else
    {
        keepWithin(sums, hull);
    }
    Hander(hull, traits, motion, liquid).hand(sums, immersion, out, pushes);

    const Vec3 centre = sums.volume > 0.0 ? 1.0 / sums.volume * sums.moment : Vec3{};
    out.host.submergedVolume = static_cast<float>(sums.volume);
    out.host.centreOfBuoyancy = narrow(wide(motion.position) + centre);
    out.host.waterplaneArea = static_cast<float>(sums.shadow);
    out.host.wettedArea = static_cast<float>(sums.area);
    out.buoyancy = static_cast<float>(wide(liquid.density) * wide(liquid.gravity) * sums.volume);
    out.drag = narrow(sums.drag);
    out.lift = narrow(sums.lift);
    return out;
}

int32_t wettedFaces(const BodyHull& hull, const BodyTraits& traits, const BodyMotion& motion,
                    const BodyLiquid& liquid, const tnVec3* arms, const BodyWater* water,
                    WetPoint* points, tnWettedFace* out, int32_t capacity)
{
    const Immersion immersion = immerse(hull, motion, arms, water, points);
    const Resistance resistance(traits, liquid);
    const float above = immersion.whole ? immersion.below : 0.0f;
    int32_t count = 0;
    for (int32_t k = 0; immersion.any && k < hull.faceCount; ++k)
    {
        const BodyFace& face = hull.faces[k];
        const WetPoint& a = points[face.a];
        const WetPoint& b = points[face.b];
        const WetPoint& c = points[face.c];
        const tnVec3 normal = motion.rotation(face.normal);
        BodySums sums;
        const WetPart wet = immersion.whole ? addWhole(sums, a, b, c, normal, face.area)
                                            : addCut(sums, a, b, c, normal, face.area);
        const float area = wet.part * face.area;
        if (!(area > 0.0f))
        {
            continue;
        }
        if (count < capacity)
        {
            const tnVec3 v = weighted(wet, a.velocity, b.velocity, c.velocity);
            const tnVec3 arm = weighted(wet, {a.x, a.y, a.z}, {b.x, b.y, b.z}, {c.x, c.y, c.z});
            const float depth =
                above + (wet.at[0] * a.s + (wet.at[1] * b.s + wet.at[2] * c.s)); // linear: the mean
            const float towards = dot(normal, v);
            const FaceForce force =
                towards > 0.0f ? forceOn(resistance, normal, area, v, towards) : FaceForce{};
            const float pressure = liquid.density * liquid.gravity * depth * area;
            out[count] = {motion.position + arm, normal, area, depth,
                          (force.drag + force.lift) - pressure * normal};
        }
        ++count;
    }
    return count;
}

} // namespace tarn
