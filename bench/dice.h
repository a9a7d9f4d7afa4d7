// Random numbers that are the same on every machine (SplitMix64, Steele et al. 2014).
#pragma once

#include <cstdint>

namespace tarn::bench
{

class Dice
{
  public:
    explicit Dice(uint64_t seed) : state_(seed) {}

    uint64_t next()
    {
        state_ += 0x9e3779b97f4a7c15u;
        uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return z ^ (z >> 31);
    }

    // least <= value <= most; 24 bits of it are random.
    float between(float least, float most)
    {
        return least + (most - least) * (static_cast<float>(next() >> 40) / 16777216.0f);
    }

  private:
    uint64_t state_;
};

} // namespace tarn::bench
