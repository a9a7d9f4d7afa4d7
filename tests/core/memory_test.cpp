// Memory: the hook sees every byte, the counters are right, and an arena gives zeroed, aligned
// pieces.
#include "core/memory.h"

#include "support/log_capture.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <map>

namespace tarn
{
namespace
{

// A host's allocator that keeps books, and can be told to run dry.
struct Bookkeeper
{
    std::map<void*, size_t> live;
    int allocations = 0;
    bool empty = false;

    static void* alloc(void* user, size_t size, size_t alignment)
    {
        auto* self = static_cast<Bookkeeper*>(user);
        if (self->empty)
        {
            return nullptr;
        }
        void* memory =
            std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
        self->live[memory] = size;
        ++self->allocations;
        return memory;
    }

    static void free(void* user, void* memory, size_t size)
    {
        auto* self = static_cast<Bookkeeper*>(user);
        EXPECT_EQ(self->live.at(memory), size);
        self->live.erase(memory);
        std::free(memory);
    }
};

class Memory : public testing::Test
{
  protected:
    void SetUp() override
    {
        ASSERT_EQ(tnGetAllocatedBytes(), 0);
        ASSERT_EQ(tnSetAllocator(Bookkeeper::alloc, Bookkeeper::free, &books_), tn_success);
    }
    void TearDown() override { ASSERT_EQ(tnSetAllocator(nullptr, nullptr, nullptr), tn_success); }

    Bookkeeper books_;
};

TEST_F(Memory, HookSeesEveryAllocationAndItsSize)
{
    const int64_t count = tnGetAllocationCount();
    void* memory = allocate(100, 16);
    ASSERT_NE(memory, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(memory) % kAlignment, 0u);
    EXPECT_EQ(books_.live.at(memory), 100u);
    EXPECT_EQ(tnGetAllocatedBytes(), 100);
    EXPECT_EQ(tnGetAllocationCount(), count + 1);
    deallocate(memory, 100);
    EXPECT_TRUE(books_.live.empty());
    EXPECT_EQ(tnGetAllocatedBytes(), 0);
    EXPECT_EQ(tnGetAllocationCount(), count + 1);
}

TEST_F(Memory, DryAllocatorGivesNullAndCountsNothing)
{
    const int64_t count = tnGetAllocationCount();
    books_.empty = true;
    EXPECT_EQ(allocate(100, 16), nullptr);
    EXPECT_EQ(makeObject<int>(3), nullptr);
    Arena arena;
    EXPECT_FALSE(arena.create(1000));
    EXPECT_EQ(arena.bytes(), 0u);
    EXPECT_EQ(arena.take<float>(1), nullptr);
    EXPECT_EQ(tnGetAllocatedBytes(), 0);
    EXPECT_EQ(tnGetAllocationCount(), count);
}

TEST_F(Memory, ZeroAndImpossibleSizesGiveNull)
{
    EXPECT_EQ(allocate(0, 16), nullptr);
    EXPECT_EQ(allocate(SIZE_MAX, 16), nullptr);
    EXPECT_EQ(books_.allocations, 0);
    deallocate(nullptr, 0);
}

TEST_F(Memory, AllocatorCannotChangeWhileMemoryIsAlive)
{
    const test::LogCapture log;
    void* memory = allocate(8, 8);
    EXPECT_EQ(tnSetAllocator(nullptr, nullptr, nullptr), tn_errorInvalidArgument);
    EXPECT_EQ(log.last(), tn_logAllocatorInUse);
    deallocate(memory, 8);
    EXPECT_TRUE(books_.live.empty()) << "the old hook must still be in place";
}

TEST_F(Memory, HalfAnAllocatorIsRefused)
{
    const test::LogCapture log;
    EXPECT_EQ(tnSetAllocator(Bookkeeper::alloc, nullptr, nullptr), tn_errorInvalidArgument);
    EXPECT_EQ(log.last(), tn_logAllocatorIncomplete);
    EXPECT_EQ(tnSetAllocator(nullptr, Bookkeeper::free, nullptr), tn_errorInvalidArgument);
    EXPECT_EQ(log.entries().size(), 2u);
}

TEST_F(Memory, ObjectsAreBuiltAndTornDown)
{
    struct Counted
    {
        explicit Counted(int* alive) noexcept : alive_(alive) { ++*alive_; }
        ~Counted() { --*alive_; }
        int* alive_;
    };
    int alive = 0;
    auto* object = makeObject<Counted>(&alive);
    ASSERT_NE(object, nullptr);
    EXPECT_EQ(alive, 1);
    destroyObject(object);
    EXPECT_EQ(alive, 0);
    EXPECT_TRUE(books_.live.empty());
    destroyObject<Counted>(nullptr);
}

TEST_F(Memory, ArenaPiecesAreZeroedAlignedAndApart)
{
    Arena arena;
    ASSERT_TRUE(arena.create(arenaBytes(3, sizeof(char)) + arenaBytes(17, sizeof(double))));
    char* first = arena.take<char>(3);
    double* second = arena.take<double>(17);
    ASSERT_NE(first, nullptr);
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(first) % kAlignment, 0u);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(second) % kAlignment, 0u);
    EXPECT_GE(reinterpret_cast<char*>(second), first + 3);
    EXPECT_TRUE(std::all_of(second, second + 17, [](double d) { return d == 0.0; }));
    EXPECT_EQ(arena.used(), arena.bytes());
    EXPECT_EQ(arena.take<char>(1), nullptr);
    EXPECT_EQ(books_.allocations, 1);
}

TEST_F(Memory, ArenaRefusesSizesThatOverflow)
{
    Arena arena;
    ASSERT_TRUE(arena.create(1024));
    EXPECT_EQ(arena.take<double>(SIZE_MAX / 8), nullptr);
    EXPECT_EQ(arena.take<double>(SIZE_MAX), nullptr);
    EXPECT_EQ(arenaBytes(SIZE_MAX, 8), SIZE_MAX);
    EXPECT_EQ(addSizes(SIZE_MAX, 1), SIZE_MAX);
    EXPECT_EQ(addSizes(3, 4), 7u);
    EXPECT_EQ(arena.used(), 0u);
}

TEST_F(Memory, ArenaMovesItsBlockAlong)
{
    Arena first;
    ASSERT_TRUE(first.create(256));
    float* piece = first.take<float>(4);
    piece[0] = 7.0f;
    Arena second = std::move(first);
    EXPECT_EQ(second.bytes(), 256u);
    EXPECT_EQ(piece[0], 7.0f);
    Arena third;
    ASSERT_TRUE(third.create(64));
    third = std::move(second);
    EXPECT_EQ(third.bytes(), 256u);
    EXPECT_EQ(books_.live.size(), 1u);
}

} // namespace
} // namespace tarn
