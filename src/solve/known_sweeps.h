// How many red-black sweeps are enough, where that is known beforehand: a is above 0 in all cells,
// and all faces are alike but for the edges.
//
// With a against four neighbours, a sweep of Jacobi's leaves at most mu = 4 / (4 + a) of the error,
// and half-sweeps over-relaxed by omega = 2 / (1 + sqrt(1 - mu^2)) leave q = sqrt(omega - 1) each
// in the end (Young 1971). Where omega rises from 1 to that, half-sweep k leaves at most 2 q^k of
// its colour (cyclic Chebyshev: Golub, Varga 1961), without the factor k that half-sweeps of one
// omega have at first.
//
// What they leave of the smoothest error, which is the same everywhere, is known to the digit for
// either colour. Put right by a factor, so that none of it is left, and little of what is smooth;
// of the rest up to twice as much.
#pragma once

#include <cstdint>
#include <span>

namespace tarn
{

// By one omega, for a device, whose half-sweeps come several at a time.
struct EqualSweeps
{
    int32_t count = 1;
    float omega = 1.0f;
};

// Half-sweeps, each with its own omega.
struct RisingHalfSweeps
{
    static constexpr int32_t kMost = 64;

    int32_t count = 0;
    float omegas[kMost] = {};
    float factors[2] = {1.0f, 1.0f}; // for the colour of the first half-sweep, and for the other

    std::span<const float> all() const { return {omegas, static_cast<size_t>(count)}; }
};

// q^2: what a sweep leaves in the end, given a over the conductance of a face.
double leftBySweep(float a);

// Enough of them that no more than `left` of what there is to find is not found. Half-sweeps are
// kMost at most: leftBySweep tells beforehand whether they pay.
EqualSweeps equalSweeps(float a, double left);
RisingHalfSweeps risingHalfSweeps(float a, double left);

} // namespace tarn
