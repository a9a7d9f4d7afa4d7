// Chooses who provides the threads, and keeps the pool alive while it is in use.
#include "core/tasks.h"

#include "core/check.h"
#include "core/log.h"
#include "core/thread_pool.h"

namespace tarn
{

Tasks::~Tasks()
{
    if (pool_ != nullptr)
    {
        pool_->release();
    }
}

tnResult Tasks::init(const tnTaskSystem& host, int32_t threads) noexcept
{
    TN_ASSERT(system_.parallelFor == nullptr);
    if (host.parallelFor == nullptr)
    {
        if (host.workerCount != 0 || host.user != nullptr)
        {
            logMessage(tn_logError, tn_logTaskSystem,
                       "tasks: parallelFor is null but workerCount is %d; fill in both, or leave "
                       "all zero for the built-in pool",
                       host.workerCount);
            return tn_errorInvalidArgument;
        }
        if (threads == 1)
        {
            return tn_success;
        }
        const tnResult result = ThreadPool::create(threads, &pool_);
        if (result == tn_success)
        {
            system_ = pool_->taskSystem();
        }
        return result;
    }
    if (host.workerCount < 1)
    {
        logMessage(tn_logError, tn_logTaskSystem,
                   "tasks: workerCount %d is not positive; say how many tasks parallelFor can run "
                   "at once",
                   host.workerCount);
        return tn_errorInvalidArgument;
    }
    system_ = host;
    pool_ = ThreadPool::fromTaskSystem(host);
    if (pool_ != nullptr)
    {
        pool_->retain();
    }
    return tn_success;
}

} // namespace tarn
