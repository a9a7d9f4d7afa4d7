// Solids: which cells are joined, where solids are near, and the part of each face that is open with
// the velocity of what covers the rest. The shader gives the bindings LINKS and FACES.
//
// Everything near solids is what backend/flow/sample.cpp and near_row.cpp do; places are kept as a
// cell and a rest, since there are no 64 bits here.
const uint kLinkLeft = 1u;
const uint kLinkBelow = 2u;
const uint kLinkBlocked = 4u;
const uint kLinkSlip = 8u;
const int kLinkBorder = 4;
const int kSolidBlock = 16;
const float kBeforeWall = 1.0e-3;
const int kMostCrossings = 4096;

layout(std430, binding = LINKS) readonly buffer Links
{
    uint links[]; // bytes: of the velocity's cells, of blocks, of dye cells
};

uint byteAt(int place)
{
    return (links[place >> 2] >> (8 * (place & 3))) & 255u;
}

// Cells of the velocity (fine = 1) or of dye.
struct LinkGrid
{
    int first; // of cell (0, 0)
    int stride;
    int nx;
    int ny;
};

LinkGrid linkGrid(int fine)
{
    int nx = p.nx * fine;
    int stride = nx + 2 * kLinkBorder;
    int start = fine == 1 ? 0 : p.dyeLinks;
    return LinkGrid(start + kLinkBorder * stride + kLinkBorder, stride, nx, p.ny * fine);
}

uint linkAt(LinkGrid g, int i, int j)
{
    return byteAt(g.first + j * g.stride + i);
}

// Of a cell that may lie far beyond the edge.
uint farLinkAt(LinkGrid g, int i, int j)
{
    i = WRAPS_X ? wrapped(i, g.nx) : clamp(i, -kLinkBorder, g.nx + kLinkBorder - 1);
    j = WRAPS_Y ? wrapped(j, g.ny) : clamp(j, -kLinkBorder, g.ny + kLinkBorder - 1);
    return linkAt(g, i, j);
}

bool isBlocked(uint link)
{
    return (link & kLinkBlocked) != 0u;
}

// ---- Where solids are near

int blockOf(int cell, bool wraps, int cells)
{
    cell = wraps ? wrapped(cell, cells) : clamp(cell, 0, cells - 1);
    return cell / kSolidBlock;
}

// Whether there may be any around a way from a cell; a long one may always meet some.
bool nearSolids(ivec2 cell, vec2 way)
{
    const int kAround = 2;
    const float kLong = 128.0;
    if (max(abs(way.x), abs(way.y)) > kLong)
    {
        return true;
    }
    ivec2 low = cell + ivec2(floor(min(way, vec2(0.0)))) - kAround;
    ivec2 high = cell + ivec2(ceil(max(way, vec2(0.0)))) + kAround;
    int columns = (p.nx + kSolidBlock - 1) / kSolidBlock;
    for (int y = low.y; y < high.y + kSolidBlock; y += kSolidBlock)
    {
        for (int x = low.x; x < high.x + kSolidBlock; x += kSolidBlock)
        {
            int bx = blockOf(min(x, high.x), WRAPS_X, p.nx);
            int by = blockOf(min(y, high.y), WRAPS_Y, p.ny);
            if (byteAt(p.blocks + by * columns + bx) != 0u)
            {
                return true;
            }
        }
    }
    return false;
}

// ---- Which nodes count

uint bitOf(int column, int row)
{
    return 1u << uint(column + 2 * row);
}

// Nodes of a stencil of cells that are joined to the place, as bits 1 (00), 2 (10), 4 (01), 8 (11).
uint joinedCells(LinkGrid g, Stencil s)
{
    int right = s.fx >= 0.5 ? 1 : 0;
    int upper = s.fy >= 0.5 ? 1 : 0;
    int i = s.i + right;
    int j = s.j + upper;
    bool beside = (linkAt(g, s.i + 1, j) & kLinkLeft) != 0u;
    bool above = (linkAt(g, i, s.j + 1) & kLinkBelow) != 0u;
    bool across = (beside && (linkAt(g, s.i + 1 - right, s.j + 1) & kLinkBelow) != 0u) ||
                  (above && (linkAt(g, s.i + 1, s.j + 1 - upper) & kLinkLeft) != 0u);
    uint mask = isBlocked(linkAt(g, i, j)) ? 0u : bitOf(right, upper);
    mask |= beside ? bitOf(1 - right, upper) : 0u;
    mask |= above ? bitOf(right, 1 - upper) : 0u;
    mask |= across ? bitOf(1 - right, 1 - upper) : 0u;
    return mask;
}

bool slidesInside(uint link)
{
    const uint kSlides = kLinkBlocked | kLinkSlip;
    return (link & kSlides) == kSlides;
}

// Faces that are not deep inside a solid the fluid slides along.
uint validFaces(Stencil s, bool betweenColumns)
{
    LinkGrid g = linkGrid(1);
    uint mask = 0u;
    for (int node = 0; node < 4; ++node)
    {
        int i = s.i + (node & 1);
        int j = s.j + (node >> 1);
        uint before = betweenColumns ? linkAt(g, i - 1, j) : linkAt(g, i, j - 1);
        mask |= slidesInside(before) && slidesInside(linkAt(g, i, j)) ? 0u : 1u << uint(node);
    }
    return mask;
}

// What the nodes of a stencil weigh where only those in `mask` count; where none does, the nearest.
vec4 weightsOf(Stencil s, uint mask)
{
    vec4 weights = vec4((1.0 - s.fx) * (1.0 - s.fy), s.fx * (1.0 - s.fy), (1.0 - s.fx) * s.fy,
                        s.fx * s.fy);
    float sum = 0.0;
    for (int node = 0; node < 4; ++node)
    {
        weights[node] = (mask & (1u << uint(node))) != 0u ? weights[node] : 0.0;
        sum += weights[node];
    }
    vec4 nearest = vec4(0.0);
    nearest[(s.fx >= 0.5 ? 1 : 0) + (s.fy >= 0.5 ? 2 : 0)] = 1.0;
    return sum > 0.0 ? weights / sum : nearest;
}

float lookMasked(vec4 c, Stencil s, uint mask)
{
    return mask == 15u ? blend(c, s.fx, s.fy) : dot(weightsOf(s, mask), c);
}

// ---- Ways that end at walls

// One axis of a way through cells: which it is in, and when it leaves it.
struct Crossing
{
    int cell;
    int towards; // -1, 0, 1
    float next;  // the part of the way at which the next face is met
    float each;  // and from one to the next
};

Crossing crossingOf(int base, float rest, float way)
{
    float below = floor(rest);
    Crossing c = Crossing(base + int(below), 0, 2.0, 0.0);
    if (way > 0.0)
    {
        c.towards = 1;
        c.each = 1.0 / way;
        c.next = (below + 1.0 - rest) * c.each;
    }
    else if (way < 0.0)
    {
        c.towards = -1;
        c.each = -1.0 / way;
        c.next = (rest - below) * c.each;
        if (rest == below) // on a face, and leaving it downwards
        {
            c.cell -= 1;
            c.next = c.each;
        }
    }
    return c;
}

// The part of a way from base + rest (cells of the grid) up to the first shut face.
vec2 clippedWay(LinkGrid g, ivec2 base, vec2 rest, vec2 way, out bool clipped)
{
    clipped = false;
    Crossing x = crossingOf(base.x, rest.x, way.x);
    Crossing y = crossingOf(base.y, rest.y, way.y);
    // A way along a face starts in the cell beside it that is open.
    if (x.towards == 0 && rest.x == floor(rest.x) && isBlocked(farLinkAt(g, x.cell, y.cell)))
    {
        x.cell -= 1;
    }
    if (y.towards == 0 && rest.y == floor(rest.y) && isBlocked(farLinkAt(g, x.cell, y.cell)))
    {
        y.cell -= 1;
    }
    if (isBlocked(farLinkAt(g, x.cell, y.cell)))
    {
        clipped = true;
        return vec2(0.0);
    }
    int most = g.nx + g.ny + kMostCrossings;
    for (int crossings = 0;; ++crossings)
    {
        bool alongX = x.next <= y.next;
        float at = alongX ? x.next : y.next;
        if (at > 1.0)
        {
            return way;
        }
        int i = x.cell + (alongX && x.towards > 0 ? 1 : 0);
        int j = y.cell + (!alongX && y.towards > 0 ? 1 : 0);
        uint open = farLinkAt(g, i, j) & (alongX ? kLinkLeft : kLinkBelow);
        if (open == 0u || crossings == most)
        {
            clipped = true;
            return max(0.0, at - kBeforeWall * (alongX ? x.each : y.each)) * way;
        }
        if (alongX)
        {
            x.cell += x.towards;
            x.next += x.each;
        }
        else
        {
            y.cell += y.towards;
            y.next += y.each;
        }
    }
}
