// GlRing: memory through which the host hands numbers to the device, round and round.
//
// It has a few parts, with a fence each: a part is used again once the GPU is through with all
// that was asked for before it was left. So what is put lies still until the commands that are
// queued next have read it, and nobody waits unless the GPU is a whole ring behind.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tarn
{

class GlDevice;

class GlRing
{
  public:
    // False: the driver has no memory for it.
    bool create(GlDevice& device, size_t bytes);
    void destroy() noexcept;

    uint32_t name() const { return name_; }
    size_t mostAtOnce() const { return bytes_ / kParts; }

    // Copies them, and says where they lie: a multiple of GlDevice::kOffsetStep. Commands that read
    // them must be queued before the next put. At most mostAtOnce().
    size_t put(std::span<const std::byte> values);

  private:
    static constexpr size_t kParts = 4;

    GlDevice* device_ = nullptr;
    uint32_t name_ = 0;
    size_t bytes_ = 0;
    std::byte* mapped_ = nullptr; // for good; null: for each put
    size_t at_ = 0;
    size_t part_ = 0; // the one that at_ is in, or at the end of
    void* fences_[kParts] = {};
};

} // namespace tarn
