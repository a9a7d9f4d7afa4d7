// ParticlePool: drops and flecks in the order of their birth, in memory of a fixed size.
//
// When it is full, the oldest fleck gives its place to a drop; flecks get free places only. Since
// they are only ever added at the end, and what is left stays in order, the first fleck is the
// oldest.
#pragma once

#include "tarn/water.h"

#include <cstdint>
#include <cstring>

namespace tarn
{

// What a particle has beside what is seen of it.
struct ParticleTrait
{
    float drag; // of a drop: k in dv/dt = -k |v| v, v relative to the air (1/m)
    float life; // of a fleck: what is left of it (s)
};

class ParticlePool
{
  public:
    static constexpr int32_t kNoRoom = -1;

    void useMemory(tnWaterParticle* particles, ParticleTrait* traits, float* dyes, int32_t capacity,
                   int32_t dyeChannels)
    {
        particles_ = particles;
        traits_ = traits;
        dyes_ = dyes;
        capacity_ = capacity;
        dyeChannels_ = dyeChannels;
    }

    int32_t count() const { return count_; }
    int32_t capacity() const { return capacity_; }
    int32_t dyeChannels() const { return dyeChannels_; }
    tnWaterParticle* particles() const { return particles_; }
    ParticleTrait* traits() const { return traits_; }

    // What a drop carries of each channel: concentration times volume (m^3).
    float* dyes(int32_t k) const { return dyes_ + static_cast<size_t>(k) * channels(); }

    bool hasFreePlace() const { return count_ < capacity_; }

    // Whether a drop would find room.
    bool hasRoom()
    {
        while (!hasFreePlace() && oldest_ < count_ && particles_[oldest_].kind != tn_particleFoam)
        {
            ++oldest_;
        }
        return hasFreePlace() || oldest_ < count_;
    }

    // A place for a drop, all of it 0; kNoRoom when there is no fleck left to go.
    int32_t placeForDrop()
    {
        if (!hasRoom())
        {
            return kNoRoom;
        }
        return cleared(hasFreePlace() ? count_++ : oldest_++);
    }

    int32_t placeForFleck() { return hasFreePlace() ? cleared(count_++) : kNoRoom; }

    // Takes out those for which isGone(k); the others stay in order.
    template <class F>
    void removeIf(F&& isGone)
    {
        int32_t kept = 0;
        for (int32_t k = 0; k < count_; ++k)
        {
            if (isGone(k))
            {
                continue;
            }
            if (kept != k)
            {
                particles_[kept] = particles_[k];
                traits_[kept] = traits_[k];
                std::memcpy(dyes(kept), dyes(k), channels() * sizeof(float));
            }
            ++kept;
        }
        setCount(kept);
    }

    // After particles were written as a whole.
    void setCount(int32_t count)
    {
        count_ = count;
        oldest_ = 0;
    }

  private:
    size_t channels() const { return static_cast<size_t>(dyeChannels_); }

    int32_t cleared(int32_t k)
    {
        particles_[k] = {};
        traits_[k] = {};
        std::memset(dyes(k), 0, channels() * sizeof(float));
        return k;
    }

    tnWaterParticle* particles_ = nullptr;
    ParticleTrait* traits_ = nullptr;
    float* dyes_ = nullptr;
    int32_t capacity_ = 0;
    int32_t dyeChannels_ = 0;
    int32_t count_ = 0;
    int32_t oldest_ = 0; // no fleck comes before this one
};

} // namespace tarn
