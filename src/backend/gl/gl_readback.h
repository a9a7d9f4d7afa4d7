// GlReadback: reports, answers of the device that come back without anybody waiting for them.
//
// A report is a copy of some bytes of the device into a ring of memory that the host can read, with
// a fence behind it. Reports have numbers 1, 2, ... in the order they were sent. The host takes one
// when it needs it; by then it has usually been there for long. Sending waits only where the device
// is a whole ring behind.
#pragma once

#include "backend/gl/gl_device.h"
#include "core/function_ref.h"

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace tarn
{

class GlReadback
{
  public:
    static constexpr int32_t kMostSlots = 4;

    struct Piece
    {
        const GlBuffer& from;
        size_t offset;
        size_t bytes;
    };

    // For reports of at most so many bytes, as many on their way at once as there are slots. False:
    // no memory.
    bool create(GlDevice& device, size_t bytes, int32_t slots = kMostSlots);
    void destroy() noexcept;

    // After all that was asked for before. The pieces lie behind one another. Returns the number.
    uint64_t send(std::initializer_list<Piece> pieces);

    // The same of what a dispatch wrote where it lies: place() is where the next one will.
    GlBinding place();
    uint64_t sendWritten();

    uint64_t lastSent() const { return sent_; }
    // Whether it can be taken without waiting.
    bool hasArrived(uint64_t number);
    // Waits for it. False: it was never sent, has been written over, or the context is lost.
    bool take(uint64_t number, FunctionRef<void(const std::byte*)> visit);
    // Likewise, and it stays readable until letGo; none is sent or taken meanwhile. Null: as above.
    const std::byte* hold(uint64_t number);
    void letGo() noexcept;
    // Nobody will take what has been sent: the next one need not wait for it.
    void abandon() noexcept;

  private:
    bool isKept(uint64_t number) const;
    int32_t slotOf(uint64_t number) const;
    void forget(int32_t slot) noexcept;
    uint64_t sendSlot();

    GlDevice* device_ = nullptr;
    GlBuffer buffer_;
    const std::byte* mapped_ = nullptr; // null: mapped when taken
    size_t bytes_ = 0;
    int32_t slots_ = 0;
    uint64_t sent_ = 0;
    void* fences_[kMostSlots] = {};
};

} // namespace tarn
