#include "core/exponential.h"

#include <cmath>
#include <limits>

namespace tarn
{

double exponential(double x)
{
    constexpr double kFarthest = 700.0;
    if (!(x > -kFarthest))
    {
        return 0.0;
    }
    if (x > kFarthest)
    {
        return std::numeric_limits<double>::infinity();
    }
    // x = k ln 2 + rest, |rest| <= ln 2 / 2; ln 2 in two parts, so that the rest is exact.
    constexpr double kPerTwo = 1.4426950408889634;
    constexpr double kTwoHigh = 6.93147180369123816490e-01;
    constexpr double kTwoLow = 1.90821492927058770002e-10;
    const double k = std::floor(x * kPerTwo + 0.5);
    const double rest = (x - k * kTwoHigh) - k * kTwoLow;
    double sum = 1.0;
    for (int n = 14; n >= 1; --n) // Horner's scheme of the series; 0.35^15 / 15! < 1e-19
    {
        sum = 1.0 + sum * rest / static_cast<double>(n);
    }
    return std::ldexp(sum, static_cast<int>(k));
}

} // namespace tarn
