// Rows of the caller's arrays: what is known of their cells by bits gives what labels give.
#include "solve/host_rows.h"

#include "solve/regions.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace tarn
{
namespace
{

constexpr int32_t kLongest = 150;

// A row of cells, every third or so solid, and the same as bits.
struct SomeCells
{
    std::vector<float> values;
    std::vector<uint32_t> labels;
    std::vector<uint8_t> bits;

    SomeCells(int32_t count, uint32_t label)
        : values(static_cast<size_t>(count)), labels(static_cast<size_t>(count), label),
          bits(static_cast<size_t>(count) / 8 + 2)
    {
        std::mt19937 random(static_cast<uint32_t>(count));
        for (size_t i = 0; i < values.size(); ++i)
        {
            values[i] = static_cast<float>(random() % 2000) / 1000.0f - 1.0f;
            if (random() % 3 == 0)
            {
                labels[i] = Regions::kSolid;
                bits[i / 8] = static_cast<uint8_t>(bits[i / 8] | 1u << i % 8);
            }
        }
    }

    RowCells byLabels() const { return {labels.data(), nullptr}; }
    RowCells byBits() const { return {labels.data(), bits.data()}; }
};

TEST(HostRows, ScalesByBitsAsByLabels)
{
    for (int32_t count = 1; count <= kLongest; ++count)
    {
        const SomeCells some(count, 0);
        std::vector<float> expected(some.values.size());
        std::vector<float> got = some.values; // in place
        const double lost =
            scaleRow(some.values.data(), some.byLabels(), count, 0.375, 0.0, expected.data());
        EXPECT_NEAR(scaleRow(got.data(), some.byBits(), count, 0.375, 0.0, got.data()), lost,
                    1e-6 * lost);
        ASSERT_EQ(got, expected) << count << " cells";
    }
}

TEST(HostRows, HandsOverByBitsAsByLabels)
{
    constexpr float kUntouched = 7.0f;
    for (int32_t count = 1; count <= kLongest; ++count)
    {
        const SomeCells some(count, 0);
        std::vector<float> expected(some.values.size() + 1, kUntouched);
        std::vector<float> got = expected;
        const auto add = [&](const RowCells& cells, std::vector<float>& x) {
            addToRow(some.values.data(), cells, count, 0.375, 0.25, true, x.data(), nullptr);
        };
        add(some.byLabels(), expected);
        add(some.byBits(), got);
        ASSERT_EQ(got, expected) << count << " cells";
        EXPECT_EQ(got.back(), kUntouched);
    }
}

} // namespace
} // namespace tarn
