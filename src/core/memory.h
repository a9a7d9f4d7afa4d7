// Memory: every byte the library owns comes from here, through the allocator hook.
//
// allocate/deallocate are the only callers of the hook. Arena is one block handed out in pieces,
// for objects whose sizes are all known at creation; it is why a step allocates nothing.
// makeObject/destroyObject place a single C++ object.
#pragma once

#include "core/check.h"
#include "tarn/base.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <new>
#include <type_traits>
#include <utility>

namespace tarn
{

// One cache line; also the widest SIMD vector.
inline constexpr size_t kAlignment = 64;

// Null when bytes is 0 or the hook has none left. The alignment is a power of two of at most
// kAlignment; what comes back is aligned to kAlignment.
void* allocate(size_t bytes, size_t alignment) noexcept;

// Takes back what allocate returned for the same number of bytes; null is fine.
void deallocate(void* memory, size_t bytes) noexcept;

// See base.h for what these promise.
tnResult setAllocator(tnAllocFcn* alloc, tnFreeFcn* free, void* user) noexcept;
int64_t allocatedBytes() noexcept;
int64_t allocationCount() noexcept;

// Bytes that `count` objects of `size` bytes take in an arena, padding included.
// Returns SIZE_MAX when that does not fit a size_t; adding such sizes must be checked by addSizes.
constexpr size_t arenaBytes(size_t count, size_t size) noexcept
{
    constexpr size_t kMax = std::numeric_limits<size_t>::max();
    if (size != 0 && count > (kMax - kAlignment) / size)
    {
        return kMax;
    }
    return (count * size + kAlignment - 1) / kAlignment * kAlignment;
}

// a + b, or SIZE_MAX when that overflows.
constexpr size_t addSizes(size_t a, size_t b) noexcept
{
    return a > std::numeric_limits<size_t>::max() - b ? std::numeric_limits<size_t>::max() : a + b;
}

// One block of zeroed memory, handed out front to back in aligned pieces and freed as a whole.
class Arena
{
  public:
    Arena() = default;
    ~Arena() { destroy(); }
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;
    Arena(Arena&& other) noexcept { swap(other); }
    Arena& operator=(Arena&& other) noexcept
    {
        if (this != &other)
        {
            destroy();
            swap(other);
        }
        return *this;
    }

    // Takes `bytes` from the allocator and zeroes them; frees what it held before. False when the
    // allocator has none left, and the arena is empty then.
    bool create(size_t bytes) noexcept;
    void destroy() noexcept;

    // `count` objects of T, all bytes zero, aligned to kAlignment. Null when the arena is too
    // small: size it with arenaBytes.
    template <class T>
    T* take(size_t count) noexcept
    {
        static_assert(std::is_trivially_destructible_v<T>, "an arena runs no destructors");
        static_assert(alignof(T) <= kAlignment);
        const size_t wanted = arenaBytes(count, sizeof(T));
        if (wanted > bytes_ - used_)
        {
            return nullptr;
        }
        std::byte* piece = block_ + used_;
        used_ += wanted;
        return reinterpret_cast<T*>(piece);
    }

    size_t bytes() const noexcept { return bytes_; }
    size_t used() const noexcept { return used_; }

  private:
    void swap(Arena& other) noexcept
    {
        std::swap(block_, other.block_);
        std::swap(bytes_, other.bytes_);
        std::swap(used_, other.used_);
    }

    std::byte* block_ = nullptr;
    size_t bytes_ = 0;
    size_t used_ = 0;
};

// A T made through the allocator hook; null when there is no memory. The constructor must not
// throw.
template <class T, class... Args>
T* makeObject(Args&&... args) noexcept
{
    static_assert(std::is_nothrow_constructible_v<T, Args...>);
    static_assert(alignof(T) <= kAlignment);
    void* memory = allocate(sizeof(T), alignof(T));
    return memory != nullptr ? new (memory) T(std::forward<Args>(args)...) : nullptr;
}

// The end of what makeObject made; null is fine. T must be the very type that was made.
template <class T>
void destroyObject(T* object) noexcept
{
    if (object != nullptr)
    {
        object->~T();
        deallocate(object, sizeof(T));
    }
}

} // namespace tarn
