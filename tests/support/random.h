// A small random number generator, the same on every machine and compiler.
//
// SplitMix64: G. Steele, D. Lea, C. Flood, "Fast splittable pseudorandom number generators", 2014.
#pragma once

#include <cmath>
#include <cstdint>

namespace tarn::test
{

class Random
{
  public:
    explicit Random(uint64_t seed) : state_(seed) {}

    uint64_t next()
    {
        state_ += 0x9e3779b97f4a7c15ull;
        uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }

    // 0 <= result < count
    int32_t below(int32_t count)
    {
        return static_cast<int32_t>(next() % static_cast<uint64_t>(count));
    }

    // low <= result <= high
    int32_t between(int32_t low, int32_t high) { return low + below(high - low + 1); }

    // 0 <= result < 1
    float unit() { return static_cast<float>(next() >> 40) * 0x1p-24f; }

    float between(float low, float high) { return low + (high - low) * unit(); }

    bool chance(float probability) { return unit() < probability; }

    // Spread evenly over the orders of magnitude between low and high, both > 0.
    float magnitude(float low, float high) { return low * std::exp(unit() * std::log(high / low)); }

  private:
    uint64_t state_;
};

} // namespace tarn::test
