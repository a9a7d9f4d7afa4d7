// Whirls and clouds as sums and products of one periodic wave.
#include "bench/stirring.h"

#include <cmath>

namespace tarn::bench
{
namespace
{

struct Whirls
{
    double perSide; // how many fit along a side
    double shiftX, shiftY;
};

// Shifted by unlike fractions, so that no two sizes line up.
constexpr Whirls kWhirls[] = {
    {1.0, 0.10, 0.30}, {2.0, 0.45, 0.15}, {3.0, 0.70, 0.55}, {5.0, 0.25, 0.80}, {8.0, 0.60, 0.05}};
constexpr double kStrength = 0.03; // of whirls as large as the square (unit: m^2/s)

} // namespace

double wave(double t)
{
    const double phase = t - std::floor(t);
    return phase < 0.5 ? 16.0 * phase * (0.5 - phase) : -16.0 * (phase - 0.5) * (1.0 - phase);
}

double stirring(double x, double y)
{
    const double zeroAtWalls = 16.0 * x * (1.0 - x) * y * (1.0 - y);
    double sum = 0.0;
    for (const Whirls& whirls : kWhirls)
    {
        // Half as large turns twice as fast: all sizes have the same speed.
        sum += kStrength / whirls.perSide * wave(whirls.perSide * x + whirls.shiftX) *
               wave(whirls.perSide * y + whirls.shiftY);
    }
    return zeroAtWalls * sum;
}

std::vector<double> stirringAtCorners(int32_t n)
{
    std::vector<double> corners;
    for (int32_t j = 0; j <= n; ++j)
    {
        for (int32_t i = 0; i <= n; ++i)
        {
            corners.push_back(stirring(double(i) / n, double(j) / n));
        }
    }
    return corners;
}

double clouds(double x, double y, int channel)
{
    const double shift = 0.25 * channel;
    return 0.525 + 0.475 * wave(3.0 * x + shift) * wave(2.0 * y - shift);
}

} // namespace tarn::bench
