// Reads: numbers of a flow or water that somebody asked for and will look at later.
//
// Each has a slot. Its numbers are in memory of the slot at once, or on their way from a device
// (FarReads), which numbers slots in the same way. Memory grows to what was asked for and stays.
#pragma once

#include "core/memory.h"

#include "tarn/field.h"

#include <cstddef>
#include <cstdint>

namespace tarn
{

// Numbers on their way from a device, by slot.
class FarReads
{
  public:
    // Whether they can be had without waiting; also where they are lost.
    virtual bool hasArrived(int32_t slot) = 0;
    // Waits for them. They stay until end. Null: they are lost.
    virtual const void* take(int32_t slot) = 0;
    virtual void end(int32_t slot) noexcept = 0;

  protected:
    ~FarReads() = default;
};

class Reads
{
  public:
    // A field: send(slot, &view) puts it on its way in `far` and tells its frame; where that
    // returns tn_errorUnsupported, look() shows it, and a copy is kept here. tn_errorCapacity,
    // tn_errorOutOfMemory.
    template <class Send, class Look>
    tnResult requestField(FarReads* far, Send&& send, Look&& look, tnRead* out)
    {
        const int32_t slot = freeSlot();
        if (slot < 0)
        {
            return tn_errorCapacity;
        }
        tnFieldView view = {};
        tnResult result = send(slot, &view);
        if (result == tn_errorUnsupported)
        {
            far = nullptr;
            view = look();
            result = keep(slot, &view);
        }
        if (result == tn_success)
        {
            *out = begin(slot, view, far);
        }
        return result;
    }

    // Samples: likewise send(slot), or look(samples).
    template <class Sample, class Send, class Look>
    tnResult requestSamples(int32_t count, FarReads* far, Send&& send, Look&& look, tnRead* out)
    {
        const int32_t slot = freeSlot();
        if (slot < 0)
        {
            return tn_errorCapacity;
        }
        tnResult result = send(slot);
        if (result == tn_errorUnsupported)
        {
            far = nullptr;
            auto* samples = reinterpret_cast<Sample*>(
                memoryOf(slot, arenaBytes(static_cast<size_t>(count), sizeof(Sample))));
            result = samples != nullptr ? tn_success : tn_errorOutOfMemory;
            if (result == tn_success)
            {
                look(samples);
            }
        }
        if (result == tn_success)
        {
            *out = begin(slot, count, far);
        }
        return result;
    }

    // tn_errorInvalidHandle, tn_errorInvalidArgument (it is of the other kind), tn_errorNotReady
    // (unless it waits), tn_errorUnsupported (lost).
    tnResult get(tnRead read, bool waits, tnFieldView* out);
    template <class Sample>
    tnResult get(tnRead read, bool waits, const Sample** samples, int32_t* count)
    {
        const void* numbers = nullptr;
        const tnResult result = getSamples(read, waits, &numbers, count);
        *samples = static_cast<const Sample*>(numbers);
        return result;
    }

    bool end(tnRead read); // false: stale

    // In place of `other`, whose reads are stale here.
    void goOnFrom(const Reads& other) { generation_ = other.generation_; }

  private:
    struct Slot
    {
        uint32_t generation = 0; // 0: free
        bool isField = false;
        tnFieldView view = {};
        int32_t samples = 0;
        FarReads* far = nullptr;
        Arena arena;
        std::byte* memory = nullptr;
        size_t bytes = 0;
    };

    int32_t freeSlot() const; // below 0: there is none
    std::byte* memoryOf(int32_t slot, size_t bytes);
    // The numbers of a view, in memory of the slot, which it shows from then on.
    tnResult keep(int32_t slot, tnFieldView* view);
    tnRead begin(int32_t slot, const tnFieldView& view, FarReads* far);
    tnRead begin(int32_t slot, int32_t samples, FarReads* far);
    tnRead begin(Slot& slot, FarReads* far);
    tnResult getSamples(tnRead read, bool waits, const void** samples, int32_t* count);
    Slot* find(tnRead read);
    tnResult numbersOf(tnRead read, bool isField, bool waits, Slot** slot, const void** numbers);

    Slot slots_[TN_MAX_READS];
    uint32_t generation_ = 0; // of the last one
};

} // namespace tarn
