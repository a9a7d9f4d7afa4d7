// The yardstick: one Gauss-Seidel sweep of the textbook's stable-fluids solver.
//
// J. Stam, "Real-Time Fluid Dynamics for Games", 2003. A game that follows it spends 20 to 100 of
// these on every solve.
#pragma once

#include <cstdint>

namespace tarn::bench
{

// x(i,j) = (x0(i,j) + a (x(i-1,j) + x(i+1,j) + x(i,j-1) + x(i,j+1))) / c, in place and in order,
// for n x n cells within arrays of (n + 2) x (n + 2).
void classicSweep(int32_t n, float* x, const float* x0, float a, float c);

} // namespace tarn::bench
