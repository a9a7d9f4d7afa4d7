// A host's job system that is as odd as allowed: a thread for every other task, the last ones
// first.
#pragma once

#include "tarn/tasks.h"

#include <thread>

namespace tarn::test
{

inline void runBackwards(void*, int32_t count, tnTaskFcn* task, void* context)
{
    for (int32_t i = count; i > 0; i -= 2)
    {
        std::thread other(task, context, i - 1);
        if (i > 1)
        {
            task(context, i - 2);
        }
        other.join();
    }
}

inline tnTaskSystem backwardTasks(int32_t workers)
{
    return {workers, runBackwards, nullptr};
}

} // namespace tarn::test
