// Memory of a device, and how a dispatch sees it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tarn
{

// Memory of the device. Its owner gives it back to the device.
struct GlBuffer
{
    uint32_t name = 0;
    size_t bytes = 0;
    // The stretch between two barriers in which a dispatch last wrote or read it.
    mutable uint64_t written = 0;
    mutable uint64_t read = 0;
};

// A buffer as a dispatch sees it, at the binding that is its place in the list.
struct GlBinding
{
    const GlBuffer* buffer = nullptr; // null: nothing is bound at its place
    bool writes = false;
    size_t offset = 0; // bytes; a multiple of GlDevice::kOffsetStep
    size_t bytes = 0;  // 0: to its end
};
inline GlBinding glRead(const GlBuffer& buffer)
{
    return {&buffer, false, 0, 0};
}
inline GlBinding glWrite(const GlBuffer& buffer) // and reads it
{
    return {&buffer, true, 0, 0};
}

} // namespace tarn
