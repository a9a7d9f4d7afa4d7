// Tiles of an even level away from its edges, where all cells are alike. A thread keeps x and r of its
// cells, by colour, and reads of the tile what lies beside its column, and one cell at its end. Choices
// are made by mix, not by branches: what is behind a branch is not asked for before it is taken.

// Where a thread's cells are in the tile. At the square's edge a cell stands for the one beyond it: what
// comes of that is spoilt in any case.
struct Strand
{
    int first;
    int left; // from a cell to those beside it
    int right;
    int below; // the cell under the first
    int above; // the cell over the last
};

Strand strandOf(int column, int firstRow)
{
    return Strand(firstRow * kSide + column, column == 0 ? 0 : -1, column == kSide - 1 ? 0 : 1,
                  max(firstRow - 1, 0) * kSide + column,
                  min(firstRow + 2 * kPairs, kSide - 1) * kSide + column);
}

// The x around cell m of a colour, whose cells are the lower ones of their pairs or the others.
vec4 aroundAlike(Strand strand, float other[kPairs], float end, bool lower, int m)
{
    int at = strand.first + 2 * m * kSide + (lower ? 0 : kSide);
    float before = m == 0 ? end : other[max(m - 1, 0)];
    float after = m == kPairs - 1 ? end : other[min(m + 1, kPairs - 1)];
    return vec4(tile[at + strand.left], tile[at + strand.right], mix(after, before, lower),
                other[m]);
}

// The cell next to those of a colour that is another thread's.
float endOf(Strand strand, bool lower)
{
    return tile[lower ? strand.below : strand.above];
}

void sweepAlike(Strand strand, inout float own[kPairs], float other[kPairs], float right[kPairs],
                bool lower, float face, float inverse, float omega)
{
    float end = endOf(strand, lower);
    vec4 around[kPairs];
    for (int m = 0; m < kPairs; ++m)
    {
        around[m] = aroundAlike(strand, other, end, lower, m);
    }
    int first = strand.first + (lower ? 0 : kSide);
    for (int m = 0; m < kPairs; ++m)
    {
        float all = (around[m].x + around[m].y) + (around[m].z + around[m].w);
        float solved = (face * all + right[m]) * inverse;
        own[m] = mix(own[m] + omega * (solved - own[m]), solved, omega == 1.0);
        tile[first + 2 * m * kSide] = own[m];
    }
}

#ifdef PROLONG
// Adds the coarse x to rows of a column, the first of which is at (u, v).
void prolongAlike(int u, int v, inout float x[2 * kPairs])
{
    // The coarse cells that the rows lie in and between, and those beside them.
    int first = (((v + 1) >> 1) - 1) * p.coarseStride + (u >> 1);
    int outer = (u & 1) == 0 ? -1 : 1;
    float within[kPairs + 2];
    float beside[kPairs + 2];
    for (int m = 0; m < kPairs + 2; ++m)
    {
        within[m] = coarseX[first + m * p.coarseStride];
        beside[m] = coarseX[first + m * p.coarseStride + outer];
    }
    bool isEven = (v & 1) == 0;
    float part = p.constant != 0 ? 0.0 : 0.25; // of the outer cells
    for (int row = 0; row < 2 * kPairs; ++row)
    {
        int m = row / 2;
        bool isFirst = (row & 1) == 0;
        int ofOdd = isFirst ? m : m + 1; // where v is odd, and where it is even
        int ofEven = m + 1;
        int farOfOdd = isFirst ? m + 1 : m;
        int farOfEven = isFirst ? m : m + 2;
        float own = mix(within[ofOdd], within[ofEven], isEven);
        float far = mix(within[farOfOdd], within[farOfEven], isEven);
        float alongRow = mix(beside[ofOdd], beside[ofEven], isEven) - own;
        float twist = (mix(beside[farOfOdd], beside[farOfEven], isEven) - far) - alongRow;
        x[row] += own + ((part * alongRow + part * (far - own)) + part * part * twist);
    }
}
#endif
