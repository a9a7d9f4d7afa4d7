// Whirls and clouds as sums and products of one periodic wave.
#include "bench/stirring.h"

#include <cmath>
#include <iterator>

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

namespace
{

// The waves of all sizes at a place of an axis; products of two axes' are whirls.
struct Waves
{
    double of[std::size(kWhirls)];
};

Waves wavesAt(double place, double Whirls::*shift)
{
    Waves waves = {};
    for (size_t k = 0; k < std::size(kWhirls); ++k)
    {
        waves.of[k] = wave(kWhirls[k].perSide * place + kWhirls[k].*shift);
    }
    return waves;
}

double stirred(double x, double y, const Waves& alongX, const Waves& alongY)
{
    const double zeroAtWalls = 16.0 * x * (1.0 - x) * y * (1.0 - y);
    double sum = 0.0;
    for (size_t k = 0; k < std::size(kWhirls); ++k)
    {
        // Half as large turns twice as fast: all sizes have the same speed.
        sum += kStrength / kWhirls[k].perSide * alongX.of[k] * alongY.of[k];
    }
    return zeroAtWalls * sum;
}

double cloudWaveX(double x, int channel)
{
    return 0.475 * wave(3.0 * x + 0.25 * channel);
}

double cloudWaveY(double y, int channel)
{
    return wave(2.0 * y - 0.25 * channel);
}

double cloud(double waveX, double waveY)
{
    return 0.525 + waveX * waveY;
}

} // namespace

double stirring(double x, double y)
{
    return stirred(x, y, wavesAt(x, &Whirls::shiftX), wavesAt(y, &Whirls::shiftY));
}

std::vector<double> stirringAtCorners(int32_t n)
{
    std::vector<Waves> alongX;
    for (int32_t i = 0; i <= n; ++i)
    {
        alongX.push_back(wavesAt(double(i) / n, &Whirls::shiftX));
    }
    std::vector<double> corners;
    corners.reserve(alongX.size() * alongX.size());
    for (int32_t j = 0; j <= n; ++j)
    {
        const double y = double(j) / n;
        const Waves alongY = wavesAt(y, &Whirls::shiftY);
        for (int32_t i = 0; i <= n; ++i)
        {
            corners.push_back(stirred(double(i) / n, y, alongX[static_cast<size_t>(i)], alongY));
        }
    }
    return corners;
}

double clouds(double x, double y, int channel)
{
    return cloud(cloudWaveX(x, channel), cloudWaveY(y, channel));
}

std::vector<float> cloudsInCells(int32_t n, int channel)
{
    std::vector<double> alongX;
    for (int32_t i = 0; i < n; ++i)
    {
        alongX.push_back(cloudWaveX((i + 0.5) / n, channel));
    }
    std::vector<float> cells;
    cells.reserve(alongX.size() * alongX.size());
    for (int32_t j = 0; j < n; ++j)
    {
        const double alongY = cloudWaveY((j + 0.5) / n, channel);
        for (const double waveX : alongX)
        {
            cells.push_back(float(cloud(waveX, alongY)));
        }
    }
    return cells;
}

} // namespace tarn::bench
