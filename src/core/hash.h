// A 64-bit hash of bytes, for comparing simulation states between runs and machines.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tarn
{

// The same for the same bytes on every machine. Chain arrays by passing the last hash as the seed.
uint64_t hashBytes(const void* data, size_t size, uint64_t seed) noexcept;

} // namespace tarn
