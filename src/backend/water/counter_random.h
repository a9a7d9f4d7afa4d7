// CounterRandom: random numbers that are a function of what they are for, with no state to keep.
//
// The same question (step, purpose, cell or drop) has the same answers on every machine and thread.
// Each answer is SplitMix64's mixer on a counter (Steele, Lea, Flood, "Fast splittable pseudorandom
// number generators", 2014).
#pragma once

#include <cstdint>

namespace tarn
{

class CounterRandom
{
  public:
    CounterRandom(uint64_t step, uint32_t purpose, uint32_t a, uint32_t b)
        : state_(mixed(mixed(step * kGolden + purpose) ^ (uint64_t{a} << 32 | b)))
    {
    }

    // 0 <= result < 1, all 24 bits of a float's.
    float unit()
    {
        state_ += kGolden;
        return static_cast<float>(mixed(state_) >> 40) * 0x1p-24f;
    }

    // -1 <= result < 1
    float signedUnit() { return 2.0f * unit() - 1.0f; }

    // An integer whose mean is `value`, one of its two neighbours; at most `most`.
    int32_t rounded(float value, int32_t most)
    {
        const float above = value + unit();
        return above < static_cast<float>(most) ? static_cast<int32_t>(above) : most;
    }

  private:
    static constexpr uint64_t kGolden = 0x9e3779b97f4a7c15;

    static constexpr uint64_t mixed(uint64_t z)
    {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

    uint64_t state_;
};

} // namespace tarn
