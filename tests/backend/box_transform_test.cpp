// Rows to waves and back: against sums of cosines and sines in 64 bits, and vectors against plain
// loops.
#include "support/random.h"

#include "backend/box_kernels.h"
#include "core/memory.h"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace tarn
{
namespace
{

constexpr int32_t kSizes[] = {32, 64, 96, 128, 160, 192, 224, 256, 480, 672, 1024};
constexpr BoxEnds kEnds[] = {BoxEnds::walls, BoxEnds::open, BoxEnds::ring};

// Some rows, and pointers to them.
struct Rows8
{
    std::vector<float> values;
    float* rows[kBoxRows] = {};

    explicit Rows8(int32_t cells) : values(static_cast<size_t>(kBoxRows * cells))
    {
        for (int32_t k = 0; k < kBoxRows; ++k)
        {
            rows[k] = values.data() + k * cells;
        }
    }
    Rows8(const Rows8&) = delete;
    Rows8& operator=(const Rows8&) = delete;
};

// Aligned, as the kernels need it.
class Room
{
  public:
    explicit Room(int32_t cells)
    {
        const auto count = static_cast<size_t>(kBoxRows * cells);
        EXPECT_TRUE(arena_.create(arenaBytes(count, sizeof(float))));
        values_ = arena_.take<float>(count);
    }
    float* get() const { return values_; }

  private:
    Arena arena_;
    float* values_ = nullptr;
};

void fillRandom(Rows8& rows, uint64_t seed)
{
    test::Random random(seed);
    for (float& value : rows.values)
    {
        value = random.between(-1.0f, 1.0f);
    }
}

// What a box's row does to a wave: every cell less its neighbours.
double bent(BoxEnds ends, const float* row, int32_t cells, int32_t i)
{
    const auto at = [&](int32_t k) {
        if (k >= 0 && k < cells)
        {
            return static_cast<double>(row[k]);
        }
        switch (ends)
        {
        case BoxEnds::walls:
            return static_cast<double>(row[i]);
        case BoxEnds::open:
            return -static_cast<double>(row[i]);
        case BoxEnds::ring:
            break;
        }
        return static_cast<double>(row[(k + cells) % cells]);
    };
    return 2.0 * at(i) - at(i - 1) - at(i + 1);
}

TEST(BoxTransform, FitsRowsThatSmallPrimesDivide)
{
    for (const int32_t cells : kSizes)
    {
        EXPECT_TRUE(BoxTransform::fits(cells)) << cells;
    }
    for (const int32_t cells : {0, 1, 16, 33, 48, 100, 352, 416, 32 * 1021})
    {
        EXPECT_FALSE(BoxTransform::fits(cells)) << cells;
    }
    EXPECT_TRUE(BoxTransform::fits(32768));
    EXPECT_TRUE(BoxTransform::fits(32 * 729));
}

// Each wave alone is a row that the box's matrix only stretches, by its bend.
TEST(BoxTransform, MakesRowsOfWavesThatABoxOnlyStretches)
{
    for (const BoxEnds ends : kEnds)
    {
        for (const int32_t cells : {32, 96, 160, 224})
        {
            BoxTransform transform;
            ASSERT_TRUE(transform.create(cells));
            transform.prepare(ends);
            const Room room(cells);
            for (int32_t wave = 0; wave < cells; wave += kBoxRows)
            {
                Rows8 waves(cells);
                Rows8 rows(cells);
                for (int32_t k = 0; k < kBoxRows; ++k)
                {
                    waves.rows[k][wave + k] = 1.0f;
                }
                vectorBoxKernels().inverse(transform, waves.rows, 1.0f, room.get(), rows.rows);
                for (int32_t k = 0; k < kBoxRows; ++k)
                {
                    const auto bend = static_cast<double>(transform.bends()[wave + k]);
                    double squares = 0.0;
                    for (int32_t i = 0; i < cells; ++i)
                    {
                        const auto value = static_cast<double>(rows.rows[k][i]);
                        squares += value * value;
                        ASSERT_NEAR(bent(ends, rows.rows[k], cells, i), bend * value, 4e-6)
                            << cells << " cells, wave " << wave + k << ", column " << i;
                    }
                    EXPECT_GT(squares, 0.1 * cells / 4); // and it is not nothing
                }
            }
        }
    }
}

TEST(BoxTransform, GivesRowsBack)
{
    for (const BoxEnds ends : kEnds)
    {
        for (const int32_t cells : kSizes)
        {
            BoxTransform transform;
            ASSERT_TRUE(transform.create(cells));
            transform.prepare(ends);
            const Room room(cells);
            Rows8 rows(cells);
            fillRandom(rows, static_cast<uint64_t>(cells));
            const std::vector<float> before = rows.values;
            vectorBoxKernels().forward(transform, rows.rows, 1.0f, room.get(), rows.rows);
            EXPECT_NE(rows.values, before);
            vectorBoxKernels().inverse(transform, rows.rows, 1.0f, room.get(), rows.rows);
            for (size_t i = 0; i < before.size(); ++i)
            {
                ASSERT_NEAR(rows.values[i], before[i], 2e-6f) << cells << " cells";
            }
        }
    }
}

TEST(BoxTransform, HasTheSameBitsInPlainLoops)
{
    for (const BoxEnds ends : kEnds)
    {
        for (const int32_t cells : kSizes)
        {
            BoxTransform transform;
            ASSERT_TRUE(transform.create(cells));
            transform.prepare(ends);
            const Room room(cells);
            Rows8 rows(cells), waves(cells), plainWaves(cells), back(cells), plainBack(cells);
            fillRandom(rows, static_cast<uint64_t>(cells));
            vectorBoxKernels().forward(transform, rows.rows, 0.7f, room.get(), waves.rows);
            plainBoxKernels().forward(transform, rows.rows, 0.7f, room.get(), plainWaves.rows);
            ASSERT_EQ(waves.values, plainWaves.values) << cells << " cells";
            vectorBoxKernels().inverse(transform, waves.rows, 1.3f, room.get(), back.rows);
            plainBoxKernels().inverse(transform, waves.rows, 1.3f, room.get(), plainBack.rows);
            ASSERT_EQ(back.values, plainBack.values) << cells << " cells";
            const Moments sums = vectorBoxKernels().moments(rows.rows[0], cells);
            const Moments plainSums = plainBoxKernels().moments(rows.rows[0], cells);
            EXPECT_EQ(sums.sum, plainSums.sum);
            EXPECT_EQ(sums.squares, plainSums.squares);
        }
    }
}

// Columns of waves against the system itself, from the longest wave, which nothing but the edges
// holds, to the shortest.
TEST(BoxColumns, AreSolvedToRounding)
{
    constexpr int32_t kColumns = 48;
    for (const int32_t rows : {2, 3, 40, 500})
    {
        for (const float high : {0.0f, 2.0f})
        {
            BoxSystem system;
            system.perBend = 1.0f;
            system.high = high;
            std::vector<float> bends(kColumns);
            for (int32_t k = 0; k < kColumns; ++k)
            {
                bends[static_cast<size_t>(k)] = 4.0f * static_cast<float>(k * k) / (47.0f * 47.0f);
            }
            test::Random random(static_cast<uint64_t>(rows));
            std::vector<float> right(static_cast<size_t>(rows * kColumns));
            for (float& value : right)
            {
                value = random.between(-1.0f, 1.0f);
            }
            double sum = 0.0; // of the wave that nothing holds, where all is closed
            for (int32_t j = 0; j < rows; ++j)
            {
                sum += static_cast<double>(right[static_cast<size_t>(j * kColumns)]);
            }
            for (int32_t j = 0; j < rows && high == 0.0f; ++j)
            {
                right[static_cast<size_t>(j * kColumns)] -= static_cast<float>(sum / rows);
            }
            const Room pivots(rows * kColumns / kBoxRows + 16);
            std::vector<float> found = right;
            vectorBoxKernels().solve(
                system, {found.data(), kColumns, pivots.get(), rows, kColumns, bends.data()});
            std::vector<float> plain = right;
            plainBoxKernels().solve(
                system, {plain.data(), kColumns, pivots.get(), rows, kColumns, bends.data()});
            EXPECT_EQ(found, plain);
            for (int32_t k = 0; k < kColumns; ++k)
            {
                const auto at = [&](int32_t j) {
                    return static_cast<double>(found[static_cast<size_t>(j * kColumns + k)]);
                };
                double most = 0.0;
                for (int32_t j = 0; j < rows; ++j)
                {
                    most = std::max(most, std::abs(at(j)));
                }
                const auto bend = static_cast<double>(bends[static_cast<size_t>(k)]);
                for (int32_t j = 0; j < rows; ++j)
                {
                    double applied = bend * at(j);
                    applied += j > 0 ? at(j) - at(j - 1) : 0.0;
                    applied += j + 1 < rows ? at(j) - at(j + 1) : static_cast<double>(high) * at(j);
                    ASSERT_NEAR(applied, right[static_cast<size_t>(j * kColumns + k)],
                                1e-6 * (1.0 + most))
                        << rows << " rows, wave " << k << ", row " << j;
                }
            }
        }
    }
}

} // namespace
} // namespace tarn
