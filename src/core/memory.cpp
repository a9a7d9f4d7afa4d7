// The allocator hook and its two counters.
//
// The lock is held only to read the hook and to count, never while the hook runs: a host's
// allocator may itself call into the library. Counting before calling keeps setAllocator from
// changing the hook between an allocation's start and its end.
#include "core/memory.h"

#include "core/log.h"

#include <cstdint>
#include <cstring>
#include <mutex>

#if defined(__linux__)
#include <sys/mman.h>
#include <unistd.h>
#endif

namespace tarn
{
namespace
{

// Blocks of fields are worth pages of 2 MiB: with those of 4 KiB every row of every field is a page
// of its own, and the processor knows where some thousands of pages are. Measured on Zen 4: memory
// is read twice as fast.
constexpr size_t kWorthLargePages = size_t{4} << 20;

// A hint, before the memory is first touched.
void preferLargePages([[maybe_unused]] void* memory, [[maybe_unused]] size_t size)
{
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const auto page = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
    const uintptr_t begin = (reinterpret_cast<uintptr_t>(memory) + page - 1) / page * page;
    const uintptr_t end = (reinterpret_cast<uintptr_t>(memory) + size) / page * page;
    madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

void* defaultAlloc(void*, size_t size, size_t alignment)
{
    void* memory = ::operator new(size, std::align_val_t(alignment), std::nothrow);
    if (memory != nullptr && size >= kWorthLargePages)
    {
        preferLargePages(memory, size);
    }
    return memory;
}

// The C++ heap wants the alignment back, the hook does not carry it: allocate() below therefore
// never asks the default heap for anything but kAlignment.
void defaultFree(void*, void* memory, size_t)
{
    ::operator delete(memory, std::align_val_t(kAlignment));
}

struct Hook
{
    tnAllocFcn* alloc = defaultAlloc;
    tnFreeFcn* free = defaultFree;
    void* user = nullptr;
};

struct State
{
    std::mutex mutex;
    Hook hook;
    int64_t liveCount = 0;
    int64_t liveBytes = 0;
    int64_t totalCount = 0;
};

constinit State gState;

} // namespace

void* allocate(size_t bytes, size_t alignment) noexcept
{
    TN_ASSERT(alignment != 0 && (alignment & (alignment - 1)) == 0 && alignment <= kAlignment);
    if (bytes == 0 || bytes > size_t{PTRDIFF_MAX})
    {
        return nullptr;
    }
    Hook hook;
    {
        const std::lock_guard lock(gState.mutex);
        hook = gState.hook;
        ++gState.liveCount;
        ++gState.totalCount;
        gState.liveBytes += static_cast<int64_t>(bytes);
    }
    void* memory = hook.alloc(hook.user, bytes, kAlignment);
    if (memory == nullptr)
    {
        const std::lock_guard lock(gState.mutex);
        --gState.liveCount;
        --gState.totalCount;
        gState.liveBytes -= static_cast<int64_t>(bytes);
    }
    return memory;
}

void deallocate(void* memory, size_t bytes) noexcept
{
    if (memory == nullptr)
    {
        return;
    }
    Hook hook;
    {
        const std::lock_guard lock(gState.mutex);
        hook = gState.hook;
    }
    hook.free(hook.user, memory, bytes);
    const std::lock_guard lock(gState.mutex);
    --gState.liveCount;
    gState.liveBytes -= static_cast<int64_t>(bytes);
    TN_ASSERT(gState.liveCount >= 0 && gState.liveBytes >= 0);
}

tnResult setAllocator(tnAllocFcn* alloc, tnFreeFcn* free, void* user) noexcept
{
    if ((alloc == nullptr) != (free == nullptr))
    {
        logMessage(tn_logError, tn_logAllocatorIncomplete,
                   "tnSetAllocator: %s is null; give both functions, or neither for the default",
                   alloc == nullptr ? "alloc" : "free");
        return tn_errorInvalidArgument;
    }
    int64_t live = 0;
    {
        const std::lock_guard lock(gState.mutex);
        live = gState.liveCount;
        if (live == 0)
        {
            gState.hook = alloc != nullptr ? Hook{alloc, free, user} : Hook{};
        }
    }
    if (live != 0)
    {
        logMessage(tn_logError, tn_logAllocatorInUse,
                   "tnSetAllocator: %lld allocations are alive; destroy every object first",
                   static_cast<long long>(live));
        return tn_errorInvalidArgument;
    }
    return tn_success;
}

int64_t allocatedBytes() noexcept
{
    const std::lock_guard lock(gState.mutex);
    return gState.liveBytes;
}

int64_t allocationCount() noexcept
{
    const std::lock_guard lock(gState.mutex);
    return gState.totalCount;
}

bool Arena::create(size_t bytes) noexcept
{
    destroy();
    block_ = static_cast<std::byte*>(allocate(bytes, kAlignment));
    if (block_ == nullptr)
    {
        return false;
    }
    bytes_ = bytes;
    std::memset(block_, 0, bytes);
    return true;
}

void Arena::destroy() noexcept
{
    deallocate(block_, bytes_);
    block_ = nullptr;
    bytes_ = 0;
    used_ = 0;
}

} // namespace tarn
