// Every default and limit of Flow, with its reason.
#pragma once

#include <cstdint>

namespace tarn::defaults
{

inline constexpr int32_t kFlowCells = 256;      // a lively ink grid
inline constexpr int32_t kMaxFlowCells = 16384; // per axis: eight times finer dye fits 32 bits
inline constexpr float kFlowCellSize = 1.0f / 256.0f; // the whole is a metre wide
inline constexpr float kLeastCellSize = 1.0e-6f;      // m
inline constexpr float kMostCellSize = 1.0e6f;        // m
inline constexpr int32_t kDyeChannels = 3;            // red, green, blue
inline constexpr int32_t kMaxDyeScale = 8;
inline constexpr int32_t kSolids = 256;
inline constexpr int32_t kMaxSolids = 4096;
inline constexpr int32_t kEmitters = 64;
inline constexpr int32_t kMaxEmitters = 4096;
inline constexpr int32_t kBrushes = 256; // four fingers at 60 events a frame
inline constexpr int32_t kMaxBrushes = 65536;
inline constexpr int32_t kMaxTracers = 16777216;

inline constexpr float kDensity = 1.0f;             // kg/m^3: near air, and forces read as per mass
inline constexpr float kGravity = -9.81f;           // m/s^2
inline constexpr float kThermalExpansion = 0.0034f; // 1/K: air at 293 K
inline constexpr float kFlowTolerance = 1e-4f;      // divergence no eye sees
inline constexpr int32_t kFlowIterations = 50;      // V-cycles take 3 to 8, a maze 20
inline constexpr float kTexturePeriod = 4.0f;       // s: stirred well, and not yet smeared
inline constexpr float kBrushRadius = 0.02f;        // m
inline constexpr float kHoldRate = 30.0f;           // 1/s: there in a few frames
inline constexpr float kSolidSize = 0.05f;          // m

inline constexpr float kLongestStep = 1000.0f;  // s; ways in cells still fit
inline constexpr float kShortestStep = 1.0e-9f; // s; pressures still fit
inline constexpr float kFastest = 1.0e8f;       // m/s; squares and pressures still fit 32 bits

// Diffusion that changes a field by less than this part of itself in a step is below what 32-bit
// numbers resolve.
inline constexpr float kDiffusionTolerance = 1e-6f;
inline constexpr float kDiffusionHeld = 4.0f; // times that is taken for it, after rounding

// Diffusion by over-relaxed sweeps alone, where each leaves at most this of the change: cheaper
// than cycles over all grids, since all of them are one pass through memory. Measured on the CPU:
// where a sweep leaves 0.5, cycles take twice as long, where it leaves 0.7, as long; a device needs
// a third more sweeps.
inline constexpr double kSweepsPay = 0.6;

// What is left of the change that diffusion makes in a step. With more than a few times that,
// viscosity would no longer be seen to be of second order.
inline constexpr float kChangeLeft = 3e-4f;

// The same by sweeps whose omega rises, and which leave as much as that of all waves but the
// smoothest.
inline constexpr float kChangeLeftBySweeps = 1e-3f;

// Cycles on a device that leave no more than that: one leaves 0.06 of a change at most, and among
// solids 0.15 as a rule; with five of them a spoon in honey moved it 1.4e-3 otherwise than on the
// CPU, with seven 1.1e-3.
inline constexpr int32_t kLateCycles = 3;
inline constexpr int32_t kLateCyclesAmongSolids = 7;

// A projection takes off at least nine tenths of what divergence it finds.
inline constexpr float kLoosest = 0.1f;

// Rounds of solving for what is left; the first goes for a little more than the goal, since not all
// that the solver finds arrives in 32-bit velocities.
inline constexpr int32_t kMostRounds = 3;
inline constexpr float kRoundShare = 0.8f;

// Divergence that the rounding of 32-bit velocities leaves, as part of speed over cell size.
inline constexpr float kSpeedRounding = 5e-8f; // at best
inline constexpr float kMostRounding = 8.0f;   // times that, on large grids
inline constexpr float kStuck = 0.5f;          // a round that leaves more than this has met it

// The same where 32-bit numbers are coarser: what neighbours exchange is rounded, and counts
// diffusivity * dt / cellSize^2 times as much.
inline constexpr float kDiffusionRounding = 3e-7f;

// Diffusivity * dt / cellSize^2 beyond this is no more: things have gone three hundred cells far,
// and 32-bit numbers would begin to lose their mean.
inline constexpr float kMostDiffusion = 1.0e5f;

// Diffusivity * dt / cellSize^2 below this is none: an hour of it spreads a point by a seventh of a
// cell, and its inverse times the most dye still fits 32 bits.
inline constexpr float kLeastDiffusion = 1.0e-7f;

// The largest that may be given. What calls add up to is kept within kMostAmount too.
inline constexpr float kMostSpeed = 1.0e12f;  // m/s; the flow itself goes on with kFastest
inline constexpr float kMostAmount = 1.0e30f; // of dye and temperature
inline constexpr float kFarthest = 1.0e9f;    // m
inline constexpr float kMostSpin = 1.0e9f;    // rad/s

// The largest velocity of a saved flow: more than any step makes of the above, and its square, or
// its product with any dt, still fits.
inline constexpr float kMostSavedSpeed = 1.0e18f;

// Confinement times dt is what a step adds to the finest whirls, in parts of their own speed: with
// more than this they grow without end.
inline constexpr float kMostConfined = 1.0f;

// Memory of each solver for paths between fine solids, beyond what it has anyhow (unit: bytes per
// cell): no step may take any, and one-cell diagonals at every third cell want 6.
inline constexpr int32_t kGraphBytes = 16;

inline constexpr float kIncompatible = 1e-4f; // part of the divergence; less is rounding

} // namespace tarn::defaults
