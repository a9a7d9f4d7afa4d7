#include "solve/known_sweeps.h"

#include "core/wide.h"

#include <cmath>

namespace tarn
{

namespace
{

double jacobiLeaves(float a)
{
    return 4.0 / (4.0 + wide(a));
}

} // namespace

double leftBySweep(float a)
{
    const double mu = jacobiLeaves(a);
    return 2.0 / (1.0 + std::sqrt(1.0 - mu * mu)) - 1.0;
}

EqualSweeps equalSweeps(float a, double left)
{
    const double q2 = leftBySweep(a);
    EqualSweeps sweeps = {1, static_cast<float>(1.0 + q2)};
    // k sweeps leave k q^2(k - 1).
    for (double power = 1.0; sweeps.count * power > left; power *= q2)
    {
        ++sweeps.count;
    }
    return sweeps;
}

RisingHalfSweeps risingHalfSweeps(float a, double left)
{
    const double q2 = leftBySweep(a);
    const double mu = jacobiLeaves(a);
    RisingHalfSweeps sweeps;
    double omega = 1.0;
    double before = 1.0; // the power of q2 that the colour of the half-sweep before has come to
    do
    {
        sweeps.omegas[sweeps.count++] = static_cast<float>(omega);
        omega = 1.0 / (1.0 - 0.25 * mu * mu * (sweeps.count == 1 ? 2.0 : omega));
        before *= sweeps.count == 1 ? 1.0 : q2;
        // Both colours together: the root of the mean of (2 q^k)^2 and (2 q^(k - 1))^2, twice.
    } while (8.0 * before * (1.0 + q2) > left * left && sweeps.count < RisingHalfSweeps::kMost);
    double smoothest[2] = {1.0, 1.0};
    for (int32_t k = 0; k < sweeps.count; ++k)
    {
        double& own = smoothest[k % 2];
        own += wide(sweeps.omegas[k]) * (mu * smoothest[1 - k % 2] - own);
    }
    for (int32_t colour = 0; colour < 2; ++colour)
    {
        sweeps.factors[colour] = static_cast<float>(1.0 / (1.0 - smoothest[colour]));
    }
    return sweeps;
}

} // namespace tarn
