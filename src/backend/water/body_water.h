// What water and bodies do to one another, body by body; nothing here knows the grid.
//
// The caller places the hull (placeHull), looks up the water at each of its vertices, and asks
//
//     displaceBody   where it displaces how much water,
//     wetBody        what the water does to it,
//     wettedFaces    its faces under water, one by one.
//
// All lengths are arms: from the body's centre of mass, along the world's axes. Inner loops are in
// 32 bits, sums in 64 and in the order of the faces, so that every bit is the same everywhere. What
// has x, y and z is written (x + y) + z, so that mirrors, the one that exchanges x and y too, change
// no bit of a face; and sums have 29 bits more than what they are made of and what they become, so
// that the order of the faces, which a mirror changes, is next to never to be seen in them.
//
// After C. Yuksel, D. House, J. Keyser, "Wave particles", 2007 (drag and lift face by face), with
// the volume under water exact for any closed mesh, concave ones too.
#pragma once

#include "backend/water/face_cut.h"
#include "field/body_hull.h"

#include "tarn/water.h"

#include <cstdint>

namespace tarn
{

// ---- What the caller tells

// The water above or below a vertex.
struct BodyWater
{
    float surface = 0.0f; // height (unit: m); of the ground where it is dry
    float calm = 0.0f;    // height that the displaced volume is measured against
    tnVec3 velocity{};    // of the water that a face meets (unit: m/s)
    bool wet = false;     // no: the body cannot be under water here, however low it is
};

// At every vertex.
struct WaterAround
{
    const BodyWater* at = nullptr;
    float level = 0.0f; // near all heights of surfaces: depths are reckoned from there (unit: m)
};

// How a body moves, and what it is like.
struct BodyMotion
{
    tnVec3 position{}; // of the centre of mass (unit: m)
    Rotation rotation;
    tnVec3 velocity{}; // (unit: m/s)
    tnVec3 spin{};     // (unit: rad/s)
};

struct BodyTraits
{
    float mass = 1.0f;          // (unit: kg), > 0
    float drag = 0.0f;          // coefficients, >= 0
    float lift = 0.0f;          //
    float effectiveArea = 1.0f; // 0 to 1
    float addedMass = 0.0f;     // >= 0
};

struct BodyLiquid
{
    float density = 1000.0f; // (unit: kg/m^3)
    float gravity = 9.81f;   // downwards (unit: m/s^2)
    float dt = 1.0f / 60.0f; // for how long the force will act (unit: s)
};

// How much higher the water presses under the body than the surface says, that its vertices see:
// the mean over its waterplane, and its moments about the centre of mass. What a hull that comes
// down drives out presses against it before it is gone.
struct BodyHead
{
    float height = 0.0f;  // (unit: m)
    float momentX = 0.0f; // (unit: m^2)
    float momentY = 0.0f;
};

// Speeds beyond this count as this, so that no force is beyond 32 bits (unit: m/s).
inline constexpr float kFastestBody = 1.0e7f;

// ---- Displacing

// Volume that goes to one place (unit: m^3). Negative above faces that look up under water; all
// parts of a body together are what it displaces.
struct DisplacedPart
{
    float x = 0.0f; // the middle of the water that is displaced
    float y = 0.0f;
    float volume = 0.0f;
};

struct BodyDisplacement
{
    int32_t count = 0;   // of parts
    double volume = 0.0; // their sum, in their order
};

// Under the calm surface. `points` has room for hull.vertexCount, `parts` for hull.pieceCount.
BodyDisplacement displaceBody(const BodyHull& hull, const BodyMotion& motion, const tnVec3* arms,
                              WaterAround water, WetPoint* points, DisplacedPart* parts);

// ---- Forces

struct BodyForces
{
    // What the host gets: buoyancy, drag and lift, with added mass taken into account. The water
    // gets the opposite of its x and y.
    tnBodyForce host{};
    // Where the surface slopes, its pressure pushes the body downhill: in the host's force it is
    // not (unit: N). Acts at the centre of buoyancy.
    float slopeX = 0.0f;
    float slopeY = 0.0f;
    float buoyancy = 0.0f; // density times gravity times volume, upwards (unit: N)
    tnVec3 resistance{};   // drag and lift as the faces feel them (unit: N)
};

// Under the actual surface. `points` has room for hull.vertexCount.
// Everything is 0 for a body above the water; otherwise finite for all finite input, within
// kFastestBody and kMostReach. In dt it changes the body's velocity by at most 1.5 times the
// greatest speed of its points through the water and 6 times what gravity does.
BodyForces wetBody(const BodyHull& hull, const BodyTraits& traits, const BodyMotion& motion,
                   const BodyLiquid& liquid, const BodyHead& head, const tnVec3* arms,
                   WaterAround water, WetPoint* points);

// The faces under water, cut by the surface. Writes the first `capacity` of them, returns how many
// there are. Drag and lift are as the faces feel them.
int32_t wettedFaces(const BodyHull& hull, const BodyTraits& traits, const BodyMotion& motion,
                    const BodyLiquid& liquid, const tnVec3* arms, WaterAround water,
                    WetPoint* points, tnWettedFace* out, int32_t capacity);

} // namespace tarn
