/* How Tarn uses threads: a parallel-for that the host supplies, or the built-in thread pool.
 *
 * Every object's Def has a tnTaskSystem. Left all zero, the object makes a pool of its own. To
 * share one pool between objects, create a tnThreadPool and put what tnThreadPool_GetTasks gives
 * into their Defs. To run on a job system, fill in the callback. The number of threads, and which
 * thread runs what, never changes a result.
 */
#ifndef TARN_TASKS_H
#define TARN_TASKS_H

#include "tarn/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One piece of work, number `index`. Different indices may run at the same time. */
typedef void tnTaskFcn(void* context, int32_t index);

/* Must call task(context, index) exactly once for each index in 0 .. count - 1, in any order, on
 * any threads, and return when all have returned. Must not call it after returning. */
typedef void tnParallelForFcn(void* user, int32_t count, tnTaskFcn* task, void* context);

/* A host's job system. All zero means: the built-in pool. */
typedef struct tnTaskSystem
{
    int32_t workerCount;           /* tasks that can run at once, >= 1, the caller's included */
    tnParallelForFcn* parallelFor; /* see above; null only when all is zero */
    void* user;                    /* passed to parallelFor */
} tnTaskSystem;

/* The most threads a pool can have. */
#define TN_MAX_THREADS 256

/* A pool of threads that objects can share. */
typedef struct tnThreadPool
{
    uint32_t index;
    uint32_t generation;
} tnThreadPool;

/* Starts a pool in which `threads` tasks can run at once: the calling thread and threads - 1 more.
 * Range 0 .. TN_MAX_THREADS; 0 means one for each core. `out` is untouched on failure.
 * tn_errorInvalidArgument, tn_errorOutOfMemory, tn_errorThread, tn_errorCapacity. */
TN_API tnResult tnCreateThreadPool(int32_t threads, tnThreadPool* out);

/* Stops the pool once the last object created with it is destroyed; until then they go on using
 * it. The handle goes stale at once. */
TN_API tnResult tnDestroyThreadPool(tnThreadPool pool);

/* What to put into a Def to use this pool. The value is good for creating objects until the pool
 * is destroyed. Idle threads of the pool spin for some 30 microseconds, then sleep. Several
 * threads may use one pool: while it is busy with one, the others do their work themselves. */
TN_API tnResult tnThreadPool_GetTasks(tnThreadPool pool, tnTaskSystem* out);

/* How many tasks run at once in this pool; 0 for a stale handle. */
TN_API int32_t tnThreadPool_GetThreadCount(tnThreadPool pool);

#ifdef __cplusplus
}
#endif

#endif
