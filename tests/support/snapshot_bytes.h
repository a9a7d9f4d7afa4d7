// Saved states as bytes, and how to change them as an attacker would: the header's size and hash
// are made to agree with the content again.
#pragma once

#include "tarn/base.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace tarn::test
{

using Bytes = std::vector<std::byte>;

// Where the header has what; see core/archive.h.
inline constexpr size_t kVersionAt = 8;
inline constexpr size_t kOrderAt = 12;
inline constexpr size_t kSizeAt = 16;
inline constexpr size_t kHashAt = 24;
inline constexpr size_t kContentAt = 32;

template <class T>
void put(Bytes& bytes, size_t at, T value)
{
    std::memcpy(bytes.data() + at, &value, sizeof value);
}

inline void seal(Bytes& bytes)
{
    put(bytes, kSizeAt, static_cast<uint64_t>(bytes.size()));
    put(bytes, kHashAt, tnHash(bytes.data() + kContentAt, bytes.size() - kContentAt, 0));
}

} // namespace tarn::test
