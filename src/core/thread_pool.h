// ThreadPool: a parallel-for of very low latency, in which a thread meets again what it wrote.
//
//     publish          every share := (epoch, its indices)   workers that spin see it at once,
//                                                            sleepers are woken
//     everyone         take the next index from the own      the caller takes part
//                      share, then from the others', run
//                      it, pending_ -= 1
//     caller           waits until pending_ is 0
//
// The indices of a job are cut into as many shares as there are threads, and a thread begins with
// its own: jobs over the same rows, one after the other, find in a core's caches what the job
// before has left there, not in those of another core. Measured at 512 x 512 on two cores: an
// eighth of a flow's projection, 2 to 6 % of its step.
//
// A share holds the number of the job and the indices left in one 64-bit word, so a worker that
// wakes late can neither take an index of a later job nor run one twice. A stencil sweep at game
// sizes takes 20 to 500 microseconds, and a V-cycle has dozens of them: waking a sleeping thread
// (about 50 microseconds) would eat the gain, hence idle workers spin for a moment first. When the
// pool has more threads than the machine has cores, spinning would take the core away from the
// thread that has the work; such a pool only yields.
#pragma once

#include "tarn/tasks.h"

#include <atomic>
#include <cstdint>
#include <thread>

namespace tarn
{

class ThreadPool
{
  public:
    // Starts threads - 1 threads. Range 0 .. TN_MAX_THREADS, 0 for one per core. On failure the
    // reason is logged and `out` is untouched. The pool starts with one reference.
    static tnResult create(int32_t threads, ThreadPool** out) noexcept;

    // The pool stops, and is gone, when the last reference is.
    void retain() noexcept;
    void release() noexcept;

    int32_t threadCount() const noexcept { return workerCount_ + 1; }

    // Runs task(context, i) for each i < count and returns when all are done. While the pool is
    // busy, with another thread's call or one further up this thread's stack, the caller does all
    // of it alone. Never allocates.
    void parallelFor(int32_t count, tnTaskFcn* task, void* context) noexcept;

    // This pool as a task system, and back: null when `tasks` is not one of our pools.
    tnTaskSystem taskSystem() noexcept;
    static ThreadPool* fromTaskSystem(const tnTaskSystem& tasks) noexcept;

    ThreadPool() noexcept = default;
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

  private:
    static void parallelForCallback(void* user, int32_t count, tnTaskFcn* task, void* context);

    tnResult startWorkers(int32_t count) noexcept;
    void stopWorkers() noexcept;
    void workerLoop(int32_t self) noexcept;
    void workOnJob(uint32_t epoch, int32_t self) noexcept;
    void workOnShare(uint32_t epoch, int32_t share) noexcept;
    // The first index of a share of so many indices; the end of one is the first of the next.
    int32_t firstOf(int32_t share, int32_t count) const noexcept;
    void waitForJob(uint32_t seenEpoch) noexcept;
    void waitUntilDone() noexcept;

    // The job. Plain values would do for the algorithm: they are only used after an index was
    // claimed, which proves that they still belong to it. But they are read before that, while
    // the next job may be written, so they are atomics of relaxed order.
    std::atomic<tnTaskFcn*> task_{nullptr};
    std::atomic<void*> context_{nullptr};
    std::atomic<int32_t> count_{0};

    struct alignas(64) Share
    {
        std::atomic<uint64_t> claim{0}; // epoch << 32 | indices not yet taken
    };
    Share* shares_ = nullptr; // of the caller, then of each worker

    // Each on its own cache line: all threads write to these.
    alignas(64) std::atomic<int32_t> pending_{0}; // indices not yet finished
    alignas(64) std::atomic<uint32_t> wake_{0};   // the last epoch published; sleepers wait on it
    alignas(64) std::atomic<bool> busy_{false};   // a parallelFor is under way
    std::atomic<bool> stopping_{false};
    std::atomic<int32_t> references_{1};
    uint32_t epoch_ = 0; // of the last job
    bool spins_ = true;  // false when there are more threads than cores
    int32_t workerCount_ = 0;
    std::thread* workers_ = nullptr;
};

} // namespace tarn
