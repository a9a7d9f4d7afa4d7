#include "backend/gl/gl_ring.h"

#include "backend/gl/gl_device.h"
#include "core/check.h"

#include <cstring>

namespace tarn
{

bool GlRing::create(GlDevice& device, size_t bytes)
{
    constexpr GLbitfield kFlags = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    const GlFunctions& gl = device.gl();
    device_ = &device;
    buffer_.bytes = bytes;
    const auto size = static_cast<GLsizeiptr>(bytes);
    gl.GenBuffers(1, &buffer_.name);
    gl.BindBuffer(GL_COPY_READ_BUFFER, buffer_.name);
    if (gl.BufferStorage != nullptr && !device.isEs())
    {
        gl.BufferStorage(GL_COPY_READ_BUFFER, size, nullptr, kFlags);
        mapped_ = static_cast<std::byte*>(gl.MapBufferRange(GL_COPY_READ_BUFFER, 0, size, kFlags));
    }
    else
    {
        gl.BufferData(GL_COPY_READ_BUFFER, size, nullptr, GL_STREAM_DRAW);
    }
    return gl.GetError() == GL_NO_ERROR;
}

void GlRing::destroy() noexcept
{
    if (buffer_.name == 0)
    {
        return;
    }
    const GlFunctions& gl = device_->gl();
    for (void* fence : fences_)
    {
        gl.DeleteSync(static_cast<GLsync>(fence)); // 0 is ignored
    }
    gl.DeleteBuffers(1, &buffer_.name);
    buffer_ = {};
}

size_t GlRing::put(std::span<const std::byte> values)
{
    constexpr size_t kStep = GlDevice::kOffsetStep;
    TN_ASSERT(values.size() <= mostAtOnce());
    const GlFunctions& gl = device_->gl();
    const size_t taken = (values.size() + kStep - 1) / kStep * kStep;
    if (at_ + taken > (part_ + 1) * mostAtOnce())
    {
        fences_[part_] = gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
        part_ = (part_ + 1) % kParts;
        device_->waitFor(fences_[(part_ + 1) % kParts]);
        at_ = part_ * mostAtOnce();
    }
    const size_t at = at_;
    at_ += taken;
    if (mapped_ != nullptr)
    {
        std::memcpy(mapped_ + at, values.data(), values.size());
        return at;
    }
    gl.BindBuffer(GL_COPY_READ_BUFFER, buffer_.name);
    void* memory = gl.MapBufferRange(
        GL_COPY_READ_BUFFER, static_cast<GLintptr>(at), static_cast<GLsizeiptr>(values.size()),
        GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_UNSYNCHRONIZED_BIT);
    if (memory != nullptr) // null where the context is lost
    {
        std::memcpy(memory, values.data(), values.size());
        gl.UnmapBuffer(GL_COPY_READ_BUFFER);
    }
    return at;
}

} // namespace tarn
