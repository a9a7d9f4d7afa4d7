// Every default and limit of the solver, with its reason.
#pragma once

#include "tarn/solver.h"

#include <cstddef>
#include <cstdint>

namespace tarn::defaults
{

inline constexpr int32_t kCells = 256;      // a lively ink grid
inline constexpr int32_t kMaxCells = 32768; // per axis: cell numbers fit 32 bits
inline constexpr int32_t kMaxSweeps = 8;    // more never paid
inline constexpr float kTolerance = 1e-4f;  // divergence no eye sees
inline constexpr int32_t kIterations = 100; // V-cycles take 4 to 8, a maze 20
inline constexpr int32_t kMaxIterations = 1000000;

inline constexpr float kJacobiDamping = 2.0f / 3.0f; // undamped it keeps checkerboards for ever

// Memory a cell may take, all levels, labels and the graphs' share included. One byte less than
// twelve floats: buffers for each thread come on top.
inline constexpr size_t kBytesPerCell = 47;
inline constexpr size_t kEnoughGraphBytes = 32; // that all solids together were seen to want
inline constexpr int32_t kMaxGraphBytes = 256;  // beyond what the caller adds for graphs

// Grids below this many cells may take twice that: of narrow rows padding takes more, and their
// graphs are small, but not in proportion.
inline constexpr int64_t kSmallGrid = 65536;

// A V-cycle that leaves more than this of the residual has stalled, twice in a row. Where graphs
// would start above the cells themselves they cost ten cycles a step, and less than that must
// have been hopeless.
inline constexpr double kStalled = 0.5;
inline constexpr double kStalledBadly = 0.8;

// What a V-cycle may be hoped to leave of the residual, until it is known: 0.03 to 0.06 in open
// water. Where that is enough, the next cycle is not begun in the same pass; nor where this part of
// it is, which another sweep after the interpolation leaves.
inline constexpr double kHopedFactor = 0.05;
inline constexpr double kOfAnotherSweep = 0.6;

// Where the caller judges by itself, a residual is taken as foreseen where this many times of it
// would do too: 32 bits were seen to leave twice what was foreseen at 1024^2.
inline constexpr double kDoubt = 2.0;

// What a solve without iterations is taken to leave where the caller judges by itself: nothing but
// rounding, which the caller will see.
inline constexpr double kDirectLeaves = 1e-6;

// Among solids each V-cycle leaves more than the one before it, by this or so: what is left is what
// they are slow at.
inline constexpr double kSlowing = 1.5;

// A V-cycle that leaves more than this, and so many times what any before it left, slows down
// suddenly.
inline constexpr double kSuddenlySlow = 0.2;
inline constexpr double kSuddenly = 3.0;

// A stall after this much progress, or a sudden slowing down, is taken for the limit of 32 bits,
// and answered by refinement.
inline constexpr double kRefineAfter = 0.02;

// So is one with a residual of this times |x|: about what rounding x leaves of it.
inline constexpr double kRoundingOfX = 1e-6;

// Of the largest residual on the way: ten roundings to 32 bits.
inline constexpr double kRoundingLoss = 1e-6;

// Sweeps for what rounding has hidden: four left a third of it in passages of a million cells.
inline constexpr int32_t kSweepsOfRest = 4;

// A mean of r in a closed region is left in it where it is less than this part of |r|, a quarter of
// what rounding to 32 bits does to r.
inline constexpr double kNegligibleMean = 0x1p-26;

// Right-hand sides are scaled until the root of their mean square is in [1, kScaleStep), a power of
// two: the same digits whatever the scale, and steps so wide that the one of the last solve is
// nearly always right.
inline constexpr int kScaleStepBits = 16;

// In closed regions the conjugate gradient's residual is made compatible again whenever it has
// shrunk by this.
inline constexpr double kCompatibleAfter = 0.05;

} // namespace tarn::defaults
