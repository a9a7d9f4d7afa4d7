// Every default and limit of Water, with its reason.
#pragma once

#include "tarn/water.h"

#include <cstdint>

namespace tarn::defaults
{

inline constexpr int32_t kWaterCells = 128;
inline constexpr int32_t kMaxWaterCells = 16384; // per axis
inline constexpr float kWaterCellSize = 0.1f;    // m: a pool of 12.8 m
inline constexpr float kLeastWaterCell = 1.0e-4f;
inline constexpr float kMostWaterCell = 1.0e5f;
inline constexpr float kWaterLevel = 1.0f; // m
inline constexpr int32_t kBodies = 256;
inline constexpr int32_t kMaxBodies = 65536;
inline constexpr int32_t kSprings = 64;
inline constexpr int32_t kMaxSprings = 4096;
inline constexpr int32_t kWaterBrushes = 256;
inline constexpr int32_t kMaxWaterBrushes = 65536;
inline constexpr int32_t kParticles = 20000;
inline constexpr int32_t kMaxParticles = 16777216;

inline constexpr float kWaterGravity = 9.81f; // m/s^2
inline constexpr int32_t kSubsteps = 16; // a 1 m deep pool of 2 cm cells at 60 steps a second: 6
inline constexpr int32_t kMaxSubsteps = 1000;
inline constexpr float kRainHeight = 3.0f;       // m: drops are seen to fall
inline constexpr float kDropVolume = 1.0e-6f;    // m^3: a large drop is 1e-7
inline constexpr float kFoamLife = 4.0f;         // s
inline constexpr float kWaterBrushRadius = 0.3f; // m: a hand
inline constexpr float kBodySize = 0.25f;        // m: half of a crate
inline constexpr float kBodyDensity = 500.0f;    // kg/m^3: wood
inline constexpr float kLift = 0.1f;
// Drag by the area that meets the water, by tnBodyShape (Hoerner 1965, ch. 3): sphere, box (a cube
// face on), capsule and cylinder (across, of usual lengths), and what is between for meshes.
inline constexpr float kDrag[] = {0.47f, 1.05f, 0.8f, 0.8f, 0.6f};
// Water that moves along up and down beyond what the waves themselves do: with it, a box that
// heaves in a channel has the frequency and damping of theory (docs/validation.md, bobbing box).
inline constexpr float kAddedMass = 0.2f;

// A body that moves farther between two steps than its size and what its speed makes in this time
// has been put there: it displaces water gently.
inline constexpr float kLongestMove = 0.2f; // s

// How long a body that was added takes to displace all of its volume, and one that was removed to
// give it back: gently, so that a crate that is put into a pool makes no burst.
inline constexpr float kArrival = 0.4f; // s

// Substeps: a wave goes no farther than this part of a cell. Up to 0.5 the scheme is stable where
// waves cross the grid's corners; a little is kept for waves that get faster on the way.
inline constexpr float kCourant = 0.49f;

// Water that is faster than this many times the speed of its deepest waves is cut to that, unless
// the substeps allowed can follow it.
inline constexpr float kMostFroude = 10.0f;

inline constexpr float kLongestWaterStep = 1000.0f;  // s
inline constexpr float kShortestWaterStep = 1.0e-9f; // s

// nu dt / cellSize^2 below this is none: the scheme itself takes more from the shortest waves.
inline constexpr float kLeastViscosity = 1.0e-4f;
inline constexpr float kMostViscosity = 1.0e6f;
inline constexpr float kViscosityTolerance = 1.0e-5f;

// Air that drags the surface: density of air and the drag of a rough sea (Smith 1980).
inline constexpr float kAirDensity = 1.2f; // kg/m^3
inline constexpr float kWindDrag = 1.3e-3f;

// A surface that a flow makes: how far it goes from its level, and how long it takes to follow. A
// tenth of a second is what the eye takes for at once, and evens out the spikes of single steps.
inline constexpr float kMostGivenHeight = 0.5f; // m
inline constexpr float kGivenLag = 0.1f;        // s

// The largest that may be given.
inline constexpr float kMostDepth = 1.0e6f;      // m; also of heights
inline constexpr float kMostWaterSpeed = 1.0e6f; // m/s
inline constexpr float kFarthestPlace = 1.0e9f;  // m
inline constexpr float kMostDye = 1.0e6f;

// Water in round figures, so that forces read easily.
inline constexpr tnLiquid kLiquid = {1000.0f, 1.0e-3f, 0.0f, 0.0f};

// Real liquids. Water and olive oil at 20 C: CRC Handbook of Chemistry and Physics. Honey at 25 C:
// Yanniotis et al. 2006 (J. Food Eng. 72, 372). Mud: a debris flow, Iverson 1997 (Rev. Geophys. 35,
// 245) with a yield stress as in Coussot 1997. Lava: basalt at 1150 C, Griffiths 2000 (Annu. Rev.
// Fluid Mech. 32, 477).
inline constexpr tnLiquid kLiquids[tn_liquidCount] = {{998.0f, 1.0e-3f, 0.0f, 0.0f},
                                                      {911.0f, 0.084f, 0.0f, 0.0f},
                                                      {1420.0f, 10.0f, 0.0f, 0.0f},
                                                      {1900.0f, 20.0f, 0.05f, 50.0f},
                                                      {2600.0f, 100.0f, 0.0f, 200.0f}};
inline constexpr const char* kLiquidNames[tn_liquidCount] = {"water", "oil", "honey", "mud",
                                                             "lava"};

} // namespace tarn::defaults
