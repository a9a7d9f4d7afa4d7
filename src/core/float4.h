// Float4: four floats that are added and multiplied at once, for inner loops that are not about
// rows of cells. Every element is rounded as it would be alone, so results are the same bits
// everywhere.
//
// Sum4 adds many of them up in 64 bits. TN_INLINE keeps functions on them in registers.
#pragma once

#include "core/wide.h"

namespace tarn
{

#if defined(__GNUC__)

#define TN_INLINE inline __attribute__((always_inline))

using Float4 = float __attribute__((vector_size(16)));

#else

#define TN_INLINE inline

struct alignas(16) Float4
{
    float v[4];

    constexpr float operator[](int k) const { return v[k]; }
    constexpr float& operator[](int k) { return v[k]; }
};

constexpr Float4 operator+(Float4 a, Float4 b)
{
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}

constexpr Float4 operator-(Float4 a, Float4 b)
{
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2], a[3] - b[3]};
}

constexpr Float4 operator*(float f, Float4 a)
{
    return {f * a[0], f * a[1], f * a[2], f * a[3]};
}

#endif

struct Sum4
{
    double v[4] = {0.0, 0.0, 0.0, 0.0};

    double operator[](int k) const { return v[k]; }

    TN_INLINE void add(Float4 a)
    {
        v[0] += wide(a[0]);
        v[1] += wide(a[1]);
        v[2] += wide(a[2]);
        v[3] += wide(a[3]);
    }
};

} // namespace tarn
