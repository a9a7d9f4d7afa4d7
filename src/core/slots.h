// Slots: a fixed number of places for things with value handles {index, generation}.
//
// Like core/handle_table.h, but owned by one object, in memory that is taken once, and plain data,
// so that it can be saved.
#pragma once

#include <cstdint>

namespace tarn
{

template <class T>
struct Slot
{
    T value;
    uint32_t generation;
    bool used;
};

template <class T, class Handle>
class Slots
{
  public:
    void useMemory(Slot<T>* slots, int32_t capacity)
    {
        slots_ = slots;
        capacity_ = capacity;
    }

    // The first free slot; null when all are taken.
    T* add(const T& value, Handle* handle)
    {
        for (int32_t k = 0; k < capacity_; ++k)
        {
            Slot<T>& slot = slots_[k];
            if (!slot.used)
            {
                slot.used = true;
                slot.generation += slot.generation == UINT32_MAX ? 2u : 1u; // zero is for null
                slot.value = value;
                ++count_;
                *handle = {static_cast<uint32_t>(k) + 1, slot.generation};
                return &slot.value;
            }
        }
        return nullptr;
    }

    T* find(Handle handle)
    {
        Slot<T>* slot = slotOf(handle);
        return slot != nullptr ? &slot->value : nullptr;
    }

    bool remove(Handle handle)
    {
        Slot<T>* slot = slotOf(handle);
        if (slot == nullptr)
        {
            return false;
        }
        slot->used = false;
        --count_;
        return true;
    }

    int32_t capacity() const { return capacity_; }
    int32_t count() const { return count_; }
    Slot<T>* begin() { return slots_; }
    Slot<T>* end() { return slots_ + capacity_; }
    const Slot<T>* begin() const { return slots_; }
    const Slot<T>* end() const { return slots_ + capacity_; }

    // After slots were written as a whole.
    void recount()
    {
        count_ = 0;
        for (const Slot<T>& slot : *this)
        {
            count_ += slot.used ? 1 : 0;
        }
    }

  private:
    Slot<T>* slotOf(Handle handle)
    {
        if (handle.index == 0 || handle.index > static_cast<uint32_t>(capacity_))
        {
            return nullptr;
        }
        Slot<T>& slot = slots_[handle.index - 1];
        return slot.used && slot.generation == handle.generation ? &slot : nullptr;
    }

    Slot<T>* slots_ = nullptr;
    int32_t capacity_ = 0;
    int32_t count_ = 0;
};

} // namespace tarn
