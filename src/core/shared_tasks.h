// Tasks with a fixed address, so that their owner can be moved while its backend works with them.
#pragma once

#include "core/memory.h"
#include "core/tasks.h"

namespace tarn
{

class SharedTasks : public Tasks
{
  public:
    void destroy() noexcept { destroyObject(this); }
};

} // namespace tarn
