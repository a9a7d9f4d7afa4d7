// Tasks: every index runs once, on any number of threads, whoever provides them.
//
// These are the tests that ThreadSanitizer is for: the bodies write plain memory.
#include "core/tasks.h"

#include "support/full_size.h"
#include "support/log_capture.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <numeric>
#include <thread>
#include <vector>

namespace tarn
{
namespace
{

// Runs `count` bodies and expects each index exactly once.
void expectEachIndexOnce(Tasks& tasks, int32_t count)
{
    std::vector<int> runs(static_cast<size_t>(count));
    tasks.parallelFor(count, [&](int32_t i) { ++runs[static_cast<size_t>(i)]; });
    EXPECT_TRUE(std::all_of(runs.begin(), runs.end(), [](int n) { return n == 1; })) << count;
}

TEST(Tasks, EachIndexRunsOnceForAnyNumberOfThreads)
{
    for (const int32_t threads : {1, 2, 3, 5, 8})
    {
        Tasks tasks;
        ASSERT_EQ(tasks.init({}, threads), tn_success);
        EXPECT_EQ(tasks.threadCount(), threads);
        for (const int32_t count : {0, 1, 2, 3, 7, 64, 1000})
        {
            expectEachIndexOnce(tasks, count);
        }
    }
}

TEST(Tasks, ZeroThreadsMeansOnePerCore)
{
    Tasks tasks;
    ASSERT_EQ(tasks.init({}, 0), tn_success);
    EXPECT_EQ(tasks.threadCount(), std::max(1u, std::thread::hardware_concurrency()));
}

TEST(Tasks, ManyShortJobsInARowLoseNothing)
{
    Tasks tasks;
    ASSERT_EQ(tasks.init({}, 8), tn_success);
    int64_t sums[4] = {};
    const int rounds = test::scaled(5000, 200000);
    for (int round = 0; round < rounds; ++round)
    {
        tasks.parallelFor(4, [&](int32_t i) { sums[i] += round; });
    }
    for (const int64_t sum : sums)
    {
        EXPECT_EQ(sum, int64_t{rounds} * (rounds - 1) / 2);
    }
}

TEST(Tasks, WorkersWakeFromSleep)
{
    Tasks tasks;
    ASSERT_EQ(tasks.init({}, 3), tn_success);
    for (int round = 0; round < 5; ++round)
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        // Each body waits for all three: the job ends only if both workers woke.
        std::atomic<int> arrived = 0;
        tasks.parallelFor(3, [&](int32_t) {
            ++arrived;
            while (arrived < 3)
            {
                std::this_thread::yield();
            }
        });
        EXPECT_EQ(arrived, 3);
    }
}

TEST(Tasks, ResultsOfOneJobAreSeenByTheNext)
{
    Tasks tasks;
    ASSERT_EQ(tasks.init({}, 4), tn_success);
    std::vector<int> values(64, 1);
    std::vector<int> next(64);
    for (int round = 0; round < 200; ++round)
    {
        tasks.parallelFor(64, [&](int32_t i) {
            const auto at = static_cast<size_t>(i);
            next[at] = values[(at + 1) % 64] + values[(at + 63) % 64];
        });
        tasks.parallelFor(64, [&](int32_t i) {
            values[static_cast<size_t>(i)] = next[static_cast<size_t>(i)] / 2;
        });
    }
    EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0), 64);
}

TEST(Tasks, NestedJobRunsOnItsOwnThread)
{
    Tasks tasks;
    ASSERT_EQ(tasks.init({}, 4), tn_success);
    std::vector<int> runs(16);
    tasks.parallelFor(4, [&](int32_t outer) {
        const std::thread::id here = std::this_thread::get_id();
        tasks.parallelFor(4, [&](int32_t inner) {
            EXPECT_EQ(std::this_thread::get_id(), here);
            ++runs[static_cast<size_t>(outer) * 4 + static_cast<size_t>(inner)];
        });
    });
    EXPECT_TRUE(std::all_of(runs.begin(), runs.end(), [](int n) { return n == 1; }));
}

TEST(Tasks, ParallelForAllocatesNothing)
{
    Tasks tasks;
    ASSERT_EQ(tasks.init({}, 4), tn_success);
    const int64_t before = tnGetAllocationCount();
    for (int round = 0; round < 100; ++round)
    {
        expectEachIndexOnce(tasks, 16);
    }
    EXPECT_EQ(tnGetAllocationCount(), before);
}

TEST(Tasks, PoolIsFreedWithItsOwner)
{
    const int64_t before = tnGetAllocatedBytes();
    {
        Tasks tasks;
        ASSERT_EQ(tasks.init({}, 4), tn_success);
        EXPECT_GT(tnGetAllocatedBytes(), before);
    }
    EXPECT_EQ(tnGetAllocatedBytes(), before);
}

TEST(Tasks, PoolsThatNeverWorkStopCleanly)
{
    for (int i = 0; i < 50; ++i)
    {
        Tasks tasks;
        ASSERT_EQ(tasks.init({}, 4), tn_success);
    }
}

TEST(Tasks, HostsJobSystemIsUsed)
{
    struct Host
    {
        int calls = 0;
        static void backwards(void* user, int32_t count, tnTaskFcn* task, void* context)
        {
            ++static_cast<Host*>(user)->calls;
            for (int32_t i = count - 1; i >= 0; --i)
            {
                task(context, i);
            }
        }
    };
    Host host;
    Tasks tasks;
    ASSERT_EQ(tasks.init({6, Host::backwards, &host}, 2), tn_success);
    EXPECT_EQ(tasks.threadCount(), 6);
    std::vector<int32_t> order;
    tasks.parallelFor(3, [&](int32_t i) { order.push_back(i); });
    EXPECT_EQ(order, (std::vector<int32_t>{2, 1, 0}));
    EXPECT_EQ(host.calls, 1);
}

TEST(Tasks, HalfFilledTaskSystemIsRefused)
{
    const auto nothing = [](void*, int32_t, tnTaskFcn*, void*) {};
    int something = 0;
    const tnTaskSystem bad[] = {{0, nothing, nullptr},
                                {-1, nothing, nullptr},
                                {4, nullptr, nullptr},
                                {0, nullptr, &something}};
    for (const tnTaskSystem& host : bad)
    {
        const test::LogCapture log;
        Tasks tasks;
        EXPECT_EQ(tasks.init(host, 2), tn_errorInvalidArgument);
        EXPECT_EQ(log.last(), tn_logTaskSystem);
        EXPECT_EQ(tasks.threadCount(), 1);
        expectEachIndexOnce(tasks, 5);
    }
}

TEST(Tasks, ThreadCountOutsideItsRangeIsRefused)
{
    for (const int32_t threads : {-1, INT32_MIN, TN_MAX_THREADS + 1, INT32_MAX})
    {
        const test::LogCapture log;
        Tasks tasks;
        EXPECT_EQ(tasks.init({}, threads), tn_errorInvalidArgument);
        EXPECT_EQ(log.last(), tn_logThreadCount);
        EXPECT_EQ(tasks.threadCount(), 1);
    }
}

TEST(Tasks, NoMemoryForAPoolIsReported)
{
    const auto none = [](void*, size_t, size_t) -> void* { return nullptr; };
    const auto never = [](void*, void*, size_t) { FAIL(); };
    ASSERT_EQ(tnSetAllocator(none, never, nullptr), tn_success);
    {
        const test::LogCapture log;
        Tasks tasks;
        EXPECT_EQ(tasks.init({}, 2), tn_errorOutOfMemory);
        EXPECT_EQ(log.last(), tn_logOutOfMemory);
    }
    ASSERT_EQ(tnSetAllocator(nullptr, nullptr, nullptr), tn_success);
}

} // namespace
} // namespace tarn
