// Cube roots with the same bits on every machine; the C library's differ.
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

// One over it, of a number from 1e-30 to 1e30, within 2e-7 of it and without a division.
inline float inverseCubeRoot(float x)
{
    int32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    bits = 0x54a21c00 - bits / 3;
    float y;
    std::memcpy(&y, &bits, sizeof y);
    const float third = x * (1.0f / 3.0f);
    y = y * ((4.0f / 3.0f) - (third * y) * (y * y));
    y = y * ((4.0f / 3.0f) - (third * y) * (y * y));
    return y * ((4.0f / 3.0f) - (third * y) * (y * y));
}

} // namespace tarn
