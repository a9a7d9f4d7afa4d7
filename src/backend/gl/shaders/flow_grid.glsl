// The padded rows of Flow's fields, and its edges: what is given on them and what lies beyond.
//
// Numbers beyond an edge belong to the node next to it: whoever stores a node stores them too, so
// that no pass over the edges is needed. They are what HostFlow's boundary.cpp makes them.
const int kGhostColumns = 16;
const int kGhostRows = 2;
const int kReachedColumns = 3;

int nodeOf(int i, int j, int stride)
{
    return (j + kGhostRows) * stride + kGhostColumns + i;
}

// Of a number below 0 the rest is anything.
int wrapped(int index, int count)
{
    return index < 0 ? count - 1 - (-1 - index) % count : index % count;
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

float beyond(int kind, float inside, float value)
{
    return kind == kValue ? value : (kind == kMirrored ? 2.0 * value - inside : inside);
}

// What lies around a node's field, seen from that node.
struct Around
{
    int columns;
    int rows;
    int stride;
    int offset; // of the field in its buffer
    bool wrapX;
    bool wrapY;
    int columnsX; // a period, where it wraps: for faces one less than there are
    int rowsY;
    ivec4 kind; // by side
    vec4 value;
};

// Whether nothing beyond an edge depends on a node, nor is looked at from it.
bool isInner(int i, int j, int columns, int rows)
{
    const int kMargin = 4;
    return i >= kMargin && j >= kMargin && i < columns - kMargin && j < rows - kMargin;
}

// Calls PUT(place, value) for a node and all that depends on it beyond the edges.
#define STORE_AROUND(PUT, a, i, j, v)                                                                     \
    {                                                                                              \
        int column = a.wrapX ? i - a.columnsX * ((i + kReachedColumns) / a.columnsX)               \
                             : (i == 0 ? -kReachedColumns : i);                                    \
        int lastColumn = a.wrapX || i == a.columns - 1 ? a.columns - 1 + kReachedColumns : i;      \
        int stepX = a.wrapX ? a.columnsX : 1;                                                      \
        for (; column <= lastColumn; column += stepX)                                              \
        {                                                                                          \
            float own = v;                                                                         \
            if (!a.wrapX && column < 0)                                                            \
            {                                                                                      \
                own = beyond(a.kind[kLeft], v, a.value[kLeft]);                                    \
            }                                                                                      \
            if (!a.wrapX && column >= a.columns)                                                   \
            {                                                                                      \
                own = beyond(a.kind[kRight], v, a.value[kRight]);                                  \
            }                                                                                      \
            int row = a.wrapY ? j - a.rowsY * ((j + kGhostRows) / a.rowsY)                         \
                              : (j == 0 ? -kGhostRows : j);                                        \
            int lastRow = a.wrapY || j == a.rows - 1 ? a.rows - 1 + kGhostRows : j;                \
            int stepY = a.wrapY ? a.rowsY : 1;                                                     \
            for (; row <= lastRow; row += stepY)                                                   \
            {                                                                                      \
                float there = own;                                                                 \
                if (!a.wrapY && row < 0)                                                           \
                {                                                                                  \
                    there = beyond(a.kind[kBottom], own, a.value[kBottom]);                        \
                }                                                                                  \
                if (!a.wrapY && row >= a.rows)                                                     \
                {                                                                                  \
                    there = beyond(a.kind[kTop], own, a.value[kTop]);                              \
                }                                                                                  \
                PUT(a.offset + nodeOf(column, row, a.stride), there)                               \
            }                                                                                      \
        }                                                                                          \
    }
