#include "backend/gl/gl_readback.h"

#include "core/check.h"

namespace tarn
{

bool GlReadback::create(GlDevice& device, size_t bytes, int32_t slots)
{
    TN_ASSERT(slots >= 1 && slots <= kMostSlots);
    device_ = &device;
    bytes_ = (bytes + GlDevice::kOffsetStep - 1) / GlDevice::kOffsetStep * GlDevice::kOffsetStep;
    slots_ = slots;
    const GlFunctions& gl = device.gl();
    const size_t all = bytes_ * static_cast<size_t>(slots);
    const auto size = static_cast<GLsizeiptr>(all);
    while (gl.GetError() != GL_NO_ERROR && !device.isLost())
    {
    }
    gl.GenBuffers(1, &buffer_.name);
    buffer_.bytes = all;
    gl.BindBuffer(GL_COPY_WRITE_BUFFER, buffer_.name);
    if (gl.BufferStorage != nullptr && !device.isEs())
    {
        constexpr GLbitfield kFlags = GL_MAP_READ_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
        gl.BufferStorage(GL_COPY_WRITE_BUFFER, size, nullptr, kFlags | GL_CLIENT_STORAGE_BIT);
        mapped_ =
            static_cast<const std::byte*>(gl.MapBufferRange(GL_COPY_WRITE_BUFFER, 0, size, kFlags));
    }
    else
    {
        gl.BufferData(GL_COPY_WRITE_BUFFER, size, nullptr, GL_STREAM_READ);
    }
    const bool made = gl.GetError() == GL_NO_ERROR;
    if (!made)
    {
        destroy();
    }
    return made;
}

void GlReadback::destroy() noexcept
{
    if (buffer_.name == 0)
    {
        return;
    }
    abandon();
    device_->destroyBuffer(&buffer_);
    mapped_ = nullptr;
}

int32_t GlReadback::slotOf(uint64_t number) const
{
    return static_cast<int32_t>(number % static_cast<uint64_t>(slots_));
}

bool GlReadback::isKept(uint64_t number) const
{
    return number > 0 && number <= sent_ && number + static_cast<uint64_t>(slots_) > sent_;
}

void GlReadback::forget(int32_t slot) noexcept
{
    device_->gl().DeleteSync(static_cast<GLsync>(fences_[slot])); // 0 is ignored
    fences_[slot] = nullptr;
}

GlBinding GlReadback::place()
{
    const int32_t slot = slotOf(sent_ + 1);
    device_->waitFor(fences_[slot]);
    return {&buffer_, true, static_cast<size_t>(slot) * bytes_, bytes_};
}

uint64_t GlReadback::send(std::initializer_list<Piece> pieces)
{
    const GlBinding to = place();
    size_t at = to.offset;
    for (const Piece& piece : pieces)
    {
        device_->copy(piece.from, piece.offset, buffer_, at, piece.bytes);
        at += piece.bytes;
    }
    TN_ASSERT(at <= to.offset + bytes_);
    return sendSlot();
}

uint64_t GlReadback::sendWritten()
{
    device_->barrier();
    return sendSlot();
}

uint64_t GlReadback::sendSlot()
{
    const GlFunctions& gl = device_->gl();
    fences_[slotOf(++sent_)] = gl.FenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.Flush(); // so that it is on its way before anybody asks
    return sent_;
}

bool GlReadback::hasArrived(uint64_t number)
{
    if (!isKept(number))
    {
        return false;
    }
    void* fence = fences_[slotOf(number)];
    if (fence == nullptr)
    {
        return true;
    }
    const GLenum status = device_->gl().ClientWaitSync(static_cast<GLsync>(fence), 0, 0);
    return status == GL_ALREADY_SIGNALED || status == GL_CONDITION_SATISFIED;
}

const std::byte* GlReadback::hold(uint64_t number)
{
    if (!isKept(number) || device_->isLost())
    {
        return nullptr;
    }
    const int32_t slot = slotOf(number);
    if (!device_->waitFor(fences_[slot]))
    {
        return nullptr;
    }
    const size_t offset = static_cast<size_t>(slot) * bytes_;
    if (mapped_ != nullptr)
    {
        return mapped_ + offset;
    }
    const GlFunctions& gl = device_->gl();
    gl.BindBuffer(GL_COPY_READ_BUFFER, buffer_.name);
    return static_cast<const std::byte*>(
        gl.MapBufferRange(GL_COPY_READ_BUFFER, static_cast<GLintptr>(offset),
                          static_cast<GLsizeiptr>(bytes_), GL_MAP_READ_BIT));
}

void GlReadback::letGo() noexcept
{
    if (mapped_ == nullptr)
    {
        const GlFunctions& gl = device_->gl();
        gl.BindBuffer(GL_COPY_READ_BUFFER, buffer_.name);
        gl.UnmapBuffer(GL_COPY_READ_BUFFER);
    }
}

void GlReadback::abandon() noexcept
{
    for (int32_t slot = 0; slot < slots_; ++slot)
    {
        forget(slot);
    }
}

bool GlReadback::take(uint64_t number, FunctionRef<void(const std::byte*)> visit)
{
    const std::byte* bytes = hold(number);
    if (bytes == nullptr)
    {
        return false;
    }
    visit(bytes);
    letGo();
    return true;
}

} // namespace tarn
