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
// What the host gets of it is made in body_host.cpp.
#include "backend/water/body_host.h"

#include <algorithm>
#include <cmath>

namespace tarn
{
namespace
{

// The square of the sine of 6 degrees. Where a face meets the water nearer to head on, lift fades:
// its direction means nothing there, and must not jump.
constexpr float kLiftFades = 0.01f;

constexpr float kDeepest = 1.0e7f; // pressures of any liquid there fit 32 bits (unit: m)

// ---- Vertices

// How a body lies in the water.
struct Immersion
{
    bool any = false;     // a vertex is under water,
    bool whole = false;   // all are; depths of points are then from the height of its centre
    float below = 0.0f;   // depth of the centre of mass below the level of the water around
    double speedUp = 0.0; // through the water, the mean of what is under it (unit: m/s)
};

Immersion immerse(const BodyHull& hull, const BodyMotion& motion, const tnVec3* arms,
                  WaterAround water, WetPoint* points)
{
    Immersion result;
    const tnVec3 velocity = limited(motion.velocity, kFastestBody);
    const tnVec3 spin = limited(motion.spin, kFastestBody / std::max(hull.reach, 1e-6f));
    const Float4 ownVelocity = four(velocity);
    const Float4 turns[3] = {{0.0f, spin.z, -spin.y, 0.0f}, // how arms along x, y and z go round
                             {-spin.z, 0.0f, spin.x, 0.0f},
                             {spin.y, -spin.x, 0.0f, 0.0f}};
    result.below = std::clamp(water.level - motion.position.z, -kDeepest, kDeepest);
    int32_t under = 0;
    double speedUp = 0.0;
    for (int32_t k = 0; k < hull.vertexCount; ++k)
    {
        const tnVec3 arm = arms[k];
        const BodyWater& here = water.at[k];
        float depth = ((here.surface - water.level) - arm.z) + result.below;
        depth = here.wet ? depth : std::min(depth, 0.0f);
        const Float4 turning = (arm.x * turns[0] + arm.y * turns[1]) + arm.z * turns[2];
        const Float4 v = (ownVelocity + turning) - four(here.velocity);
        points[k] = {four(arm, depth), v};
        under += depth > 0.0f ? 1 : 0;
        speedUp += depth > 0.0f ? wide(v[2]) : 0.0;
    }
    result.any = under > 0;
    result.whole = under > 0 && under == hull.vertexCount;
    result.speedUp = under > 0 ? speedUp / under : 0.0;
    if (result.whole)
    {
        for (int32_t k = 0; k < hull.vertexCount; ++k)
        {
            points[k].place[3] = (water.at[k].surface - water.level) - arms[k].z;
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

// Vectors of four faces side by side.
struct FourVectors
{
    Float4 x{};
    Float4 y{};
    Float4 z{};
};

TN_INLINE Float4 dot(const FourVectors& a, const FourVectors& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

TN_INLINE FourVectors cross(const FourVectors& a, const FourVectors& b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// A wet face, or what of it is under water.
struct MetFace
{
    Float4 normal{}; // and the area that meets the water
    Float4 arm{};    // of its middle
    Float4 velocity{};
};

struct FourForces
{
    FourVectors arm;
    FourVectors force;
    Float4 rate{}; // what drag and lift come to, over speed (unit: kg/s)
};

// On each of four faces. Those that move away from the water feel nothing.
TN_INLINE FourForces forcesOn(const Resistance& resistance, const MetFace (&faces)[4])
{
    constexpr float kLeastSize = 1e-30f; // less than the root of any number: one over it is finite
    const auto lanes = [&faces](Float4 MetFace::*part, Float4& last) {
        Float4 a = faces[0].*part;
        Float4 b = faces[1].*part;
        Float4 c = faces[2].*part;
        last = faces[3].*part;
        transpose(a, b, c, last);
        return FourVectors{a, b, c};
    };
    Float4 wetArea;
    Float4 unused;
    const FourVectors normal = lanes(&MetFace::normal, wetArea);
    const FourVectors v = lanes(&MetFace::velocity, unused);
    const Float4 towards = dot(normal, v);
    const Float4 area = wherePositive(towards, wetArea);
    const Float4 square = dot(v, v);
    const float all = 1.0f - resistance.effectiveArea;
    Float4 met = resistance.effectiveArea * towards; // of the area, times |v|
    if (all > 0.0f)
    {
        met = met + all * squareRoot(square);
    }
    const Float4 meeting = area * met;
    const Float4 drag = -resistance.drag * meeting;
    FourForces result{lanes(&MetFace::arm, unused),
                      {drag * v.x, drag * v.y, drag * v.z},
                      (resistance.drag + resistance.lift) * meeting};
    if (resistance.lift > 0.0f)
    {
        const FourVectors across = cross(normal, v);
        const Float4 size = squareRoot(greater(dot(across, across), kLiftFades * square));
        const Float4 least{kLeastSize, kLeastSize, kLeastSize, kLeastSize};
        const Float4 scale = (resistance.lift * meeting) / greater(size, least);
        const FourVectors way = cross(v, across);
        result.force = {result.force.x - scale * way.x, result.force.y - scale * way.y,
                        result.force.z - scale * way.z};
    }
    return result;
}

// ---- All faces

// How much easier a force at an arm turns a body than it moves it, about all axes together: the
// trace of (|arm|^2 - arm arm^T) times the inverse inertia of 1 kg. That is a square form of the
// arm, and no less than about any one axis.
class EaseOfTurning
{
  public:
    EaseOfTurning(const BodyHull& hull, const Rotation& r)
    {
        const auto& m = hull.inverseInertia;
        const tnVec3 x = r({m[1][1] + m[2][2], -m[0][1], -m[0][2]});
        const tnVec3 y = r({-m[0][1], m[2][2] + m[0][0], -m[1][2]});
        const tnVec3 z = r({-m[0][2], -m[1][2], m[0][0] + m[1][1]});
        const auto sum = [&](float tnVec3::*a, float tnVec3::*b) {
            return (x.*a * r.x.*b + y.*a * r.y.*b) + z.*a * r.z.*b;
        };
        xx_ = sum(&tnVec3::x, &tnVec3::x);
        yy_ = sum(&tnVec3::y, &tnVec3::y);
        zz_ = sum(&tnVec3::z, &tnVec3::z);
        // Both halves, since rounding must not tell x from y.
        xy_ = sum(&tnVec3::x, &tnVec3::y) + sum(&tnVec3::y, &tnVec3::x);
        xz_ = sum(&tnVec3::x, &tnVec3::z) + sum(&tnVec3::z, &tnVec3::x);
        yz_ = sum(&tnVec3::y, &tnVec3::z) + sum(&tnVec3::z, &tnVec3::y);
    }

    TN_INLINE Float4 at(const FourVectors& arm) const
    {
        return (xx_ * (arm.x * arm.x) + yy_ * (arm.y * arm.y)) +
               (zz_ * (arm.z * arm.z) +
                (xy_ * (arm.x * arm.y) + arm.z * (xz_ * arm.x + yz_ * arm.y)));
    }

  private:
    float xx_, yy_, zz_, xy_, xz_, yz_;
};

// Sums over the wet faces.
struct BodySums
{
    Sum4 areas;        // area times normal, and area; the third is that of the waterplane, negative
    Sum4 depths;       // depth times area times normal; the third is the volume, negative
    Sum4 moments;      // volume times x, y and z of the face, and times its depth
    Vec3 force;        // drag and lift
    Vec3 torque;       // of them
    double rate = 0.0; // what they come to, over speed
    double turningRate = 0.0; // times the ease of turning
};

// Drag and lift, four faces at a time.
class Drag
{
  public:
    Drag(const Resistance& resistance, const EaseOfTurning& ease)
        : resistance_(resistance), ease_(ease)
    {
    }

    TN_INLINE void add(const MetFace& face)
    {
        faces_[count_++] = face;
        if (count_ == 4)
        {
            addFour();
        }
    }

    void finish(BodySums& sums)
    {
        for (int32_t k = count_; k < 4; ++k)
        {
            faces_[k] = {};
        }
        addFour();
        sums.force = {force_[0].all(), force_[1].all(), force_[2].all()};
        sums.torque = {torque_[0].all(), torque_[1].all(), torque_[2].all()};
        sums.rate = rate_.all();
        sums.turningRate = turningRate_.all();
    }

  private:
    TN_INLINE void addFour()
    {
        const FourForces on = forcesOn(resistance_, faces_);
        const FourVectors torque = cross(on.arm, on.force);
        force_[0].add(on.force.x);
        force_[1].add(on.force.y);
        force_[2].add(on.force.z);
        torque_[0].add(torque.x);
        torque_[1].add(torque.y);
        torque_[2].add(torque.z);
        rate_.add(on.rate);
        turningRate_.add(on.rate * ease_.at(on.arm));
        count_ = 0;
    }

    Resistance resistance_;
    EaseOfTurning ease_;
    MetFace faces_[4];
    int32_t count_ = 0;
    Sum4 force_[3];
    Sum4 torque_[3];
    Sum4 rate_;
    Sum4 turningRate_;
};

template <bool Whole>
BodySums sumFaces(const BodyHull& hull, const Rotation& rotation, const Resistance& resistance,
                  const WetPoint* points)
{
    const Float4 axes[3] = {four(rotation.x), four(rotation.y), four(rotation.z)};
    const Float4 one{0.0f, 0.0f, 0.0f, 1.0f};
    BodySums sums;
    Drag drag(resistance, {hull, rotation});
    for (int32_t k = 0; k < hull.faceCount; ++k)
    {
        const BodyFace& face = hull.faces[k];
        const WetPoint& a = points[face.a];
        const WetPoint& b = points[face.b];
        const WetPoint& c = points[face.c];
        const int wetCount = Whole ? 3 : wetCorners(a, b, c);
        if (wetCount == 0)
        {
            continue;
        }
        const Float4 direction =
            (face.normal.x * axes[0] + face.normal.y * axes[1]) + face.normal.z * axes[2];
        const Float4 normal = direction + one;
        WetPart wet;
        DepthIntegrals depths;
        if (wetCount == 3)
        {
            wet = wholeFace(a, b, c);
            depths.add(1.0f, a.place, b.place, c.place);
        }
        else
        {
            wet = cutFace(wetCount, a, b, c, [&depths](float part, Float4 p, Float4 q, Float4 r) {
                depths.add(part, p, q, r);
            });
        }
        sums.areas.add((wet.part * face.area) * normal);
        sums.depths.add((face.area * depths.depth) * normal);
        if (!Whole)
        {
            sums.moments.add((-normal[2] * face.area) * depths.moments);
        }
        drag.add(
            {direction + (wet.part * face.shapeArea) * one, wet.middle.place, wet.middle.velocity});
    }
    drag.finish(sums);
    return sums;
}

// What wetness is made of them. Whatever waves do between vertices, no more is under water than all
// of the body, no less than nothing, and its centre is in the body's reach.
BodyWetness wetnessOf(const BodyHull& hull, const Rotation& rotation, const BodySums& sums,
                      const Immersion& immersion)
{
    BodyWetness wet;
    wet.area = sums.areas[3];
    wet.slopeX = sums.depths[0];
    wet.slopeY = sums.depths[1];
    wet.resistance = sums.force;
    wet.torque = sums.torque;
    wet.rate = sums.rate;
    wet.turningRate = std::max(sums.turningRate, 0.0); // rounding, for needles
    wet.speedUp = immersion.speedUp;
    if (immersion.whole)
    {
        wet.volume = wide(hull.volume);
        wet.moment = wet.volume * wide(rotation(hull.centre));
        return wet;
    }
    wet.volume = std::clamp(-sums.depths[2], 0.0, wide(hull.volume));
    wet.moment = {sums.moments[0], sums.moments[1], sums.moments[2] + 0.5 * sums.moments[3]};
    wet.waterplane = std::max(-sums.areas[2], 0.0);
    const double most = wet.volume * wide(hull.reach);
    const double size = length(wet.moment);
    if (size > most)
    {
        wet.moment = most / size * wet.moment;
    }
    return wet;
}

} // namespace

BodyForces wetBody(const BodyHull& hull, const BodyTraits& traits, const BodyMotion& motion,
                   const BodyLiquid& liquid, const BodyHead& head, const tnVec3* arms,
                   WaterAround water, WetPoint* points)
{
    BodyForces out;
    out.host.centreOfBuoyancy = motion.position;
    const Immersion immersion = immerse(hull, motion, arms, water, points);
    if (!immersion.any)
    {
        return out;
    }
    const Resistance resistance(traits, liquid);
    const BodySums sums = immersion.whole
                              ? sumFaces<true>(hull, motion.rotation, resistance, points)
                              : sumFaces<false>(hull, motion.rotation, resistance, points);
    BodyWetness wet = wetnessOf(hull, motion.rotation, sums, immersion);
    wet.head = wet.waterplane * wide(head.height);
    wet.headX = wet.waterplane * wide(head.momentX);
    wet.headY = wet.waterplane * wide(head.momentY);
    const Vec3 centre = wet.volume > 0.0 ? 1.0 / wet.volume * wet.moment : Vec3{};
    out.host.submergedVolume = static_cast<float>(wet.volume);
    out.host.centreOfBuoyancy = narrow(wide(motion.position) + centre);
    out.host.waterplaneArea = static_cast<float>(wet.waterplane);
    out.host.wettedArea = static_cast<float>(wet.area);
    out.buoyancy = static_cast<float>(wide(liquid.density) * wide(liquid.gravity) * wet.volume);
    out.resistance = narrow(wet.resistance);
    handOver(hull, traits, motion, liquid, wet, points, out);
    return out;
}

int32_t wettedFaces(const BodyHull& hull, const BodyTraits& traits, const BodyMotion& motion,
                    const BodyLiquid& liquid, const tnVec3* arms, WaterAround water,
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
        const int corners = immersion.whole ? 3 : wetCorners(a, b, c);
        const WetPart wet = corners == 0 ? WetPart{}
                            : corners == 3
                                ? wholeFace(a, b, c)
                                : cutFace(corners, a, b, c, [](float, Float4, Float4, Float4) {});
        const float area = wet.part * face.area;
        if (!(area > 0.0f))
        {
            continue;
        }
        if (count < capacity)
        {
            const tnVec3 normal = motion.rotation(face.normal);
            const FourVectors forces =
                forcesOn(resistance, {{four(normal, wet.part * face.shapeArea), wet.middle.place,
                                       wet.middle.velocity}})
                    .force;
            const tnVec3 force{forces.x[0], forces.y[0], forces.z[0]};
            const float depth = above + depthOf(wet.middle.place);
            const float pressure = liquid.density * liquid.gravity * depth * area;
            out[count] = {motion.position + firstThree(wet.middle.place), normal, area, depth,
                          force - pressure * normal};
        }
        ++count;
    }
    return count;
}

} // namespace tarn
