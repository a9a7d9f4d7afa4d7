// A host's job system in place of the built-in threads: here oneTBB.
//
// The whole adapter is parallelFor(). Any system that can run `count` tasks and wait for them will
// do. The result is the same bits as with the built-in threads, which the program checks.
#include <cinttypes>
#include <cstdio>
#include <tarn/tarn.hpp>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace
{

// Runs task(context, 0) .. task(context, count - 1) in the arena, and returns when all are done.
void parallelFor(void* user, int32_t count, tnTaskFcn* task, void* context)
{
    auto* arena = static_cast<tbb::task_arena*>(user);
    arena->execute([=] {
        // simple_partitioner: every task by itself, for there are few of them and none is small.
        tbb::parallel_for(
            0, count, [=](int32_t index) { task(context, index); }, tbb::simple_partitioner());
    });
}

uint64_t hashAfterStirring(const tnTaskSystem& tasks)
{
    tnFlowDef def = tnDefaultFlowDef();
    def.tasks = tasks;
    tarn::Flow flow = tarn::Flow::create(def).orThrow();
    tnFlowBrush brush = tnDefaultFlowBrush();
    brush.from = {0.3f, 0.5f};
    brush.to = {0.6f, 0.5f};
    brush.velocity = {1.0f, 1.0f};
    brush.dye[0] = 1.0f;
    tarn::orThrow(flow.brush(brush));
    for (int frame = 0; frame < 30; ++frame)
    {
        flow.step(1.0f / 60.0f);
    }
    return flow.hash();
}

} // namespace

int main()
{
    try
    {
        tbb::task_arena arena;
        const uint64_t onTbb = hashAfterStirring({arena.max_concurrency(), parallelFor, &arena});
        const uint64_t onOwnThreads = hashAfterStirring({});
        std::printf("oneTBB %016" PRIx64 ", own threads %016" PRIx64 "\n", onTbb, onOwnThreads);
        return onTbb == onOwnThreads ? 0 : 1;
    }
    catch (const std::exception& error)
    {
        std::fprintf(stderr, "tasks_tbb: %s\n", error.what());
        return 2;
    }
}
