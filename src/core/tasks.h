// Tasks: the parallel-for every part calls, whoever provides the threads.
//
// Either the host's job system, a shared tnThreadPool, or a pool of its own. Bodies run under the
// standard floating-point state on every thread. Work must be cut by the grid alone, never by
// threadCount: that is what makes results the same for any number of threads.
#pragma once

#include "core/fpu.h"
#include "tarn/tasks.h"

#include <cstdint>
#include <type_traits>

namespace tarn
{

class ThreadPool;

class Tasks
{
  public:
    Tasks() = default;
    ~Tasks();
    Tasks(const Tasks&) = delete;
    Tasks& operator=(const Tasks&) = delete;

    // Once, before anything else; a failure is logged and leaves one thread. With a host given,
    // `threads` plays no part. Without: a pool of `threads`, 0 for one per core, 1 for none.
    // tn_errorInvalidArgument, tn_errorOutOfMemory, tn_errorThread.
    tnResult init(const tnTaskSystem& host, int32_t threads) noexcept;

    // How many bodies can run at once.
    int32_t threadCount() const noexcept { return system_.workerCount; }

    // What to give to another Tasks, so that it works with the same threads. Its `threads` is 1.
    tnTaskSystem forOthers() const noexcept
    {
        return system_.parallelFor != nullptr ? system_ : tnTaskSystem{};
    }

    // body(index) once for each index < count, at the same time where that pays; returns when all
    // are done. Bodies must not throw. Never allocates.
    template <class F>
    void parallelFor(int32_t count, F&& body) noexcept
    {
        using Body = std::remove_reference_t<F>;
        if (count <= 1 || system_.workerCount <= 1)
        {
            const FpuScope fpu;
            for (int32_t i = 0; i < count; ++i)
            {
                body(i);
            }
            return;
        }
        constexpr auto run = [](void* context, int32_t index) {
            const FpuScope fpu;
            (*static_cast<Body*>(context))(index);
        };
        // The cast only drops a const that `run` puts back.
        void* context = const_cast<void*>(static_cast<const void*>(&body));
        system_.parallelFor(system_.user, count, run, context);
    }

  private:
    tnTaskSystem system_ = {1, nullptr, nullptr};
    ThreadPool* pool_ = nullptr; // a reference held while this lives, or null
};

} // namespace tarn
