// Taylor series after bringing the argument close to 0: their coefficients need no fitting, and a
// few terms more cost less than the rest of what is done with an angle.
#include "core/trig.h"

#include <cmath>
#include <cstdint>
#include <numbers>

namespace tarn
{

namespace
{

// pi/2 in three parts. The first two have 33 bits, so that their products with a whole number of
// 20 bits are exact.
constexpr double kHalfPi1 = 0x1.921fb544p+0;
constexpr double kHalfPi2 = 0x1.0b4611a6p-34;
constexpr double kHalfPi3 = 0x1.3198a2e037073p-69;
constexpr double kExactReach = 1e6; // radians: fewer than 2^20 quarter turns

// For |x| <= pi/4 what is left out is below 1e-19.
double sineNearZero(double x)
{
    constexpr int kLast = 17;
    const double square = x * x;
    double sum = 1.0;
    for (int n = kLast; n >= 3; n -= 2)
    {
        sum = 1.0 - sum * square / static_cast<double>((n - 1) * n);
    }
    return x * sum;
}

double cosineNearZero(double x)
{
    constexpr int kLast = 18;
    const double square = x * x;
    double sum = 1.0;
    for (int n = kLast; n >= 2; n -= 2)
    {
        sum = 1.0 - sum * square / static_cast<double>((n - 1) * n);
    }
    return sum;
}

// The series is x (c0 + c1 x^2 + c2 x^4 + ...) with cn = (2n choose n) / (4^n (2n + 1)). For
// |x| <= 0.26 what is left out is below 1e-18.
struct ArcSineSeries
{
    static constexpr int kTerms = 14;
    double coefficients[kTerms] = {};

    constexpr ArcSineSeries()
    {
        double binomial = 1.0; // over 4^n
        for (int n = 0; n < kTerms; ++n)
        {
            coefficients[n] = binomial / (2 * n + 1);
            binomial *= (2 * n + 1) / (2.0 * n + 2.0);
        }
    }
};
constexpr ArcSineSeries kArcSine;

double arcSineNearZero(double x)
{
    const double square = x * x;
    double sum = 0.0;
    for (int n = ArcSineSeries::kTerms - 1; n >= 0; --n)
    {
        sum = sum * square + kArcSine.coefficients[n];
    }
    return x * sum;
}

// For 0 <= sine <= 1/2. sin(t/2) = sin t / sqrt(2 (1 + cos t)).
double arcSineByHalving(double sine)
{
    const double cosine = std::sqrt((1.0 - sine) * (1.0 + sine));
    return 2.0 * arcSineNearZero(sine / std::sqrt(2.0 * (1.0 + cosine)));
}

} // namespace

SinCos sinCos(double angle)
{
    if (!std::isfinite(angle))
    {
        return {};
    }
    if (std::fabs(angle) > kExactReach)
    {
        angle = std::fmod(angle, 2.0 * std::numbers::pi);
    }
    const double quarters = std::floor(angle * (2.0 / std::numbers::pi) + 0.5);
    const double rest = ((angle - quarters * kHalfPi1) - quarters * kHalfPi2) - quarters * kHalfPi3;
    const double s = sineNearZero(rest);
    const double c = cosineNearZero(rest);
    switch (static_cast<int32_t>(quarters) & 3)
    {
    case 0:
        return {s, c};
    case 1:
        return {c, -s};
    case 2:
        return {-s, -c};
    default:
        return {-c, s};
    }
}

double arcSine(double sine)
{
    const double size = std::fabs(sine) <= 1.0 ? std::fabs(sine) : 1.0;
    // sin(pi/2 - t) = 1 - 2 sin^2(t/2).
    const double angle = size <= 0.5 ? arcSineByHalving(size)
                                     : 0.5 * std::numbers::pi -
                                           2.0 * arcSineByHalving(std::sqrt(0.5 * (1.0 - size)));
    return sine < 0.0 ? -angle : angle;
}

} // namespace tarn
