// An allocator that fails at its k-th call, and counts what is alive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>

namespace tarn::test
{

struct FailingAllocator
{
    int32_t failAt = 0; // 0: never
    int32_t calls = 0;
    int32_t alive = 0;

    static void* alloc(void* user, size_t size, size_t alignment)
    {
        auto* self = static_cast<FailingAllocator*>(user);
        if (++self->calls == self->failAt)
        {
            return nullptr;
        }
        ++self->alive;
        return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    }
    static void free(void* user, void* memory, size_t)
    {
        --static_cast<FailingAllocator*>(user)->alive;
        std::free(memory);
    }
};

} // namespace tarn::test
