// Numbers of the solver on the device, with their reasons; shaders have the same ones where told.
#pragma once

#include <cstdint>

namespace tarn::gl_limits
{

// tile.comp: a square of 32 x 32 cells and 256 threads. The pass that does most half-sweeps, and on
// the finest level only, has a square of 64 x 64, which is all that OpenGL ES promises, and twice
// the threads. Measured on an H200 at 4096 x 4096: 169 us so, 174 with 256 threads, 231 with 32 x
// 32 cells; passes of two half-sweeps are as fast, and on coarser levels faster, with the smaller
// square. Passes over levels of few cells that restrict or interpolate have twice the threads too,
// where a device has them: all cells are at work at once there, and what a thread does one after
// the other counts (15 us instead of 19 for 512 x 512 cells, 13 instead of 20 for 256 x 256).
inline constexpr int32_t kTileSide = 32;
inline constexpr int32_t kWideTileSide = 64;
inline constexpr int32_t kThreads = 256;
inline constexpr int32_t kManyThreads = 512;
inline constexpr int64_t kFewCells = int64_t{1} << 18;
static_assert(2 * kManyThreads <= kTileSide * kTileSide, "a thread has a cell of each colour");
static_assert(3 * kThreads <= kTileSide * kTileSide, "sums lie where the tile did");
static_assert(3 * kManyThreads <= kWideTileSide * kWideTileSide);
inline constexpr int32_t kSharedBytes = 16384;
inline constexpr int32_t kStorageBlocks = 9;

// Half-sweeps in one pass through memory. Each costs a ring of cells on every side: with eight of
// them half of the square is left.
inline constexpr int32_t kMostHalves = 8;

// Operations on single cells: a work group of 32 x 8, and of sums 32 x 64 cells.
inline constexpr int32_t kGroupColumns = 32;
inline constexpr int32_t kGroupRows = 8;
inline constexpr int32_t kSumRows = 64;

// small.comp and sum.comp, which are one work group: threads and memory at most. 48 KiB hold 64 x
// 64 cells and all coarser ones.
inline constexpr int32_t kMostThreads = 1024;
inline constexpr int32_t kSoftwareThreads = 64; // where a barrier is a loop over them
inline constexpr int32_t kMostSharedBytes = 49152;
inline constexpr int32_t kMostSmallLevels = 16;
inline constexpr int32_t kSmallStrip = 64; // the longest strip it solves

// modes.comp: the longest axis, whose modes the host finds in a few milliseconds. Measured on an
// H200: 27 us for 168 x 168 cells, where 84 x 84 and a level of sweeps above them take 36 us;
// longer axes gain nothing.
inline constexpr int32_t kMostModes = 192;
inline constexpr int32_t kModesBytes = 16; // of shared memory for a thread, and for a cell

// Longer strips are solved on the host: one thread of a device takes a microsecond a cell.
inline constexpr int32_t kLongestStrip = 1024;

} // namespace tarn::gl_limits
