// Two sweeps in one pass: each row once in either, none before the rows it looks at, and never more
// rows waiting than there is room for.
#include "backend/flow/lagging_sweep.h"

#include "support/random.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

struct Case
{
    int32_t rows = 1;
    int32_t tiles = 1;
    int32_t mostReach = 0;
    int32_t farthest = 1; // of all rows

    std::string describe() const
    {
        return std::to_string(rows) + " rows, " + std::to_string(tiles) + " tiles, most " +
               std::to_string(mostReach) + ", farthest " + std::to_string(farthest);
    }
};

// The number of rows that were left.
int32_t runAndCheck(const Case& which, Tasks& tasks)
{
    SCOPED_TRACE(which.describe());
    const auto rows = static_cast<size_t>(which.rows);
    test::Random random(static_cast<uint64_t>(which.rows * 100 + which.farthest));
    std::vector<int32_t> reach(rows);
    for (int32_t& far : reach)
    {
        far = random.between(1, which.farthest);
    }
    std::vector<int32_t> first(rows, 0), second(rows, 0);
    const auto isLeft = std::make_unique<bool[]>(rows);
    const LaggingSweep sweep = {{which.rows, which.tiles}, which.mostReach, isLeft.get()};
    runLagging(
        tasks, sweep,
        [&](int32_t row, int32_t tile) {
            ++first[static_cast<size_t>(row)];
            const int32_t forgotten = row - which.mostReach - 1; // its place in a ring is needed
            if (forgotten >= sweep.tiles.cut(tile) && forgotten < row)
            {
                EXPECT_TRUE(second[static_cast<size_t>(forgotten)] == 1 ||
                            isLeft[static_cast<size_t>(forgotten)])
                    << forgotten << " when " << row << " is done";
            }
        },
        [&](int32_t row) {
            EXPECT_EQ(first[static_cast<size_t>(row)], 1) << row;
            return reach[static_cast<size_t>(row)];
        },
        [&](int32_t row, int32_t tile) {
            ++second[static_cast<size_t>(row)];
            const int32_t far = reach[static_cast<size_t>(row)];
            ASSERT_GE(row - far, sweep.tiles.cut(tile));
            ASSERT_LT(row + far, sweep.tiles.cut(tile + 1));
            for (int32_t seen = row - far; seen <= row + far; ++seen)
            {
                EXPECT_EQ(first[static_cast<size_t>(seen)], 1) << seen << " from " << row;
            }
        });
    int32_t left = 0;
    for (size_t row = 0; row < rows; ++row)
    {
        EXPECT_EQ(first[row], 1) << row;
        EXPECT_EQ(second[row], isLeft[row] ? 0 : 1) << row;
        left += isLeft[row] ? 1 : 0;
    }
    return left;
}

TEST(LaggingSweep, DoesEachRowOnceWhenWhatItLooksAtIsThere)
{
    for (const int32_t threads : {1, 3})
    {
        Tasks tasks;
        ASSERT_EQ(tasks.init({}, threads), tn_success);
        for (const int32_t rows : {1, 2, 5, 16, 33, 100, 257})
        {
            for (const int32_t tiles : {1, 2, 3, 7})
            {
                for (const int32_t mostReach : {-1, 0, 3, 15})
                {
                    for (const int32_t farthest : {1, 4, 20, 300})
                    {
                        runAndCheck({rows, std::min(tiles, rows), mostReach, farthest}, tasks);
                    }
                }
            }
        }
    }
}

TEST(LaggingSweep, LeavesOnlyRowsNextToCutsAndRowsThatLookFar)
{
    Tasks tasks;
    ASSERT_EQ(tasks.init({}, 1), tn_success);
    EXPECT_EQ(runAndCheck({100, 1, 15, 1}, tasks), 2);
    EXPECT_EQ(runAndCheck({100, 4, 15, 1}, tasks), 8);
    EXPECT_EQ(runAndCheck({100, 1, -1, 1}, tasks), 100);
    EXPECT_LE(runAndCheck({300, 2, 15, 15}, tasks), 60);
}

TEST(LaggingSweep, KnowsTheCutsOfItsTiles)
{
    for (const int32_t rows : {1, 7, 64, 513})
    {
        for (int32_t count = 1; count <= std::min(rows, 9); ++count)
        {
            const RowTiles tiles = {rows, count};
            std::vector<bool> isCut(static_cast<size_t>(rows) + 1, false);
            for (int32_t tile = 0; tile <= count; ++tile)
            {
                isCut[static_cast<size_t>(tiles.cut(tile))] = true;
            }
            for (int32_t row = 0; row <= rows; ++row)
            {
                EXPECT_EQ(tiles.isCut(row), isCut[static_cast<size_t>(row)])
                    << row << " of " << rows << " in " << count;
            }
        }
    }
}

} // namespace
} // namespace tarn
