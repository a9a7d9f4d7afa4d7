// The direct solution of a strip of cells, which ends every multigrid hierarchy.
//
// Elimination from one end to the other, arranged so that nothing is ever subtracted (as in the
// algorithm of Grassmann, Taksar and Heyman for Markov chains): pivots are sums of numbers >= 0,
// hence accurate for every coefficient, and exactly 0 at the end of a closed piece with a = 0,
// whose last cell then keeps the value 0. A ring is cut at its last cell, to which every other
// cell keeps a second, filled-in connection.
#pragma once

#include <cstddef>

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

} // namespace tarn
