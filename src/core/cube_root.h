// The cube root with the same bits on every machine; the C library's differ.
#pragma once

#include <cstdint>
#include <cstring>

namespace tarn
{

// Of a number from 1e-30 to 1e30, within 3e-7 of it: Newton's method from a third of the exponent.
inline float cubeRoot(float x)
{
    int32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    bits = bits / 3 + 0x2a514067;
    float y;
    std::memcpy(&y, &bits, sizeof y);
    y = (2.0f * y + x / (y * y)) * (1.0f / 3.0f);
    y = (2.0f * y + x / (y * y)) * (1.0f / 3.0f);
    return (2.0f * y + x / (y * y)) * (1.0f / 3.0f);
}

} // namespace tarn
