// Shapes of fine and coarse grids along an axis, as field/grid.h has them: `cells` fine cells, the
// last of them `last` wide, on a ring or not.

float innerShare(int cells, float last, int coarseCell, bool towardsHigh)
{
    int second = 2 * coarseCell + 1;
    if (second >= cells)
    {
        return 0.0;
    }
    float width = second == cells - 1 ? last : 1.0;
    return (towardsHigh ? 1.0 : width) / (1.0 + width);
}

// Outer and inner weight.
vec2 interpolationShape(int cells, float last, bool ring, int fineCell)
{
    int coarseCells = (cells + 1) / 2;
    int own = fineCell / 2;
    bool second = (fineCell & 1) == 1;
    int outer = second ? own + 1 : own - 1;
    float share = innerShare(cells, last, own, second);
    if (outer < 0 || outer >= coarseCells)
    {
        if (!ring)
        {
            return vec2(share, 1.0);
        }
        outer = outer < 0 ? coarseCells - 1 : 0;
        if (outer == own)
        {
            return vec2(0.0, 1.0);
        }
    }
    return vec2(share, 1.0 + innerShare(cells, last, outer, !second));
}
