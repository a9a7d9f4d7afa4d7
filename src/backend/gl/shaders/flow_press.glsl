// What is pressed, and the potential that is solved for, in cells and beyond the edges: there such
// that the gradient on the edge is what moves the face: none where the velocity is given, twice
// the last cell's where the edge is open.

struct Beside
{
    int i;
    int j;
    float sign;
};

// -1 beyond an open edge.
float signBeyond(bool isBeyond, int edge)
{
    return mix(1.0, -1.0, isBeyond && typeOf(edge) == kOutflow);
}

// The cell that stands for (i, j), which may lie one cell beyond an edge, but not beside `inner` cells, of
// which the compiler knows. No branches otherwise: what is looked up beside a cell is all asked for at once.
Beside besideOf(bool inner, int i, int j)
{
    if (inner)
    {
        return Beside(i, j, 1.0);
    }
    float across = signBeyond(i < 0, p.left) * signBeyond(i >= p.nx, p.right);
    float up = signBeyond(j < 0, p.bottom) * signBeyond(j >= p.ny, p.top);
    int besideI = WRAPS_X ? (i < 0 ? p.nx - 1 : i >= p.nx ? 0 : i) : clamp(i, 0, p.nx - 1);
    int besideJ = WRAPS_Y ? (j < 0 ? p.ny - 1 : j >= p.ny ? 0 : j) : clamp(j, 0, p.ny - 1);
    return Beside(besideI, besideJ, across * up);
}

float pressedAt(bool inner, int i, int j)
{
    Beside b = besideOf(inner, i, j);
    return b.sign * pressed[nodeOf(b.i, b.j, p.strideC)];
}
