// Cells around cell (i, j) of a level's field x, as places in it; -1 beyond an edge that is no ring.
ivec4 placesAround(int i, int j)
{
    int w = i > 0 ? i - 1 : p.ringX != 0 ? p.nx - 1 : -1;
    int e = i + 1 < p.nx ? i + 1 : p.ringX != 0 ? 0 : -1;
    int s = j > 0 ? j - 1 : p.ringY != 0 ? p.ny - 1 : -1;
    int n = j + 1 < p.ny ? j + 1 : p.ringY != 0 ? 0 : -1;
    return ivec4(w >= 0 ? j * p.stride + w : -1, e >= 0 ? j * p.stride + e : -1,
                 s >= 0 ? s * p.stride + i : -1, n >= 0 ? n * p.stride + i : -1);
}
