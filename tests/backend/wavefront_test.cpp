// The wavefront calls every stage of every row once, in an order that no row can tell from a plain
// loop over stages.
#include "backend/cpu/wavefront.h"

#include "support/full_size.h"

#include <atomic>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace tarn
{
namespace
{

// When each (stage, row) ran, by a clock that every call advances.
struct Record
{
    const Wavefront& w;
    std::vector<std::atomic<int32_t>> began;
    std::vector<std::atomic<int32_t>> ended;
    std::vector<std::atomic<int32_t>> calls;
    std::atomic<int32_t> clock{1};
    std::atomic<int32_t> pairs{0};

    explicit Record(const Wavefront& wavefront)
        : w(wavefront), began(size(wavefront)), ended(size(wavefront)), calls(size(wavefront))
    {
    }

    static size_t size(const Wavefront& w)
    {
        return static_cast<size_t>(w.rows) * static_cast<size_t>(w.stages);
    }
    size_t at(int32_t stage, int32_t row) const
    {
        return static_cast<size_t>(stage) * static_cast<size_t>(w.rows) + static_cast<size_t>(row);
    }

    void run(int32_t threads)
    {
        Tasks tasks;
        ASSERT_EQ(tasks.init({}, threads), tn_success);
        const auto call = [&](int32_t stage, int32_t row) {
            const size_t k = at(stage, row);
            began[k] = clock++;
            ++calls[k];
            ended[k] = clock++;
        };
        runWavefront(tasks, w, [&](const WavefrontStep& step) {
            call(step.stage, step.row);
            if (step.two)
            {
                ++pairs;
                call(step.stage + 1, step.row - 1);
            }
        });
    }

    // Whether (stage, row) was done before (laterStage, laterRow) began.
    bool isBefore(int32_t stage, int32_t row, int32_t laterStage, int32_t laterRow) const
    {
        return ended[at(stage, row)] < began[at(laterStage, laterRow)];
    }

    void check() const
    {
        for (int32_t s = 0; s < w.stages; ++s)
        {
            for (int32_t j = 0; j < w.rows; ++j)
            {
                ASSERT_EQ(calls[at(s, j)], 1) << "stage " << s << ", row " << j;
                if (s == 0)
                {
                    continue;
                }
                const bool deep = w.deepTail && s == w.stages - 1;
                for (int32_t to = deep ? -2 : -1; to <= 1; ++to)
                {
                    int32_t neighbour = j + to;
                    if (w.ring)
                    {
                        neighbour = (neighbour + w.rows) % w.rows;
                    }
                    if (neighbour < 0 || neighbour >= w.rows)
                    {
                        continue;
                    }
                    ASSERT_TRUE(isBefore(s - 1, neighbour, s, j))
                        << "stage " << s << " of row " << j
                        << " came before the stage below of row " << neighbour;
                }
            }
            // Rows 0 and n - 1 of an odd ring have the same colour: a plain loop would give the
            // last row its turn before the first one, in every stage.
            if (w.ring && w.rows % 2 == 1 && w.rows > 1)
            {
                ASSERT_TRUE(isBefore(s, w.rows - 1, s, 0)) << "stage " << s << " at the seam";
            }
        }
    }
};

std::vector<Wavefront> everyShape(const std::vector<int32_t>& sizes)
{
    std::vector<Wavefront> all;
    for (const int32_t rows : sizes)
    {
        for (const int32_t stages : {1, 2, 3, 4, 5, 7, 16})
        {
            for (const int32_t tiles : {1, 2, 3, 5, 8, 64})
            {
                for (const bool ring : {false, true})
                {
                    for (const bool deepTail : {false, true})
                    {
                        if (!(ring && rows == 1) && !(deepTail && stages == 1))
                        {
                            all.push_back({rows, stages, ring, deepTail, tiles, 0, 0});
                            all.push_back(
                                {rows, stages, ring, deepTail, tiles, 1, (stages - 1) / 2});
                            all.push_back(
                                {rows, stages, ring, deepTail, tiles, 1, (stages - 1) / 2, 4});
                        }
                    }
                }
            }
        }
    }
    return all;
}

std::string describe(const Wavefront& w)
{
    return std::to_string(w.rows) + " rows, " + std::to_string(w.stages) + " stages, " +
           std::to_string(w.tiles) + " tiles" + (w.ring ? ", ring" : "") +
           (w.deepTail ? ", deep tail" : "") + ", " + std::to_string(w.pairs) + " pairs, " +
           std::to_string(w.advance) + " rows at a time";
}

// Stage 0 puts a row into its place, and no stage may find another one there.
TEST(Wavefront, RowsThatShareAPlaceAreNeverNeededAtTheSameTime)
{
    int32_t shared = 0;
    for (const Wavefront& wanted : everyShape({1, 2, 9, 61, 150, 401}))
    {
        const Wavefront w = wanted.withTiles(wanted.tiles);
        if (w.base() == 1)
        {
            continue; // at the seam of an odd ring a row may be looked at before it is put
        }
        const auto rows = static_cast<size_t>(w.rows);
        std::vector<int32_t> places(rows);
        w.sharePlaces(places.data());
        std::vector<int32_t> holds(rows, -1);
        const auto expectRow = [&](int32_t row) {
            const int32_t j = w.ring ? (row + w.rows) % w.rows : row;
            if (j >= 0 && j < w.rows)
            {
                ASSERT_EQ(holds[static_cast<size_t>(places[static_cast<size_t>(j)])], j)
                    << describe(w);
            }
        };
        const auto call = [&](int32_t stage, int32_t row) {
            if (stage == 0)
            {
                holds[static_cast<size_t>(places[static_cast<size_t>(row)])] = row;
                return;
            }
            expectRow(row - (w.deepTail && stage == w.stages - 1 ? 2 : 1));
            expectRow(row - 1);
            expectRow(row);
            expectRow(row + 1);
        };
        Tasks tasks;
        ASSERT_EQ(tasks.init({}, 1), tn_success);
        runWavefront(tasks, w, [&](const WavefrontStep& step) {
            call(step.stage, step.row);
            if (step.two)
            {
                call(step.stage + 1, step.row - 1);
            }
        });
        for (size_t j = 0; j < rows; ++j)
        {
            shared += places[j] != static_cast<int32_t>(j) ? 1 : 0;
        }
    }
    EXPECT_GT(shared, 0);
}

TEST(Wavefront, DoesPairsOfStagesTogether)
{
    const Wavefront w = {64, 7, false, false, 1, 1, 3};
    Record record(w);
    record.run(1);
    EXPECT_EQ(record.pairs,
              3 * 63); // the second of a pair has its row 63 alone, the first its row 0
    record.check();
}

TEST(Wavefront, RunsEveryStageOfEveryRowOnceAndInOrder)
{
    for (const Wavefront& w :
         everyShape({1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 101, 257}))
    {
        SCOPED_TRACE(describe(w));
        Record record(w);
        record.run(1);
        record.check();
        if (HasFailure())
        {
            return;
        }
    }
}

TEST(Wavefront, KeepsTheOrderWithManyThreads)
{
    const std::vector<int32_t> sizes = test::scaled<std::vector<int32_t>>(
        {33, 64, 101}, {16, 17, 31, 32, 33, 64, 65, 101, 128, 257, 1000, 1001});
    for (const Wavefront& w : everyShape(sizes))
    {
        if (w.tiles == 1)
        {
            continue;
        }
        SCOPED_TRACE(describe(w));
        Record record(w);
        record.run(4);
        record.check();
        if (HasFailure())
        {
            return;
        }
    }
}

} // namespace
} // namespace tarn
