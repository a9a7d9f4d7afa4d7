// Four independent lanes of eight bytes each, so that multiplications overlap and memory is the
// limit; then the lanes, the length and the rest are folded into one and mixed.
//
// Words are read as little-endian whatever the machine. The odd constants are the fractional parts
// of sqrt(2), sqrt(3), sqrt(5) and sqrt(7), made odd; the final mixer is Stafford's variant 13 of
// MurmurHash3's ("Better bit mixing", 2011).
#include "core/hash.h"

#include <bit>
#include <cstring>

namespace tarn
{
namespace
{

constexpr uint64_t kSqrt2 = 0x6a09e667f3bcc909;
constexpr uint64_t kSqrt3 = 0xbb67ae8584caa73b;
constexpr uint64_t kSqrt5 = 0x3c6ef372fe94f82b;
constexpr uint64_t kSqrt7 = 0xa54ff53a5f1d36f1;

constexpr size_t kWord = 8;
constexpr size_t kLanes = 4;
constexpr size_t kBlock = kLanes * kWord;

uint64_t readWord(const unsigned char* bytes, size_t size)
{
    uint64_t word = 0;
    if constexpr (std::endian::native == std::endian::little)
    {
        std::memcpy(&word, bytes, size);
    }
    else
    {
        for (size_t i = 0; i < size; ++i)
        {
            word |= uint64_t{bytes[i]} << (8 * i);
        }
    }
    return word;
}

uint64_t absorb(uint64_t lane, uint64_t word)
{
    return std::rotl(lane ^ (word * kSqrt2), 31) * kSqrt3;
}

uint64_t mix(uint64_t h)
{
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9;
    h = (h ^ (h >> 27)) * 0x94d049bb133111eb;
    return h ^ (h >> 31);
}

} // namespace

uint64_t hashBytes(const void* data, size_t size, uint64_t seed) noexcept
{
    const auto* bytes = static_cast<const unsigned char*>(data);
    size_t left = size;
    uint64_t h = seed ^ kSqrt5;
    if (left >= kBlock)
    {
        uint64_t lanes[kLanes] = {h + kSqrt2, h + kSqrt3, h + kSqrt5, h + kSqrt7};
        for (; left >= kBlock; left -= kBlock, bytes += kBlock)
        {
            for (size_t i = 0; i < kLanes; ++i)
            {
                lanes[i] = absorb(lanes[i], readWord(bytes + i * kWord, kWord));
            }
        }
        for (const uint64_t lane : lanes)
        {
            h = absorb(h, lane);
        }
    }
    for (; left >= kWord; left -= kWord, bytes += kWord)
    {
        h = absorb(h, readWord(bytes, kWord));
    }
    if (left > 0)
    {
        h = absorb(h, readWord(bytes, left));
    }
    return mix(absorb(h, static_cast<uint64_t>(size) + kSqrt7));
}

} // namespace tarn
