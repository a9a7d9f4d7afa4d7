// GlReports: small numbers that the device measured, brought to the host without waiting.
//
// At the end of a step a buffer is copied to one of a ring of others, with a fence behind it. Who
// asks for it some steps later finds it there, and waits only where the device is that far behind.
#pragma once

#include "backend/gl/gl_device.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace tarn
{

class GlReports
{
  public:
    // Reports of so many bytes. False: no memory.
    bool create(GlDevice& device, size_t bytes);
    void destroy(GlDevice& device) noexcept;

    // Tags are counted up. What was published kPlaces ago is gone.
    void publish(GlDevice& device, const GlBuffer& from, int64_t tag);

    // What was published under that tag. False: nothing was, it is gone, or the context is lost.
    bool fetch(GlDevice& device, int64_t tag, std::span<std::byte> out);

  private:
    static constexpr int64_t kPlaces = 4;

    struct Place
    {
        GlBuffer buffer;
        const std::byte* mapped = nullptr;
        void* fence = nullptr;
        int64_t tag = -1; // below 0: nothing was published yet
    };
    Place places_[kPlaces];
    size_t bytes_ = 0;
};

} // namespace tarn
