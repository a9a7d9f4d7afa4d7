// The direct solution of a strip of cells, which ends every multigrid hierarchy.
//
// Elimination from one end to the other, arranged so that nothing is ever subtracted (as in the
// algorithm of Grassmann, Taksar and Heyman for Markov chains): pivots are sums of numbers >= 0,
// hence accurate for every coefficient, and exactly 0 at the end of a closed piece with a = 0,
// whose last cell then keeps the value 0. A ring is cut at its last cell, to which every other
// cell keeps a second, filled-in connection.
#pragma once

#include "core/wide.h"

#include <cstddef>
#include <cstdint>

namespace tarn
{

// Work space and data of a strip of n cells, in 64 bits.
struct Strip
{
    double* a = nullptr;     // in: the diagonal beyond the connections, Dirichlet edges included
    double* c = nullptr;     // in: connection of cell i to cell i - 1, for 0 < i < n
    double* x = nullptr;     // in: right-hand side; out: solution
    double* pivot = nullptr; // scratch
    double* ring = nullptr;  // scratch: connection to the last cell
    double wrap = 0.0;       // in: connection of the first cell to the last one; 0 but on a ring
};

// Doubles that a strip of n cells needs, all arrays together.
constexpr size_t stripDoubles(size_t n)
{
    return 5 * n;
}

// Lays the arrays of a strip of n cells into `memory`, which holds stripDoubles(n).
Strip makeStrip(double* memory, size_t n);

void solveStripDirectly(const Strip& strip, size_t n);

// x of a level that is a strip, from its r and coefficients. `v` is a backend's view of the level:
// fields x, r, cx, cy, a with at(i, j), and nx, ny, ringX, ringY, hasA. `memory` is for makeStrip.
template <class View>
void solveStripOf(const View& v, double* memory)
{
    const bool alongX = v.ny == 1;
    const bool ring = alongX ? v.ringX : v.ringY;
    const int32_t n = alongX ? v.nx : v.ny;
    Strip strip = makeStrip(memory, static_cast<size_t>(n));
    for (int32_t m = 0; m < n; ++m)
    {
        const int32_t i = alongX ? m : 0;
        const int32_t j = alongX ? 0 : m;
        const double west = wide(v.cx.at(i, j));
        const double east = wide(v.cx.at(i + 1, j));
        const double south = wide(v.cy.at(i, j));
        const double north = wide(v.cy.at(i, j + 1));
        const double low = alongX ? west : south;
        const double high = alongX ? east : north;
        const double across = alongX ? south + north : west + east;
        strip.a[m] = (v.hasA ? wide(v.a.at(i, j)) : 0.0) + across + (m == 0 && !ring ? low : 0.0) +
                     (m == n - 1 && !ring ? high : 0.0);
        strip.c[m] = low;
        strip.x[m] = wide(v.r.at(i, j));
        strip.wrap = m == 0 && ring ? low : strip.wrap;
    }
    solveStripDirectly(strip, static_cast<size_t>(n));
    for (int32_t m = 0; m < n; ++m)
    {
        v.x.at(alongX ? m : 0, alongX ? 0 : m) = static_cast<float>(strip.x[m]);
    }
}

} // namespace tarn
