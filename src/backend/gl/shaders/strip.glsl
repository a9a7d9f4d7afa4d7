// The direct solution of a strip by one thread, as backend/strip.h tells. Uses coefficients.glsl,
// stripR(i, j) and putStripX(i, j, value), and an array `strip` of 5 n numbers.
void solveStrip()
{
    bool alongX = LEVEL.ny == 1;
    bool ring = alongX ? LEVEL.ringX != 0 : LEVEL.ringY != 0;
    int n = alongX ? LEVEL.nx : LEVEL.ny;
    int last = n - 1;
    int c = n;          // connection of a cell to the one before it
    int x = 2 * n;      // right-hand side, then solution
    int pivots = 3 * n; //
    int rings = 4 * n;  // connection to the last cell
    WIDE wrap = WIDE(0.0);
    for (int m = 0; m < n; ++m)
    {
        int i = alongX ? m : 0;
        int j = alongX ? 0 : m;
        Stencil k = stencilOf(i, j);
        float low = alongX ? k.w : k.s;
        float high = alongX ? k.e : k.n;
        WIDE across = alongX ? WIDE(k.s) + WIDE(k.n) : WIDE(k.w) + WIDE(k.e);
        WIDE ends = (m == 0 && !ring ? WIDE(low) : WIDE(0.0)) +
                    (m == last && !ring ? WIDE(high) : WIDE(0.0));
        strip[m] = (WIDE(k.a) + across) + ends;
        strip[c + m] = WIDE(low);
        strip[x + m] = WIDE(stripR(i, j));
        wrap = m == 0 && ring ? WIDE(low) : wrap;
    }
    WIDE excess = strip[0];
    WIDE lastExcess = strip[last];
    strip[rings] = n > 1 ? wrap : WIDE(0.0);
    for (int m = 0; m < last; ++m)
    {
        WIDE next = strip[c + m + 1];
        WIDE toRing = strip[rings + m];
        WIDE pivot = (excess + next) + toRing;
        WIDE share = pivot > WIDE(0.0) ? WIDE(1.0) / pivot : WIDE(0.0);
        WIDE toNext = next * share;
        WIDE toLast = toRing * share;
        WIDE here = strip[x + m];
        strip[pivots + m] = pivot;
        if (m + 1 < last)
        {
            strip[rings + m + 1] = toNext * toRing;
            strip[x + m + 1] += toNext * here;
            strip[x + last] += toLast * here;
            lastExcess += toLast * excess;
            excess = strip[m + 1] + toNext * excess;
        }
        else
        {
            strip[x + last] += (toNext + toLast) * here;
            lastExcess += (toNext + toLast) * excess;
        }
    }
    WIDE end = lastExcess > WIDE(0.0) ? strip[x + last] / lastExcess : WIDE(0.0);
    strip[x + last] = end;
    for (int m = last - 1; m >= 0; --m)
    {
        WIDE sum = (strip[x + m] + strip[c + m + 1] * strip[x + m + 1]) + strip[rings + m] * end;
        WIDE pivot = strip[pivots + m];
        strip[x + m] = pivot > WIDE(0.0) ? sum / pivot : WIDE(0.0);
    }
    for (int m = 0; m < n; ++m)
    {
        putStripX(alongX ? m : 0, alongX ? 0 : m, float(strip[x + m]));
    }
}
