// Smooth noise for formulas: the same for the same seed on every machine.
#pragma once

#include <cstdint>

namespace tarn::scene
{

// Gradient noise (Perlin 2002): 0 at whole numbers, hills and hollows about 1 apart, within -1
// .. 1. 0 where x or y is not a number or too large to have a fraction.
double noise(std::uint32_t seed, double x, double y);

// A well-mixed number from two others; bits for random choices that must repeat.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b);

// The `index`th of a sequence of numbers in 0 .. 1.
double randomUnit(std::uint64_t seed, std::uint64_t index);

} // namespace tarn::scene
