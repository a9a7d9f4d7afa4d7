// Float4: four floats that are added and multiplied at once, for inner loops that are not about
// rows of cells. Every element is rounded as it would be alone, so results are the same bits
// everywhere.
//
// Sum4 adds many of them up in 64 bits, Whole4 has four whole numbers that go round at 2^32: the
// order in which they are added up makes no difference. TN_INLINE keeps functions on them in
// registers.
#pragma once

#include "core/vec3.h"

#include <cmath>
#include <cstdint>
#include <cstring>

#if defined(__GNUC__) && defined(__SSE2__)
#define TN_SSE2 1
#include <emmintrin.h>
#endif

#if defined(__has_builtin)
#if __has_builtin(__builtin_shufflevector)
#define TN_SHUFFLES 1
#endif
#endif

namespace tarn
{

#if defined(__GNUC__)

#define TN_INLINE inline __attribute__((always_inline))

using Float4 = float __attribute__((vector_size(16)));
using Whole4 = uint32_t __attribute__((vector_size(16)));

TN_INLINE Float4 lesser(Float4 a, Float4 b)
{
    return a < b ? a : b;
}

TN_INLINE Float4 greater(Float4 a, Float4 b)
{
    return a > b ? a : b;
}

#else

#define TN_INLINE inline

struct alignas(16) Float4
{
    float v[4];

    constexpr float operator[](int k) const { return v[k]; }
    constexpr float& operator[](int k) { return v[k]; }
};

struct alignas(16) Whole4
{
    uint32_t v[4];

    constexpr uint32_t operator[](int k) const { return v[k]; }
    constexpr uint32_t& operator[](int k) { return v[k]; }
};

constexpr Float4 operator+(Float4 a, Float4 b)
{
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]};
}

constexpr Whole4 operator+(Whole4 a, Whole4 b)
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

constexpr Float4 operator*(Float4 a, Float4 b)
{
    return {a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]};
}

constexpr Float4 operator/(Float4 a, Float4 b)
{
    return {a[0] / b[0], a[1] / b[1], a[2] / b[2], a[3] / b[3]};
}

constexpr Float4 lesser(Float4 a, Float4 b)
{
    const auto pick = [](float p, float q) { return p < q ? p : q; };
    return {pick(a[0], b[0]), pick(a[1], b[1]), pick(a[2], b[2]), pick(a[3], b[3])};
}

constexpr Float4 greater(Float4 a, Float4 b)
{
    const auto pick = [](float p, float q) { return p > q ? p : q; };
    return {pick(a[0], b[0]), pick(a[1], b[1]), pick(a[2], b[2]), pick(a[3], b[3])};
}

#endif

// Where `test` is positive the value, elsewhere 0.
TN_INLINE Float4 wherePositive(Float4 test, Float4 value)
{
#if defined(__GNUC__)
    return test > 0.0f ? value : Float4{};
#else
    const auto pick = [&](int k) { return test[k] > 0.0f ? value[k] : 0.0f; };
    return {pick(0), pick(1), pick(2), pick(3)};
#endif
}

TN_INLINE Float4 squareRoot(Float4 a)
{
#if defined(TN_SSE2)
    return _mm_sqrt_ps(a);
#else
    return Float4{std::sqrt(a[0]), std::sqrt(a[1]), std::sqrt(a[2]), std::sqrt(a[3])};
#endif
}

// The nearest whole numbers, of two the even one; `a` is within 31 bits and may be negative.
TN_INLINE Whole4 nearest(Float4 a)
{
#if defined(TN_SSE2)
    return reinterpret_cast<Whole4>(_mm_cvtps_epi32(a));
#else
    const auto whole = [](float v) { return static_cast<uint32_t>(std::lrint(v)); };
    return Whole4{whole(a[0]), whole(a[1]), whole(a[2]), whole(a[3])};
#endif
}

// Rows become columns.
TN_INLINE void transpose(Float4& a, Float4& b, Float4& c, Float4& d)
{
#if defined(TN_SHUFFLES)
    const Float4 low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const Float4 lowNext = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Float4 high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Float4 highNext = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    a = __builtin_shufflevector(low, lowNext, 0, 1, 4, 5);
    b = __builtin_shufflevector(low, lowNext, 2, 3, 6, 7);
    c = __builtin_shufflevector(high, highNext, 0, 1, 4, 5);
    d = __builtin_shufflevector(high, highNext, 2, 3, 6, 7);
#else
    const Float4 rows[4] = {a, b, c, d};
    const auto column = [&rows](int k) {
        return Float4{rows[0][k], rows[1][k], rows[2][k], rows[3][k]};
    };
    a = column(0);
    b = column(1);
    c = column(2);
    d = column(3);
#endif
}

// Four numbers in memory.
TN_INLINE Float4 four(const float* from)
{
    Float4 a;
    std::memcpy(&a, from, sizeof a);
    return a;
}

TN_INLINE Float4 four(tnVec3 v, float last = 0.0f)
{
    return Float4{v.x, v.y, v.z, last};
}

TN_INLINE tnVec3 firstThree(Float4 a)
{
    return {a[0], a[1], a[2]};
}

class Sum4
{
  public:
#if defined(TN_SSE2)
    TN_INLINE double operator[](int k) const
    {
        return k < 2 ? low_[k] : high_[k - 2];
    }

    TN_INLINE void add(Float4 a)
    {
        low_ = _mm_add_pd(low_, _mm_cvtps_pd(a));
        high_ = _mm_add_pd(high_, _mm_cvtps_pd(_mm_movehl_ps(a, a)));
    }

  private:
    __m128d low_ = {0.0, 0.0};
    __m128d high_ = {0.0, 0.0};

  public:
#else
    double operator[](int k) const
    {
        return v_[k];
    }

    TN_INLINE void add(Float4 a)
    {
        for (int k = 0; k < 4; ++k)
        {
            v_[k] += wide(a[k]);
        }
    }

  private:
    double v_[4] = {0.0, 0.0, 0.0, 0.0};

  public:
#endif
    // Of all four.
    double all() const
    {
        const Sum4& v = *this;
        return (v[0] + v[1]) + (v[2] + v[3]);
    }
};

} // namespace tarn
