// Thread pools through the public API: sharing, lifetime, misuse.
#include "tarn/tasks.h"

#include "core/tasks.h"
#include "support/full_size.h"
#include "support/log_capture.h"

#include <atomic>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace tarn
{
namespace
{

TEST(ThreadPool, RunsTheTasksItIsGiven)
{
    tnThreadPool pool = {};
    ASSERT_EQ(tnCreateThreadPool(3, &pool), tn_success);
    EXPECT_EQ(tnThreadPool_GetThreadCount(pool), 3);
    tnTaskSystem tasks = {};
    ASSERT_EQ(tnThreadPool_GetTasks(pool, &tasks), tn_success);
    EXPECT_EQ(tasks.workerCount, 3);
    std::atomic<int> sum = 0;
    const auto add = [](void* context, int32_t index) {
        *static_cast<std::atomic<int>*>(context) += index;
    };
    tasks.parallelFor(tasks.user, 101, add, &sum);
    EXPECT_EQ(sum, 5050);
    tasks.parallelFor(tasks.user, 0, add, &sum);
    tasks.parallelFor(tasks.user, -1, add, &sum);
    EXPECT_EQ(sum, 5050);
    EXPECT_EQ(tnDestroyThreadPool(pool), tn_success);
}

// With more threads than cores some come to a job when it is over, and the pool as well.
TEST(ThreadPool, MayGoWhileItsThreadsAreStillWakingUp)
{
    for (int32_t round = 0; round < 3000; ++round)
    {
        tnThreadPool pool = {};
        ASSERT_EQ(tnCreateThreadPool(8, &pool), tn_success);
        tnTaskSystem tasks = {};
        ASSERT_EQ(tnThreadPool_GetTasks(pool, &tasks), tn_success);
        tasks.parallelFor(
            tasks.user, 2, [](void*, int32_t) {}, nullptr);
        ASSERT_EQ(tnDestroyThreadPool(pool), tn_success);
    }
}

TEST(ThreadPool, SeveralThreadsMayShareOne)
{
    tnThreadPool pool = {};
    ASSERT_EQ(tnCreateThreadPool(4, &pool), tn_success);
    tnTaskSystem system = {};
    ASSERT_EQ(tnThreadPool_GetTasks(pool, &system), tn_success);
    const int rounds = test::scaled(500, 20000);
    std::vector<std::thread> hosts;
    for (int host = 0; host < 3; ++host)
    {
        hosts.emplace_back([&] {
            Tasks tasks;
            ASSERT_EQ(tasks.init(system, 0), tn_success);
            int64_t sums[8] = {};
            for (int round = 0; round < rounds; ++round)
            {
                tasks.parallelFor(8, [&](int32_t i) { sums[i] += i; });
            }
            for (int i = 0; i < 8; ++i)
            {
                EXPECT_EQ(sums[i], int64_t{i} * rounds);
            }
        });
    }
    for (std::thread& host : hosts)
    {
        host.join();
    }
    EXPECT_EQ(tnDestroyThreadPool(pool), tn_success);
}

TEST(ThreadPool, LivesOnForTheObjectsThatUseIt)
{
    const int64_t before = tnGetAllocatedBytes();
    {
        Tasks tasks;
        tnThreadPool pool = {};
        ASSERT_EQ(tnCreateThreadPool(2, &pool), tn_success);
        tnTaskSystem system = {};
        ASSERT_EQ(tnThreadPool_GetTasks(pool, &system), tn_success);
        ASSERT_EQ(tasks.init(system, 0), tn_success);
        ASSERT_EQ(tnDestroyThreadPool(pool), tn_success);
        std::atomic<int> runs = 0;
        tasks.parallelFor(10, [&](int32_t) { ++runs; });
        EXPECT_EQ(runs, 10);
    }
    EXPECT_EQ(tnGetAllocatedBytes(), before);
}

TEST(ThreadPool, NullPointersAreReported)
{
    const test::LogCapture log;
    EXPECT_EQ(tnCreateThreadPool(2, nullptr), tn_errorNullPointer);
    EXPECT_EQ(log.last(), tn_logNullPointer);
    tnThreadPool pool = {};
    ASSERT_EQ(tnCreateThreadPool(2, &pool), tn_success);
    EXPECT_EQ(tnThreadPool_GetTasks(pool, nullptr), tn_errorNullPointer);
    EXPECT_EQ(log.entries().size(), 2u);
    EXPECT_EQ(tnDestroyThreadPool(pool), tn_success);
}

TEST(ThreadPool, BadThreadCountLeavesTheHandleAlone)
{
    const test::LogCapture log;
    tnThreadPool pool = {7, 7};
    EXPECT_EQ(tnCreateThreadPool(-1, &pool), tn_errorInvalidArgument);
    EXPECT_EQ(tnCreateThreadPool(TN_MAX_THREADS + 1, &pool), tn_errorInvalidArgument);
    EXPECT_EQ(log.last(), tn_logThreadCount);
    EXPECT_EQ(pool.index, 7u);
}

TEST(ThreadPool, StaleAndNullHandlesAreReported)
{
    tnThreadPool stale = {};
    ASSERT_EQ(tnCreateThreadPool(2, &stale), tn_success);
    ASSERT_EQ(tnDestroyThreadPool(stale), tn_success);
    for (const tnThreadPool pool : {stale, tnThreadPool{0, 0}, tnThreadPool{99999, 1}})
    {
        const test::LogCapture log;
        tnTaskSystem tasks = {5, nullptr, nullptr};
        EXPECT_EQ(tnThreadPool_GetTasks(pool, &tasks), tn_errorInvalidHandle);
        EXPECT_EQ(tasks.workerCount, 5) << "untouched on failure";
        EXPECT_EQ(tnThreadPool_GetThreadCount(pool), 0);
        EXPECT_EQ(tnDestroyThreadPool(pool), tn_errorInvalidHandle);
        EXPECT_EQ(log.entries().size(), 3u);
        EXPECT_EQ(log.last(), tn_logInvalidHandle);
    }
}

TEST(ThreadPool, RunningOutOfHandlesIsReported)
{
    const test::LogCapture log;
    std::vector<tnThreadPool> pools;
    tnThreadPool pool = {};
    tnResult result = tn_success;
    while ((result = tnCreateThreadPool(1, &pool)) == tn_success)
    {
        pools.push_back(pool);
        ASSERT_LT(pools.size(), 10000u);
    }
    EXPECT_EQ(result, tn_errorCapacity);
    EXPECT_EQ(log.last(), tn_logHandleTableFull);
    for (const tnThreadPool each : pools)
    {
        EXPECT_EQ(tnDestroyThreadPool(each), tn_success);
    }
    EXPECT_EQ(tnGetAllocatedBytes(), 0);
}

} // namespace
} // namespace tarn
