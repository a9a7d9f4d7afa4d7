// One lexicographic Gauss-Seidel sweep, as the textbook writes it: one thread, plain loops.
//
// Rows are walked along memory, the kinder of the two orders in print. Each cell needs the one
// before it, so the time is that of a chain of additions and divisions.
#include "bench/classic_sweep.h"

#include <cstddef>

#define IX(i, j) (static_cast<size_t>(i) + static_cast<size_t>(n + 2) * static_cast<size_t>(j))

namespace tarn::bench
{

void classicSweep(int32_t n, float* x, const float* x0, float a, float c)
{
    for (int32_t j = 1; j <= n; ++j)
    {
        for (int32_t i = 1; i <= n; ++i)
        {
            x[IX(i, j)] = (x0[IX(i, j)] + a * (x[IX(i - 1, j)] + x[IX(i + 1, j)] + x[IX(i, j - 1)] +
                                               x[IX(i, j + 1)])) /
                          c;
        }
    }
}

} // namespace tarn::bench
