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
        float depth = ((here.surface - level) - arm.z) + result.below;
        depth = here.wet ? depth : std::min(depth, 0.0f);
        const tnVec3 v = (velocity + cross(spin, arm)) - here.velocity;
        points[k] = {Float4{arm.x, arm.y, arm.z, depth}, Float4{v.x, v.y, v.z, 0.0f}};
        if (depth > 0.0f)
        {
            ++under;
            speedUp += wide(v.z);
        }
    }
    result.any = under > 0;
    result.whole = under == hull.vertexCount;
    result.speedUp = under > 0 ? speedUp / under : 0.0;
    if (result.whole)
    {
        for (int32_t k = 0; k < hull.vertexCount; ++k)
        {
            points[k].place[3] = (water[k].surface - level) - arms[k].z;
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
    tnVec3 force{};
    float rate = 0.0f; // what drag and lift come to, over speed (unit: kg/s)
};

// On a face of area `area` that moves at v towards the water: `towards` is n.v > 0.
TN_INLINE FaceForce forceOn(const Resistance& resistance, tnVec3 normal, float area, tnVec3 v,
                            float towards)
{
    const float square = dot(v, v);
    const float all = 1.0f - resistance.effectiveArea;
    const float meeting = area * (resistance.effectiveArea * towards +
                                  (all > 0.0f ? all * std::sqrt(square) : 0.0f)); // A' |v|
    FaceForce result{-(resistance.drag * meeting) * v,
                     (resistance.drag + resistance.lift) * meeting};
    if (resistance.lift > 0.0f)
    {
        const tnVec3 across = cross(normal, v);
        const float size = std::sqrt(std::max(dot(across, across), kLiftFades * square));
        const float scale = size > 0.0f ? resistance.lift * meeting / size : 0.0f;
        result.force = result.force - scale * cross(v, across);
    }
    return result;
}

TN_INLINE tnVec3 first3(Float4 a)
{
    return {a[0], a[1], a[2]};
}

// ---- All faces

// Sums over the wet faces.
struct BodySums
{
    Sum4 areas;   // area times normal, and area; the third is that of the waterplane, negative
    Sum4 depths;  // depth times area times normal; the third is the volume, negative
    Sum4 moments; // volume times x, y and z of the face, and times its depth
    Sum4 forces;  // drag and lift, and what they come to, over speed
    Sum4 torques; // of them
};

template <bool Whole>
BodySums sumFaces(const BodyHull& hull, const Rotation& rotation, const Resistance& resistance,
                  const WetPoint* points)
{
    const Float4 axes[3] = {{rotation.x.x, rotation.x.y, rotation.x.z, 0.0f},
                            {rotation.y.x, rotation.y.y, rotation.y.z, 0.0f},
                            {rotation.z.x, rotation.z.y, rotation.z.z, 0.0f}};
    const Float4 one{0.0f, 0.0f, 0.0f, 1.0f};
    BodySums sums;
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
        const Float4 normal =
            (face.normal.x * axes[0] + (face.normal.y * axes[1] + face.normal.z * axes[2])) + one;
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
        const float area = wet.part * face.area;
        sums.areas.add(area * normal);
        sums.depths.add((face.area * depths.depth) * normal);
        if (!Whole)
        {
            sums.moments.add((-normal[2] * face.area) * depths.moments);
        }
        const tnVec3 n = first3(normal);
        const tnVec3 v = first3(wet.middle.velocity);
        const float towards = dot(n, v);
        if (towards > 0.0f)
        {
            const tnVec3 arm = first3(wet.middle.place);
            const FaceForce on = forceOn(resistance, n, wet.part * face.shapeArea, v, towards);
            const tnVec3 torque = cross(arm, on.force);
            sums.forces.add(Float4{on.force.x, on.force.y, on.force.z, on.rate});
            sums.torques.add(Float4{torque.x, torque.y, torque.z, 0.0f});
        }
    }
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
    wet.resistance = {sums.forces[0], sums.forces[1], sums.forces[2]};
    wet.torque = {sums.torques[0], sums.torques[1], sums.torques[2]};
    wet.rate = sums.forces[3];
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
                   const BodyWater* water, WetPoint* points)
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
            const tnVec3 v = first3(wet.middle.velocity);
            const float towards = dot(normal, v);
            const tnVec3 force =
                towards > 0.0f
                    ? forceOn(resistance, normal, wet.part * face.shapeArea, v, towards).force
                    : tnVec3{};
            const float depth = above + depthOf(wet.middle.place);
            const float pressure = liquid.density * liquid.gravity * depth * area;
            out[count] = {motion.position + first3(wet.middle.place), normal, area, depth,
                          force - pressure * normal};
        }
        ++count;
    }
    return count;
}

} // namespace tarn
