// The built-in thread pool; thread_pool.h says how a job travels through it.
#include "core/thread_pool.h"

#include "core/check.h"
#include "core/clock.h"
#include "core/fpu.h"
#include "core/log.h"
#include "core/memory.h"

#include <algorithm>
#include <exception>
#include <memory>

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace tarn
{
namespace
{

// How long an idle thread spins before it yields, and how often it yields before it sleeps. 30 us
// bridges the serial stretches of a solve; longer would heat a laptop between frames.
constexpr double kSpinSeconds = 30e-6;
constexpr int32_t kPausesPerClockReading = 32;
constexpr int32_t kYields = 64;

void pauseCore() noexcept
{
#if defined(__SSE2__) || defined(_M_X64)
    _mm_pause();
#elif defined(__aarch64__) && defined(__GNUC__)
    asm volatile("yield");
#endif
}

// Spins, then yields, until ready() or patience ends. True when ready.
template <class Ready>
bool spinUntil(bool maySpin, Ready&& ready) noexcept
{
    if (maySpin)
    {
        const double end = secondsNow() + kSpinSeconds;
        do
        {
            for (int32_t i = 0; i < kPausesPerClockReading; ++i)
            {
                if (ready())
                {
                    return true;
                }
                pauseCore();
            }
        } while (secondsNow() < end);
    }
    for (int32_t i = 0; i < kYields; ++i)
    {
        if (ready())
        {
            return true;
        }
        std::this_thread::yield();
    }
    return ready();
}

constexpr uint32_t epochOf(uint64_t claim)
{
    return static_cast<uint32_t>(claim >> 32);
}

constexpr uint32_t leftOf(uint64_t claim)
{
    return static_cast<uint32_t>(claim);
}

// Null without memory for it.
template <class T>
T* makeArray(int32_t count) noexcept
{
    const size_t bytes = static_cast<size_t>(count) * sizeof(T);
    auto* array = static_cast<T*>(allocate(bytes, alignof(T)));
    if (array != nullptr)
    {
        std::uninitialized_value_construct_n(array, count);
    }
    return array;
}

template <class T>
void destroyArray(T* array, int32_t count) noexcept
{
    if (array != nullptr)
    {
        std::destroy_n(array, count);
        deallocate(array, static_cast<size_t>(count) * sizeof(T));
    }
}

int32_t coreCount() noexcept
{
    return std::clamp(static_cast<int32_t>(std::thread::hardware_concurrency()), 1, TN_MAX_THREADS);
}

} // namespace

tnResult ThreadPool::create(int32_t threads, ThreadPool** out) noexcept
{
    if (threads < 0 || threads > TN_MAX_THREADS)
    {
        logMessage(tn_logError, tn_logThreadCount,
                   "threads: %d is outside 0 .. %d; use 0 for one thread per core", threads,
                   TN_MAX_THREADS);
        return tn_errorInvalidArgument;
    }
    const int32_t wanted = threads == 0 ? coreCount() : threads;
    auto* pool = makeObject<ThreadPool>();
    if (pool == nullptr)
    {
        logMessage(tn_logError, tn_logOutOfMemory, "thread pool: no memory for %zu bytes",
                   sizeof(ThreadPool));
        return tn_errorOutOfMemory;
    }
    pool->spins_ = wanted <= coreCount();
    const tnResult result = pool->startWorkers(wanted - 1);
    if (result != tn_success)
    {
        destroyObject(pool);
        return result;
    }
    *out = pool;
    return tn_success;
}

ThreadPool::~ThreadPool()
{
    stopWorkers();
}

void ThreadPool::retain() noexcept
{
    references_.fetch_add(1, std::memory_order_relaxed);
}

void ThreadPool::release() noexcept
{
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1)
    {
        destroyObject(this);
    }
}

tnResult ThreadPool::startWorkers(int32_t count) noexcept
{
    if (count == 0)
    {
        return tn_success;
    }
    workers_ = makeArray<std::thread>(count);
    shares_ = workers_ != nullptr ? makeArray<Share>(count + 1) : nullptr;
    if (shares_ == nullptr)
    {
        destroyArray(workers_, count);
        workers_ = nullptr;
        logMessage(tn_logError, tn_logOutOfMemory, "thread pool: no memory for %d threads", count);
        return tn_errorOutOfMemory;
    }
    workerCount_ = count;
    try
    {
        for (int32_t i = 0; i < count; ++i)
        {
            workers_[i] = std::thread([this, i] { workerLoop(i + 1); });
        }
    }
    catch (const std::exception& error)
    {
        logMessage(tn_logError, tn_logThreadStart,
                   "thread pool: cannot start %d threads (%s); ask for fewer", count, error.what());
        return tn_errorThread;
    }
    return tn_success;
}

void ThreadPool::stopWorkers() noexcept
{
    if (workers_ == nullptr)
    {
        return;
    }
    stopping_.store(true);
    wake_.fetch_add(1);
    wake_.notify_all();
    for (int32_t i = 0; i < workerCount_; ++i)
    {
        if (workers_[i].joinable())
        {
            workers_[i].join();
        }
    }
    destroyArray(workers_, workerCount_);
    destroyArray(shares_, workerCount_ + 1);
    workers_ = nullptr;
}

void ThreadPool::parallelFor(int32_t count, tnTaskFcn* task, void* context) noexcept
{
    if (count <= 0)
    {
        return;
    }
    if (count == 1 || workerCount_ == 0 || busy_.exchange(true, std::memory_order_acquire))
    {
        for (int32_t i = 0; i < count; ++i)
        {
            task(context, i);
        }
        return;
    }
    const uint32_t epoch = ++epoch_;
    task_.store(task, std::memory_order_relaxed);
    context_.store(context, std::memory_order_relaxed);
    count_.store(count, std::memory_order_relaxed);
    pending_.store(count, std::memory_order_relaxed);
    for (int32_t share = 0; share <= workerCount_; ++share)
    {
        const auto indices =
            static_cast<uint32_t>(firstOf(share + 1, count) - firstOf(share, count));
        shares_[share].claim.store(uint64_t{epoch} << 32 | indices, std::memory_order_release);
    }
    wake_.store(epoch); // after the shares: whoever sees the epoch finds the job
    wake_.notify_all();
    workOnJob(epoch, 0);
    waitUntilDone();
    busy_.store(false, std::memory_order_release);
}

int32_t ThreadPool::firstOf(int32_t share, int32_t count) const noexcept
{
    return static_cast<int32_t>(int64_t{count} * share / threadCount());
}

void ThreadPool::workOnJob(uint32_t epoch, int32_t self) noexcept
{
    for (int32_t k = 0; k < threadCount(); ++k)
    {
        workOnShare(epoch, (self + k) % threadCount());
    }
}

void ThreadPool::workOnShare(uint32_t epoch, int32_t share) noexcept
{
    std::atomic<uint64_t>& claim = shares_[share].claim;
    uint64_t seen = claim.load(std::memory_order_acquire);
    while (epochOf(seen) == epoch && leftOf(seen) != 0)
    {
        tnTaskFcn* task = task_.load(std::memory_order_relaxed);
        void* context = context_.load(std::memory_order_relaxed);
        const int32_t end = firstOf(share + 1, count_.load(std::memory_order_relaxed));
        const int32_t index = end - static_cast<int32_t>(leftOf(seen));
        if (claim.compare_exchange_weak(seen, seen - 1, std::memory_order_acq_rel,
                                        std::memory_order_acquire))
        {
            task(context, index);
            if (pending_.fetch_sub(1, std::memory_order_acq_rel) == 1)
            {
                pending_.notify_one();
            }
            seen = claim.load(std::memory_order_acquire);
        }
    }
}

void ThreadPool::waitUntilDone() noexcept
{
    const FpuScope fpu; // to wait is to reckon with times
    const auto done = [this] { return pending_.load(std::memory_order_acquire) == 0; };
    while (!spinUntil(spins_, done))
    {
        const int32_t pending = pending_.load(std::memory_order_acquire);
        if (pending != 0)
        {
            pending_.wait(pending, std::memory_order_acquire);
        }
    }
}

void ThreadPool::waitForJob(uint32_t seenEpoch) noexcept
{
    const auto published = [this, seenEpoch] {
        return wake_.load(std::memory_order_acquire) != seenEpoch;
    };
    if (!spinUntil(spins_, published))
    {
        wake_.wait(seenEpoch, std::memory_order_acquire);
    }
}

void ThreadPool::workerLoop(int32_t self) noexcept
{
    const FpuScope fpu; // a thread begins with the state of the one that made it
    uint32_t seenEpoch = 0;
    for (;;)
    {
        waitForJob(seenEpoch);
        seenEpoch = wake_.load(std::memory_order_acquire);
        if (stopping_.load()) // after wake_: whoever sees the last epoch sees this too
        {
            return;
        }
        workOnJob(seenEpoch, self);
    }
}

tnTaskSystem ThreadPool::taskSystem() noexcept
{
    return {threadCount(), parallelForCallback, this};
}

ThreadPool* ThreadPool::fromTaskSystem(const tnTaskSystem& tasks) noexcept
{
    return tasks.parallelFor == parallelForCallback ? static_cast<ThreadPool*>(tasks.user)
                                                    : nullptr;
}

void ThreadPool::parallelForCallback(void* user, int32_t count, tnTaskFcn* task, void* context)
{
    static_cast<ThreadPool*>(user)->parallelFor(count, task, context);
}

} // namespace tarn
