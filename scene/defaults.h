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

inline constexpr double kBytesPerCell = 220.0;   // velocity, its copies, the pressure's solver
inline constexpr double kBytesPerScalar = 16.0;  // a dye or temperature, its copies, a frame's
inline constexpr double kMemoryShare = 0.75;     // of the machine's
inline constexpr double kFallbackMemory = 4.0e9; // bytes, where the machine does not tell

// Hands

inline constexpr double kDefaultHandRadius = 0.03; // m
inline constexpr double kDefaultPush = 1.0;        // the fluid goes as fast as the hand

// Probes

inline constexpr std::int32_t kDefaultLinePoints = 33;
inline constexpr std::int32_t kMaxLinePoints = 4096;    // columns of a table, as it were
inline constexpr std::int32_t kMaxProbeColumns = 65536; // of all probes together

// Pictures

inline constexpr double kDefaultFps = 30.0;
inline constexpr double kMaxFps = 1000.0;
inline constexpr std::int32_t kMaxPictureSide = 16384; // as large as a grid
inline constexpr std::int32_t kTextureSide = 1024;     // pixels of a picture made by formulas

} // namespace tarn::scene
