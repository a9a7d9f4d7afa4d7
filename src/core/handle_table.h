// HandleTable: from value handles {index, generation} to objects, and never to a dead one.
//
// A fixed number of slots in static storage, so that creating an object costs no hidden
// allocation and a stale handle stays recognisable for ever. A slot's generation grows each time
// it is given out; a handle is good while both agree. Freed slots are reused in the order they
// were freed, which keeps generations apart for longest. All calls are thread-safe; destroying an
// object while another thread is inside it is the caller's error, as with any object.
#pragma once

#include "tarn/base.h"

#include <array>
#include <cstdint>
#include <mutex>

namespace tarn
{

template <class T, class Handle, uint32_t Capacity = 4096>
class HandleTable
{
  public:
    // tn_errorCapacity when every slot is taken; `out` is untouched then.
    tnResult add(T* object, Handle* out) noexcept
    {
        const std::lock_guard lock(mutex_);
        uint32_t index = oldestFree_;
        if (index != 0)
        {
            oldestFree_ = slot(index).nextFree;
            if (oldestFree_ == 0)
            {
                newestFree_ = 0;
            }
        }
        else if (everUsed_ < Capacity)
        {
            index = ++everUsed_;
        }
        else
        {
            return tn_errorCapacity;
        }
        Slot& taken = slot(index);
        taken.object = object;
        taken.generation += taken.generation == UINT32_MAX ? 2u : 1u; // zero is for null
        *out = Handle{index, taken.generation};
        return tn_success;
    }

    // Null when the handle is null or stale.
    T* find(Handle handle) noexcept
    {
        const std::lock_guard lock(mutex_);
        return isLive(handle) ? slot(handle.index).object : nullptr;
    }

    // Like find, and the handle is stale from now on. The object is the caller's to destroy.
    T* remove(Handle handle) noexcept
    {
        const std::lock_guard lock(mutex_);
        if (!isLive(handle))
        {
            return nullptr;
        }
        Slot& freed = slot(handle.index);
        T* object = freed.object;
        freed.object = nullptr;
        freed.nextFree = 0;
        if (newestFree_ != 0)
        {
            slot(newestFree_).nextFree = handle.index;
        }
        else
        {
            oldestFree_ = handle.index;
        }
        newestFree_ = handle.index;
        return object;
    }

  private:
    struct Slot
    {
        T* object = nullptr;     // null while the slot is free
        uint32_t generation = 0; // of the handle given out last
        uint32_t nextFree = 0;   // index of the slot freed after this one, or 0
    };

    Slot& slot(uint32_t index) noexcept { return slots_[index - 1]; }

    bool isLive(Handle handle) noexcept
    {
        return handle.index != 0 && handle.index <= Capacity &&
               slot(handle.index).generation == handle.generation &&
               slot(handle.index).object != nullptr;
    }

    std::mutex mutex_;
    std::array<Slot, Capacity> slots_{};
    uint32_t everUsed_ = 0;   // slots 1 .. everUsed_ were given out at least once
    uint32_t oldestFree_ = 0; // the queue of freed slots; 0 is none
    uint32_t newestFree_ = 0;
};

} // namespace tarn
