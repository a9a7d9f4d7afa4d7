// Numbers of the solver on the device, with their reasons; shaders have the same ones where told.
#pragma once

#include <cstdint>

namespace tarn::gl_limits
{

// tile.comp: a square of 64 x 64 floats, which is all that OpenGL ES promises, and 256 threads.
inline constexpr int32_t kTileSide = 64;
inline constexpr int32_t kThreads = 256;
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

// Longer strips are solved on the host: one thread of a device takes a microsecond a cell.
inline constexpr int32_t kLongestStrip = 1024;

} // namespace tarn::gl_limits
