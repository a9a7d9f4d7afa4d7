// Handles: a live one finds its object; null, stale and made-up ones find nothing.
#include "core/handle_table.h"

#include <gtest/gtest.h>
#include <thread>
#include <vector>

namespace tarn
{
namespace
{

struct Handle
{
    uint32_t index;
    uint32_t generation;
};

constexpr uint32_t kCapacity = 4;
using Table = HandleTable<int, Handle, kCapacity>;

TEST(HandleTable, FindsWhatWasAdded)
{
    Table table;
    int a = 1, b = 2;
    Handle ha = {}, hb = {};
    ASSERT_EQ(table.add(&a, &ha), tn_success);
    ASSERT_EQ(table.add(&b, &hb), tn_success);
    EXPECT_EQ(table.find(ha), &a);
    EXPECT_EQ(table.find(hb), &b);
    EXPECT_FALSE(TN_IS_NULL(ha));
    EXPECT_FALSE(TN_HANDLE_EQUALS(ha, hb));
}

TEST(HandleTable, NullAndMadeUpHandlesFindNothing)
{
    Table table;
    int a = 1;
    Handle handle = {};
    ASSERT_EQ(table.add(&a, &handle), tn_success);
    EXPECT_EQ(table.find({0, 0}), nullptr);
    EXPECT_EQ(table.find({0, 1}), nullptr);
    EXPECT_EQ(table.find({handle.index, 0}), nullptr);
    EXPECT_EQ(table.find({handle.index, handle.generation + 1}), nullptr);
    EXPECT_EQ(table.find({handle.index + 1, 0}), nullptr);
    EXPECT_EQ(table.find({kCapacity + 1, 1}), nullptr);
    EXPECT_EQ(table.find({UINT32_MAX, UINT32_MAX}), nullptr);
}

TEST(HandleTable, StaleHandleStaysStaleWhenItsSlotIsUsedAgain)
{
    Table table;
    int a = 1, b = 2;
    Handle first = {};
    ASSERT_EQ(table.add(&a, &first), tn_success);
    ASSERT_EQ(table.remove(first), &a);
    EXPECT_EQ(table.find(first), nullptr);
    EXPECT_EQ(table.remove(first), nullptr);

    Handle second = {};
    ASSERT_EQ(table.add(&b, &second), tn_success);
    EXPECT_EQ(second.index, first.index);
    EXPECT_EQ(table.find(first), nullptr);
    EXPECT_EQ(table.find(second), &b);
}

TEST(HandleTable, FullTableRefusesAndLeavesTheHandleAlone)
{
    Table table;
    int object = 0;
    std::vector<Handle> handles(kCapacity);
    for (Handle& handle : handles)
    {
        ASSERT_EQ(table.add(&object, &handle), tn_success);
    }
    Handle extra = {7, 7};
    EXPECT_EQ(table.add(&object, &extra), tn_errorCapacity);
    EXPECT_EQ(extra.index, 7u);
    EXPECT_EQ(table.remove(handles[2]), &object);
    EXPECT_EQ(table.add(&object, &extra), tn_success);
}

TEST(HandleTable, SlotsAreReusedInTheOrderTheyWereFreed)
{
    Table table;
    int object = 0;
    std::vector<Handle> handles(kCapacity);
    for (Handle& handle : handles)
    {
        ASSERT_EQ(table.add(&object, &handle), tn_success);
    }
    for (const size_t freed : {2u, 0u, 3u})
    {
        table.remove(handles[freed]);
    }
    for (const size_t expected : {2u, 0u, 3u})
    {
        Handle handle = {};
        ASSERT_EQ(table.add(&object, &handle), tn_success);
        EXPECT_EQ(handle.index, handles[expected].index);
    }
}

TEST(HandleTable, ThreadsAddAndRemoveAtTheSameTime)
{
    HandleTable<int, Handle, 64> table;
    std::vector<std::thread> threads;
    std::vector<int> objects(4);
    for (int& object : objects)
    {
        threads.emplace_back([&table, &object] {
            for (int i = 0; i < 2000; ++i)
            {
                Handle handle = {};
                ASSERT_EQ(table.add(&object, &handle), tn_success);
                ASSERT_EQ(table.find(handle), &object);
                ASSERT_EQ(table.remove(handle), &object);
                ASSERT_EQ(table.find(handle), nullptr);
            }
        });
    }
    for (std::thread& thread : threads)
    {
        thread.join();
    }
}

} // namespace
} // namespace tarn
