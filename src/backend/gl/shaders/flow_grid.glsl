// The padded rows of Flow's fields, and its edges: what is given on them and what lies beyond.
//
// Numbers beyond an edge belong to the node next to it: whoever stores a node stores them too, so
// that no pass over the edges is needed. They are what HostFlow's boundary.cpp makes them.
#ifndef NODE
#define NODE float // what a node of the fields that are stored has
#endif

// Whether an axis is a ring. Where none is (NO_RING), shaders are the shorter for it.
#ifdef NO_RING
#define WRAPS_X false
#define WRAPS_Y false
#else
#define WRAPS_X (p.wrapX != 0)
#define WRAPS_Y (p.wrapY != 0)
#endif

const int kGhostColumns = 16;
const int kGhostRows = 2;
const int kReachedColumns = 3;

int nodeOf(int i, int j, int stride)
{
    return (j + kGhostRows) * stride + kGhostColumns + i;
}

// Carried field f at a node: groups of fields lie side by side.
int placeOf(int f, int node)
{
    return ((f / p.width) * p.plane + node) * p.width + f % p.width;
}

int wrapped(int index, int count)
{
    // GLSL does not say what % makes of numbers below 0.
    return index >= 0 ? index % count : count - 1 - (-1 - index) % count;
}

// Velocity is one buffer: faces between columns, then faces between rows.
int nodeU(int i, int j)
{
    return nodeOf(i, j, p.strideU);
}
int nodeV(int i, int j)
{
    return p.offsetV + nodeOf(i, j, p.strideV);
}

// ---- Edges

const int kWall = 0;
const int kPeriodic = 1;
const int kInflow = 2;
const int kOutflow = 3;

// What lies beyond: a copy of the node at the edge, a value, or what makes the edge have it.
const int kCopy = 0;
const int kValue = 1;
const int kMirrored = 2;

// An edge in a word.
int typeOf(int edge)
{
    return edge & 3;
}
int tangentialKind(int edge)
{
    return (edge >> 2) & 3;
}
int temperatureKind(int edge)
{
    return (edge >> 4) & 3;
}
int dyeKind(int edge)
{
    return (edge >> 6) & 3;
}
bool isGiven(int edge)
{
    return typeOf(edge) == kWall || typeOf(edge) == kInflow;
}

const int kLeft = 0;
const int kRight = 1;
const int kBottom = 2;
const int kTop = 3;

// Rows of values along an edge: the normal speed, the tangential one, temperature, dyes.
const int kNormal = 0;
const int kTangential = 1;
const int kTemperature = 2;
const int kDye0 = 3;
const int kQuantities = 11;

NODE beyond(int kind, NODE inside, NODE value)
{
    return kind == kValue ? value : (kind == kMirrored ? 2.0 * value - inside : inside);
}

// How a field lies, and how far it goes.
struct Around
{
    int columns;
    int rows;
    int stride;
    int offset;   // of the field in its buffer
    int columnsX; // a period, where it wraps: for faces one less than there are
    int rowsY;
};

// Whether nothing beyond an edge depends on a node, nor is looked at from it.
bool isInner(int i, int j, int columns, int rows)
{
    const int kMargin = 4;
    return i >= kMargin && j >= kMargin && i < columns - kMargin && j < rows - kMargin;
}

// Calls PUT(place, value) for a node and all that depends on it beyond the edges, where SEEN(v, i, j) is
// what lies at (i, j).
#define STORE_AROUND(PUT, SEEN, a, i, j, v)                                                        \
    {                                                                                              \
        bool wrapX = WRAPS_X;                                                                 \
        bool wrapY = WRAPS_Y;                                                                 \
        int column = wrapX ? i - a.columnsX * ((i + kReachedColumns) / a.columnsX)                 \
                           : (i == 0 ? -kReachedColumns : i);                                      \
        int lastColumn = wrapX || i == a.columns - 1 ? a.columns - 1 + kReachedColumns : i;        \
        int stepX = wrapX ? a.columnsX : 1;                                                        \
        for (; column <= lastColumn; column += stepX)                                              \
        {                                                                                          \
            int row = wrapY ? j - a.rowsY * ((j + kGhostRows) / a.rowsY)                           \
                            : (j == 0 ? -kGhostRows : j);                                          \
            int lastRow = wrapY || j == a.rows - 1 ? a.rows - 1 + kGhostRows : j;                  \
            int stepY = wrapY ? a.rowsY : 1;                                                       \
            for (; row <= lastRow; row += stepY)                                                   \
            {                                                                                      \
                PUT(a.offset + nodeOf(column, row, a.stride), SEEN(v, column, row))                \
            }                                                                                      \
        }                                                                                          \
    }
