// Every number of spray, foam and rain, with its reason.
#pragma once

#include <cstdint>

namespace tarn::spray
{

// ---- Where water leaves the surface

// A wave breaks where its front is steeper than this. A Stokes wave has 0.58 (30 degrees) right at
// its crest when it cannot grow any more; a front that is 0.4 between neighbours is beyond that
// somewhere in between.
inline constexpr float kSteep = 0.4f;

// and where it comes up faster than this (unit: m/s): below, a sheet of a centimetre has a Weber
// number of some 50, and surface tension keeps it together.
inline constexpr float kLeastRise = 0.6f;

// and only at its top, where the surface bends downwards by this (change of slope from a cell to
// the next): 3 % of the change of slope that steepest crests have.
inline constexpr float kBend = 0.035f;

// The part of the water coming up there that is thrown. Spilling breakers carry a roller of a tenth
// of the wave (Svendsen 1984: 0.9 H^2 of an area of H L); most of that stays with the wave.
inline constexpr float kThrown = 0.02f;

// Water falls over an edge where the ground is this many cells above the next surface: steeper than
// any bed that water would follow (56 degrees).
inline constexpr float kFallCells = 1.5f;
inline constexpr float kFallPart = 0.3f; // of what flows over it comes apart; the rest is a sheet

inline constexpr float kLeastDepth = 0.02f; // in cells; shallower water throws nothing

// Of a cell's depth: on average in a step, and in a drop. Together a wave that breaks never takes
// more than 0.2 of it in a step.
inline constexpr float kMostRate = 0.15f;
inline constexpr float kParcelOfDepth = 0.05f;
inline constexpr float kMostByHand = 0.9f; // when a call takes it

// Drops of a cell in a step; where there would be more, they are larger. A bore across 256 cells
// has 10,000 in the air.
inline constexpr int32_t kMostDrops = 2;
inline constexpr int32_t kMostCrownDrops = 64;  // of one impact in a step, likewise
inline constexpr int32_t kBirthsPerTile = 1024; // cells of a tile's 2048 that give birth in a step

// A drop's volume in cells^3: a ball with a radius of a sixth of a cell. It stands for many
// real drops, and is as large as can be seen on such a grid.
inline constexpr float kParcel = 0.0194f;

// Of viscous liquids nothing comes off: half as much at this kinematic viscosity (unit: m^2/s),
// where a metre a second over a decimetre has a Reynolds number of 200, and next to nothing beyond.
inline constexpr float kStringy = 5.0e-4f;

// ---- How it is thrown

inline constexpr float kAhead = 0.5f;   // of the wave's own speed, ahead of the water
inline constexpr float kUp = 1.0f;      // times the speed the surface comes up with, or the wave's
inline constexpr float kSpread = 0.3f;  // of that speed, to all sides
inline constexpr float kScatter = 0.5f; // times or less, faster or slower: drops differ

inline constexpr float kCrownPart = 0.05f;     // of the water a body sweeps aside becomes a crown
inline constexpr float kCrownRadius = 1.1f;    // times the body's
inline constexpr float kCrownUp = 0.9f;        // times the body's speed: crowns rise about as fast
inline constexpr float kCrownOut = 0.5f;       // (Worthington's pictures: 60 degrees)
inline constexpr float kLeastImpact = 0.5f;    // m/s; as kLeastRise, for a body
inline constexpr float kFastestImpact = 50.0f; // m/s; counts as that
inline constexpr float kFastestDrop = 100.0f;  // m/s; faster ones would be dust

// ---- Flight

// Drag of a ball: dv/dt = -k |v| v, k = 3/8 Cd (air's density / the liquid's) / radius.
inline constexpr float kDragBall = 0.5f;       // Cd of drops of a millimetre or more
inline constexpr float kAirDensity = 1.2f;     // kg/m^3
inline constexpr float kFinestDrop = 0.0005f;  // m, radius: falls at 4.7 m/s, and the wind has it
inline constexpr float kCoarsestDrop = 0.003f; // m: larger ones burst (they would fall at 11 m/s)
inline constexpr float kRainDrop = 0.0015f;    // m: falls at 8 m/s

inline constexpr float kLongestFlight = 1.0f; // s in a step; in longer steps drops hang in the air
inline constexpr int32_t kMostPieces = 16;    // of a flight in a step, of about a cell each
inline constexpr int32_t kParticlesPerTask = 512; // some 10 us of work

// ---- Landing

inline constexpr float kRingSpeed = 2.0f;     // m/s downwards; slower drops sink in
inline constexpr float kRingLayer = 1.0e-6f;  // m over its cell; less could not be seen
inline constexpr float kMostDent = 0.1f;      // of the depth
inline constexpr float kSplashPart = 0.2f;    // of a rain drop goes up again,
inline constexpr float kSplashSpeed = 1.2f;   // m/s, a decimetre high,
inline constexpr float kSplashDepth = 0.005f; // m; where the water is deeper than the drop is wide

// ---- Foam

inline constexpr float kFoamBreaking = 2.5f;    // 1/s at a breaking front: white when it has passed
inline constexpr float kFoamImpact = 3.0f;      // 1/s where a body hits at kFoamImpactSpeed
inline constexpr float kFoamImpactSpeed = 3.0f; // m/s
inline constexpr float kFoamOfDrop = 1.5f;      // times its volume is white where a drop lands
inline constexpr float kFoamGone = 1.0e-3f;     // foam below is none, so that tiles can fall asleep
inline constexpr float kFlecks = 0.15f;         // in a cell that turns white
inline constexpr float kFlecksOfDrop = 0.1f;    // where a drop lands
inline constexpr int32_t kMostFlecks = 4;       // of a cell in a step
inline constexpr int32_t kMostLandedFlecks = 1024; // from drops, in a step
inline constexpr float kFleckLife = 2.0f;          // times foamLife, 0.5 to 1.5 times that
inline constexpr float kStranded = 8.0f;           // times as fast flecks fade on dry ground

// ---- What a saved particle may have

inline constexpr float kFarthest = 1.0e9f;   // m
inline constexpr float kMostSaved = 1.0e12f; // of volume (m^3), age and life (s), drag (1/m)

// ---- Rain

inline constexpr float kRainShare = 0.5f;        // of all particles at most, so that spray has room
inline constexpr int32_t kMostRainPlaces = 1024; // where what has no room falls in a step

} // namespace tarn::spray
