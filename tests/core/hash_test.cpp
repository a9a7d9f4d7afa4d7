// The hash: golden values hold it still for ever, since replays and networked games compare it.
#include "core/hash.h"

#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <vector>

namespace tarn
{
namespace
{

std::vector<unsigned char> countingBytes(size_t size)
{
    std::vector<unsigned char> bytes(size);
    std::iota(bytes.begin(), bytes.end(), static_cast<unsigned char>(0));
    return bytes;
}

TEST(Hash, GoldenValuesAreTheSameOnEveryMachine)
{
    struct Golden
    {
        size_t size;
        uint64_t seed;
        uint64_t hash;
    };
    const Golden golden[] = {
        {0, 0, 0xbff3b88b3107dd1b},    {0, 1, 0xcc25a4895b5463c0},
        {1, 0, 0x48f461add4c6a1bc},    {7, 0, 0xa5a3dcd6d8acfd7a},
        {8, 0, 0x1b8cf53113521a40},    {9, 0, 0x11b4488a01bcfc86},
        {31, 0, 0x7a4fb360045ae21d},   {32, 0, 0x8d64c44222fb801d},
        {33, 0, 0x814fb08f5a8ec821},   {64, 7, 0x5cc0d683e37bb20d},
        {255, 0, 0x1ca28dc3ce9a5d8e},  {256, UINT64_MAX, 0xb27f183fef923e88},
        {1000, 0, 0x6c524b0a0c462d5a},
    };
    for (const Golden& g : golden)
    {
        EXPECT_EQ(hashBytes(countingBytes(g.size).data(), g.size, g.seed), g.hash)
            << g.size << " bytes, seed " << g.seed;
    }
}

TEST(Hash, EveryBitCounts)
{
    for (const size_t size : {1u, 7u, 8u, 9u, 31u, 32u, 33u, 100u})
    {
        std::vector<unsigned char> bytes = countingBytes(size);
        std::set<uint64_t> seen = {hashBytes(bytes.data(), size, 0)};
        for (size_t bit = 0; bit < 8 * size; ++bit)
        {
            bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1u << (bit % 8)));
            EXPECT_TRUE(seen.insert(hashBytes(bytes.data(), size, 0)).second);
            bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1u << (bit % 8)));
        }
    }
}

TEST(Hash, LengthOfZeroesCounts)
{
    const std::vector<unsigned char> zeroes(200);
    std::set<uint64_t> seen;
    for (size_t size = 0; size <= zeroes.size(); ++size)
    {
        EXPECT_TRUE(seen.insert(hashBytes(zeroes.data(), size, 0)).second) << size;
    }
}

TEST(Hash, AlignmentDoesNotMatter)
{
    const std::vector<unsigned char> bytes = countingBytes(100);
    std::vector<unsigned char> shifted(110);
    for (size_t offset = 0; offset < 9; ++offset)
    {
        std::copy(bytes.begin(), bytes.end(), shifted.begin() + static_cast<ptrdiff_t>(offset));
        EXPECT_EQ(hashBytes(shifted.data() + offset, 100, 5), hashBytes(bytes.data(), 100, 5));
    }
}

TEST(Hash, ChainedArraysDependOnTheirOrder)
{
    const float a[] = {1.0f, 2.0f};
    const float b[] = {3.0f};
    const auto chain = [](const auto& first, const auto& second) {
        return hashBytes(second, sizeof(second), hashBytes(first, sizeof(first), 0));
    };
    EXPECT_NE(chain(a, b), chain(b, a));
}

} // namespace
} // namespace tarn
