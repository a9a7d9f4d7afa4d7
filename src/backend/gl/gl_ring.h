// GlRing: memory through which the host hands numbers to the device, round and round.
//
// It has a few parts, with a fence each: a part is used again once the GPU is through with all
// that was asked for before the part behind it was left. So what is put lies still until the
// commands that are queued next have read it, and nobody waits unless the GPU is half a ring
// behind.
#pragma once

#include "backend/gl/gl_buffer.h"

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

    const GlBuffer& buffer() const { return buffer_; }
    size_t mostAtOnce() const { return buffer_.bytes / kParts; }

    // Copies them, and says where they lie: a multiple of GlDevice::kOffsetStep. Commands that read
    // them must be queued before a whole part more is put. At most mostAtOnce().
    size_t put(std::span<const std::byte> values);

  private:
    static constexpr size_t kParts = 4;

    GlDevice* device_ = nullptr;
    GlBuffer buffer_;
    std::byte* mapped_ = nullptr; // for good; null: for each put
    size_t at_ = 0;
    size_t part_ = 0; // the one that at_ is in, or at the end of
    void* fences_[kParts] = {};
};

} // namespace tarn
