// Elimination along a strip or ring of cells; see strip.h.
#include "backend/strip.h"

namespace tarn
{

Strip makeStrip(double* memory, size_t n)
{
    Strip strip;
    strip.a = memory;
    strip.c = memory + n;
    strip.x = memory + 2 * n;
    strip.pivot = memory + 3 * n;
    strip.ring = memory + 4 * n;
    return strip;
}

void solveStripDirectly(const Strip& strip, size_t n)
{
    const size_t last = n - 1;
    // What of the diagonal is not yet explained by a connection to a cell still to come.
    double excess = strip.a[0];
    double lastExcess = strip.a[last];
    if (n > 1)
    {
        strip.ring[0] = strip.wrap;
    }
    for (size_t i = 0; i < last; ++i)
    {
        const double next = strip.c[i + 1];
        const double pivot = excess + next + strip.ring[i];
        const double share = pivot > 0.0 ? 1.0 / pivot : 0.0;
        const double toNext = next * share;
        const double toLast = strip.ring[i] * share;
        strip.pivot[i] = pivot;
        if (i + 1 < last)
        {
            strip.ring[i + 1] = toNext * strip.ring[i];
            strip.x[i + 1] += toNext * strip.x[i];
            strip.x[last] += toLast * strip.x[i];
            lastExcess += toLast * excess;
            excess = strip.a[i + 1] + toNext * excess;
        }
        else
        {
            strip.x[last] += (toNext + toLast) * strip.x[i];
            lastExcess += (toNext + toLast) * excess;
        }
    }
    strip.x[last] = lastExcess > 0.0 ? strip.x[last] / lastExcess : 0.0;
    for (size_t i = last; i-- > 0;)
    {
        const double sum =
            strip.x[i] + strip.c[i + 1] * strip.x[i + 1] + strip.ring[i] * strip.x[last];
        strip.x[i] = strip.pivot[i] > 0.0 ? sum / strip.pivot[i] : 0.0;
    }
}

} // namespace tarn
