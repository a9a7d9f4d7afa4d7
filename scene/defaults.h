// Every default and limit of scenes that is not the library's own, each with its reason.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tarn::scene
{

// Files

// Text beyond this is data, and belongs into a picture. It also bounds what a hostile file can make
// the reader allocate: some 60 bytes for every 2 of text.
inline constexpr std::size_t kMaxSceneBytes = 4u << 20;

// Longer formulas are unreadable for people.
inline constexpr std::size_t kMaxFormulaLength = 4096;

// Running

inline constexpr double kDefaultDt = 1.0 / 60.0; // s; what displays show
inline constexpr double kDefaultRunTime = 10.0;  // s; long enough to see what happens
inline constexpr double kMaxDt = 1000.0;         // s; the library cuts longer steps
inline constexpr double kMaxRunTime = 1.0e9;     // s
inline constexpr std::int32_t kDefaultSeed = 1;

// Memory of a flow, roughly: what is refused before the machine starts to swap.

inline constexpr double kBytesPerCell = 220.0;      // velocity, its copies, the pressure's solver
inline constexpr double kBytesPerScalar = 16.0;     // a dye or temperature, its copies, a frame's
inline constexpr double kBytesPerWaterCell = 200.0; // depth, momentum, their copies, viscosity
inline constexpr double kBytesPerParticle = 48.0;
inline constexpr double kMemoryShare = 0.75;     // of the machine's
inline constexpr double kFallbackMemory = 4.0e9; // bytes, where the machine does not tell

// Masks

inline constexpr float kSolidFrom = 0.5F; // of a mask's numbers: half of a picture's brightness

// Hands

inline constexpr double kDefaultHandRadius = 0.03; // m
inline constexpr double kDefaultPush = 1.0;        // the fluid goes as fast as the hand

inline constexpr double kDefaultWaterRadius = 0.3;   // m; of hands, strokes and springs
inline constexpr double kDefaultWaterHoldRate = 8.0; // 1/s; as quickly as an arm drags water along

// Bodies

inline constexpr double kDefaultFriction = 0.5;
inline constexpr double kDefaultRestitution = 0.2;
inline constexpr double kDefaultDuckLength = 0.3; // m
inline constexpr double kDefaultBoatLength = 3.0; // m
inline constexpr int kPlaceTries = 64; // to find a place where a body does not touch another

inline constexpr double kWashRadius = 0.2;      // m; of what a propeller throws back
inline constexpr double kLeastWashDepth = 0.05; // m; a propeller in a puddle does no more than that

// The rigid world

inline constexpr std::size_t kLeastHandles = 256; // bodies, ground and walls of a small world
inline constexpr int kRigidIterations = 20;       // of the contacts' solver, which starts cold
inline constexpr double kSlabThickness = 2.0;     // m; of level ground: what falls fast stays above
inline constexpr double kRigidReach = 1.0e4;      // m; half the side of the world
inline constexpr double kRigidMargin = 0.01;      // m; of corners that are not sharp
inline constexpr double kGroundFriction = 0.8;    // of sand and stone; a body's own is multiplied
inline constexpr double kRollingFriction = 0.005;
inline constexpr double kSleepSpeed = 0.02;    // m/s; slower for two seconds is at rest
inline constexpr double kSleepSpin = 0.05;     // rad/s
inline constexpr double kRigidWakePart = 0.02; // of the weight: a change of force that is felt
inline constexpr double kWakeReach = 0.05;     // m; who is that near leans on a body
inline constexpr double kBuriedPart =
    0.5; // of a body's reach: deeper below the ground is through it
inline constexpr double kGrabRate = 12.0;    // 1/s; how quickly a hand draws a body to itself
inline constexpr double kGrabSpinLeft = 0.9; // of a body's spin after each step in a hand

// Probes

inline constexpr std::int32_t kDefaultLinePoints = 33;
inline constexpr std::int32_t kMaxLinePoints = 4096;    // columns of a table, as it were
inline constexpr std::int32_t kMaxProbeColumns = 65536; // of all probes together

// Pictures

inline constexpr double kDefaultFps = 30.0;
inline constexpr double kMaxFps = 1000.0;
inline constexpr std::int32_t kMaxPictureSide = 16384; // as large as a grid
inline constexpr double kFleckRadius = 0.02;           // m; of a fleck of foam
inline constexpr std::int32_t kTextureSide = 1024;     // pixels of a picture made by formulas

} // namespace tarn::scene
