// Every number of the studio's model that somebody chose, each with its reason.
#pragma once

#include <cstddef>

namespace tarn::studio
{

// Time

inline constexpr double kSlowest = 0.125;    // of real time: a splash can be followed by eye
inline constexpr double kFastest = 4.0;      // beyond that water looks like a mistake
inline constexpr double kLongestFrame = 0.1; // s; after a longer pause nobody wants to catch up
inline constexpr double kFrameBudget = 0.05; // s a frame may spend in steps: the window stays alive
inline constexpr double kPaceMemory = 1.0;   // s; over which "slower than real time" is measured

inline constexpr std::size_t kProfileSteps = 240; // four seconds at 60 steps a second
inline constexpr int kStepsPerDrift = 15; // the drift of the volume is looked at that seldom

// Undo

inline constexpr std::size_t kMostEntries = 500;            // more than anybody goes back
inline constexpr std::size_t kMostHistoryBytes = 64u << 20; // of texts and painted fields together

// Files

inline constexpr double kAutosaveSeconds = 30.0; // what a crash may cost at most
inline constexpr std::size_t kMostRecent = 12;   // files in the browser
inline constexpr int kThumbnailWidth = 256;      // pixels
inline constexpr double kThumbnailTime = 1.5;    // s of the scene: something has happened by then
inline constexpr double kThumbnailCells = 12000; // a coarser grid than the scene's is enough
inline constexpr double kThumbnailSteps = 400.0; // most: long steps rather than long waits
inline constexpr unsigned kThumbnailVersion = 1; // another one: all are made anew

// The hand

inline constexpr double kFlowRadiusPart = 0.025; // of the grid's shorter side
inline constexpr double kWaterRadiusPart = 0.04; // of the same
inline constexpr double kDyeRate = 12.0;         // 1/s; full colour in a stroke
inline constexpr double kFlowHoldRate = 30.0;    // 1/s; the fluid goes along with the hand
inline constexpr double kWaterHoldRate = 8.0;    // 1/s; as of hands in scenes
inline constexpr double kPourRate = 0.6;         // m/s of depth in the middle
inline constexpr double kSplashDepth = 0.25;     // of the radius: of the dent, each time
inline constexpr double kSplashEvery = 0.15;     // s between two dents of one stroke
inline constexpr double kGroundRate = 0.5;       // m/s
inline constexpr double kShowerRate = 0.02;      // m/s of water below the hand
inline constexpr double kShowerHeight = 2.5;     // m above the surface, at most
inline constexpr double kShowerSpread = 0.3;     // of that: so much lower some drops begin
inline constexpr double kShowerSpeed = 6.0;      // m/s downwards
inline constexpr int kShowerDrops = 6;           // a step
inline constexpr double kMostHandSpeed = 20.0;   // grids' widths a second: beyond, a jump
inline constexpr double kMostThrow = 15.0;       // m/s; as fast as people throw
inline constexpr double kThrowMemory = 0.1;      // s; over which the hand's velocity is taken
inline constexpr double kDropHeight = 1.5;       // of its own size: a new body falls into the water
inline constexpr double kStraight = 0.25;        // of the radius; closer, a way counts as straight
inline constexpr std::size_t kMostWay = 64;      // points of a way while nothing steps

inline constexpr double kSeenBelow = 1.5;  // m; bodies that deep below the surface are seen
inline constexpr int kMostAimSteps = 4096; // along a ray to the surface: more than cells across
inline constexpr int kAimHalvings = 24;    // of the last step: as exact as 32 bits are

inline constexpr double kLeastWallRadius = 0.75;  // cells: a thin stroke has no gaps
inline constexpr double kLeastGroundRadius = 1.0; // cells
inline constexpr double kGroundReach = 3.0;       // radii: there a hill is 1e-4 of its height

// Painted fields

inline constexpr double kLeastPaintedSpan = 1e-6; // m; of saved heights: level ground has none

// Bodies that tools add: sizes as part of the grid's shorter side, so that they fit every scene.

inline constexpr double kBodyPart = 0.06;
inline constexpr double kBallRadius = 0.5; // of that
inline constexpr double kBallRestitution = 0.5;
inline constexpr double kBarrelRadius = 0.45; // of that; and its length, as of oil drums
inline constexpr double kBarrelLength = 1.3;
inline constexpr double kCrateDensity = 450.0; // kg/m^3; pine
inline constexpr double kBallDensity = 120.0;  // a beach ball with some water in it
inline constexpr double kBarrelDensity = 350.0;
inline constexpr double kDuckDensity = 200.0;
inline constexpr double kMeshDensity = 400.0;

// Files that are dropped

inline constexpr double kLeastMeshPart = 0.01; // of the shorter side: smaller and larger meshes are
inline constexpr double kMostMeshPart = 0.4;   // made as large as other bodies
inline constexpr std::size_t kLongestName = 48; // of a body that is called as its file
inline constexpr double kLandPart = 1.4;        // of the level: how high white is in a terrain,
inline constexpr double kLeastLand = 0.2;       // and at least so much above it (m)

} // namespace tarn::studio
