// What is pressed, and the potential that is solved for, in cells and beyond the edges: there such
// that the gradient on the edge is what moves the face: none where the velocity is given, twice
// the last cell's where the edge is open.

struct Beside
{
    int i;
    int j;
    float sign;
};

// The cell that stands for (i, j), which may lie one cell beyond an edge.
Beside besideOf(int i, int j)
{
    float sign = 1.0;
    if (i < 0)
    {
        sign = typeOf(p.left) == kOutflow ? -sign : sign;
        i = WRAPS_X ? p.nx - 1 : 0;
    }
    if (i >= p.nx)
    {
        sign = typeOf(p.right) == kOutflow ? -sign : sign;
        i = WRAPS_X ? 0 : p.nx - 1;
    }
    if (j < 0)
    {
        sign = typeOf(p.bottom) == kOutflow ? -sign : sign;
        j = WRAPS_Y ? p.ny - 1 : 0;
    }
    if (j >= p.ny)
    {
        sign = typeOf(p.top) == kOutflow ? -sign : sign;
        j = WRAPS_Y ? 0 : p.ny - 1;
    }
    return Beside(i, j, sign);
}

bool isInside(int i, int j)
{
    return i >= 0 && j >= 0 && i < p.nx && j < p.ny;
}

// Whether no cell of a tile (flow_sums.glsl), nor one next to it, lies beyond an edge.
bool isInnerTile(ivec2 corner)
{
    return corner.x >= 1 && corner.y >= 1 && corner.x + 32 < p.nx && corner.y + 64 < p.ny;
}

float pressedAt(int i, int j, bool inner)
{
    if (inner || isInside(i, j))
    {
        return pressed[nodeOf(i, j, p.strideC)];
    }
    Beside b = besideOf(i, j);
    return b.sign * pressed[nodeOf(b.i, b.j, p.strideC)];
}
