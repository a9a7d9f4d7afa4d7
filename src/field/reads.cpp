#include "field/reads.h"

#include <algorithm>

namespace tarn
{

int32_t Reads::freeSlot() const
{
    for (int32_t k = 0; k < TN_MAX_READS; ++k)
    {
        if (slots_[k].generation == 0)
        {
            return k;
        }
    }
    return -1;
}

std::byte* Reads::memoryOf(int32_t slot, size_t bytes)
{
    Slot& s = slots_[slot];
    if (bytes > s.bytes)
    {
        s.memory = s.arena.create(bytes) ? s.arena.take<std::byte>(bytes) : nullptr;
        s.bytes = s.memory != nullptr ? bytes : 0;
    }
    return s.memory;
}

tnResult Reads::keep(int32_t slot, tnFieldView* view)
{
    const auto columns = static_cast<size_t>(view->columns);
    auto* to = reinterpret_cast<float*>(
        memoryOf(slot, arenaBytes(columns * static_cast<size_t>(view->rows), sizeof(float))));
    if (to == nullptr)
    {
        return tn_errorOutOfMemory;
    }
    for (int32_t j = 0; j < view->rows; ++j)
    {
        std::copy_n(view->data + ptrdiff_t{j} * view->stride, columns,
                    to + static_cast<size_t>(j) * columns);
    }
    view->data = to;
    view->stride = view->columns;
    return tn_success;
}

tnRead Reads::begin(Slot& slot, FarReads* far)
{
    generation_ += generation_ == UINT32_MAX ? 2u : 1u; // zero is for null
    slot.generation = generation_;
    slot.far = far;
    return {static_cast<uint32_t>(&slot - slots_) + 1, generation_};
}

tnRead Reads::begin(int32_t slot, const tnFieldView& view, FarReads* far)
{
    slots_[slot].isField = true;
    slots_[slot].view = view;
    return begin(slots_[slot], far);
}

tnRead Reads::begin(int32_t slot, int32_t samples, FarReads* far)
{
    slots_[slot].isField = false;
    slots_[slot].samples = samples;
    return begin(slots_[slot], far);
}

Reads::Slot* Reads::find(tnRead read)
{
    if (read.index == 0 || read.index > TN_MAX_READS || read.generation == 0)
    {
        return nullptr;
    }
    Slot& slot = slots_[read.index - 1];
    return slot.generation == read.generation ? &slot : nullptr;
}

tnResult Reads::numbersOf(tnRead read, bool isField, bool waits, Slot** slot, const void** numbers)
{
    Slot* found = find(read);
    if (found == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (found->isField != isField)
    {
        return tn_errorInvalidArgument;
    }
    *slot = found;
    if (found->far == nullptr)
    {
        *numbers = found->memory;
        return tn_success;
    }
    const auto number = static_cast<int32_t>(found - slots_);
    if (!waits && !found->far->hasArrived(number))
    {
        return tn_errorNotReady;
    }
    *numbers = found->far->take(number);
    return *numbers != nullptr ? tn_success : tn_errorUnsupported;
}

tnResult Reads::get(tnRead read, bool waits, tnFieldView* out)
{
    Slot* slot = nullptr;
    const void* numbers = nullptr;
    const tnResult result = numbersOf(read, true, waits, &slot, &numbers);
    *out = result == tn_success ? slot->view : tnFieldView{};
    out->data = static_cast<const float*>(numbers);
    return result;
}

tnResult Reads::getSamples(tnRead read, bool waits, const void** samples, int32_t* count)
{
    Slot* slot = nullptr;
    const tnResult result = numbersOf(read, false, waits, &slot, samples);
    *count = result == tn_success ? slot->samples : 0;
    return result;
}

bool Reads::end(tnRead read)
{
    Slot* slot = find(read);
    if (slot == nullptr)
    {
        return false;
    }
    if (slot->far != nullptr)
    {
        slot->far->end(static_cast<int32_t>(slot - slots_));
    }
    slot->generation = 0;
    slot->far = nullptr;
    return true;
}

} // namespace tarn
