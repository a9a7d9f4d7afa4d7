// The public symbols of tasks.h: thread pools behind handles.
#include "tarn/tasks.h"

#include "core/handle_table.h"
#include "core/log.h"
#include "core/thread_pool.h"

using namespace tarn;

namespace
{

constinit HandleTable<ThreadPool, tnThreadPool, 256> gPools;

// The pool, or null with the reason logged.
ThreadPool* findPool(tnThreadPool handle, const char* caller)
{
    ThreadPool* pool = gPools.find(handle);
    if (pool == nullptr)
    {
        logMessage(tn_logError, tn_logInvalidHandle,
                   "%s: pool {%u, %u} is null or was destroyed; create it first", caller,
                   handle.index, handle.generation);
    }
    return pool;
}

} // namespace

tnResult tnCreateThreadPool(int32_t threads, tnThreadPool* out)
{
    if (out == nullptr)
    {
        logMessage(tn_logError, tn_logNullPointer,
                   "tnCreateThreadPool: out is null; pass the address of a tnThreadPool");
        return tn_errorNullPointer;
    }
    ThreadPool* pool = nullptr;
    tnResult result = ThreadPool::create(threads, &pool);
    if (result != tn_success)
    {
        return result;
    }
    result = gPools.add(pool, out);
    if (result != tn_success)
    {
        logMessage(tn_logError, tn_logHandleTableFull,
                   "tnCreateThreadPool: all 256 pools are in use; destroy one, or share them");
        pool->release();
    }
    return result;
}

tnResult tnDestroyThreadPool(tnThreadPool handle)
{
    if (findPool(handle, "tnDestroyThreadPool") == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    ThreadPool* pool = gPools.remove(handle);
    if (pool == nullptr) // another thread destroyed it in between
    {
        return tn_errorInvalidHandle;
    }
    pool->release();
    return tn_success;
}

tnResult tnThreadPool_GetTasks(tnThreadPool handle, tnTaskSystem* out)
{
    if (out == nullptr)
    {
        logMessage(tn_logError, tn_logNullPointer,
                   "tnThreadPool_GetTasks: out is null; pass the address of a tnTaskSystem");
        return tn_errorNullPointer;
    }
    ThreadPool* pool = findPool(handle, "tnThreadPool_GetTasks");
    if (pool == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    *out = pool->taskSystem();
    return tn_success;
}

int32_t tnThreadPool_GetThreadCount(tnThreadPool handle)
{
    ThreadPool* pool = findPool(handle, "tnThreadPool_GetThreadCount");
    return pool != nullptr ? pool->threadCount() : 0;
}
