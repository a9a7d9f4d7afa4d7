// Values along the edges of a flow, and what surrounds its fields. The shader gives EDGES, the
// binding of the values.
#include "flow_grid.glsl"

layout(std430, binding = EDGES) readonly buffer Edges
{
    float edge_values[];
};

float edgeValue(int side, int quantity, int cell)
{
    return edge_values[(side * kQuantities + quantity) * p.edgeStride + cell];
}

// A value given at cells, at the face before cell i of n; see atFace in sample.h.
float atFace(int side, int quantity, int i, int n)
{
    bool wraps = side < 2 ? WRAPS_Y : WRAPS_X;
    int before = i > 0 ? i - 1 : wraps ? n - 1 : 0;
    int after = i < n ? i : wraps ? 0 : n - 1;
    return 0.5 * (edgeValue(side, quantity, before) + edgeValue(side, quantity, after));
}

float normalOf(int side, int edge, int cell)
{
    return typeOf(edge) == kInflow ? edgeValue(side, kNormal, cell) : 0.0;
}

// Velocity x of a face, where an edge gives it.
float givenU(int i, int j, float u)
{
    if (!WRAPS_X)
    {
        if (i == 0 && isGiven(p.left))
        {
            return normalOf(kLeft, p.left, j);
        }
        if (i == p.nx && isGiven(p.right))
        {
            return -normalOf(kRight, p.right, j);
        }
    }
    return u;
}

float givenV(int i, int j, float v)
{
    if (!WRAPS_Y)
    {
        if (j == 0 && isGiven(p.bottom))
        {
            return normalOf(kBottom, p.bottom, i);
        }
        if (j == p.ny && isGiven(p.top))
        {
            return -normalOf(kTop, p.top, i);
        }
    }
    return v;
}

#if defined(SOLIDS) && defined(FACES)
#include "flow_cover.glsl"
#endif

// A velocity as it must be where solids cover its face,
float coveredU(int i, int j, float u)
{
#if defined(SOLIDS) && defined(FACES)
    u = coveredFace(nodeU(i, j), u);
#endif
    return u;
}

float coveredV(int i, int j, float v)
{
#if defined(SOLIDS) && defined(FACES)
    v = coveredFace(nodeV(i, j), v);
#endif
    return v;
}

// or where an edge gives it too.
float finishedU(int i, int j, float u)
{
    return givenU(i, j, coveredU(i, j, u));
}

float finishedV(int i, int j, float v)
{
    return givenV(i, j, coveredV(i, j, v));
}

#ifndef CARRIED
Around aroundU()
{
    return Around(p.nx + 1, p.ny, p.strideU, 0, p.nx, p.ny);
}

Around aroundV()
{
    return Around(p.nx, p.ny + 1, p.strideV, p.offsetV, p.nx, p.ny);
}

// What lies at (i, j) beyond an edge, next to the face `at`, which has `own`. Values of edges are looked
// up one by one: kept together, they would take registers from all that is no edge.
float seenU(ivec2 at, float own, int i, int j)
{
    if (!WRAPS_Y && j < 0)
    {
        own = beyond(tangentialKind(p.bottom), own, atFace(kBottom, kTangential, at.x, p.nx));
    }
    if (!WRAPS_Y && j >= p.ny)
    {
        own = beyond(tangentialKind(p.top), own, atFace(kTop, kTangential, at.x, p.nx));
    }
    return own;
}

float seenV(ivec2 at, float own, int i, int j)
{
    if (!WRAPS_X && i < 0)
    {
        own = beyond(tangentialKind(p.left), own, atFace(kLeft, kTangential, at.y, p.ny));
    }
    if (!WRAPS_X && i >= p.nx)
    {
        own = beyond(tangentialKind(p.right), own, atFace(kRight, kTangential, at.y, p.ny));
    }
    return own;
}
#endif

// Fields without a row of edge values (textures) are beyond an edge as inside of it. Where a shader
// is never given such (BOTH) it does not ask: that took a third of a step on an H200.
#ifdef BOTH
#define HAS_EDGE_VALUES true
#else
#define HAS_EDGE_VALUES (p.quantity >= 0)
#endif

int scalarKind(int edge)
{
    if (!HAS_EDGE_VALUES)
    {
        return kCopy;
    }
    return p.quantity == kTemperature ? temperatureKind(edge) : dyeKind(edge);
}

// Of carried field f, or in shaders of wide nodes (WIDTH) of group f: temperature, or dyes.
NODE edgeNode(int side, int f, int cell)
{
    if (!HAS_EDGE_VALUES)
    {
        return NODE(0.0);
    }
#if !defined(WIDTH) || WIDTH == 1
    return edgeValue(side, p.quantity + f, cell);
#else
    NODE values;
    for (int k = 0; k < WIDTH; ++k)
    {
        // A group may have room for fields that there are not.
        int field = min(WIDTH * f + k, p.count - 1);
        values[k] = edgeValue(side, p.quantity + field, cell);
    }
    return values;
#endif
}

Around aroundCell()
{
    return Around(p.columns, p.rows, p.stride, 0, p.columns, p.rows);
}

NODE seenCell(int f, ivec2 at, NODE own, int i, int j)
{
    if (!WRAPS_X && i < 0)
    {
        own = beyond(scalarKind(p.left), own, edgeNode(kLeft, f, at.y / p.fine));
    }
    if (!WRAPS_X && i >= p.columns)
    {
        own = beyond(scalarKind(p.right), own, edgeNode(kRight, f, at.y / p.fine));
    }
    if (!WRAPS_Y && j < 0)
    {
        own = beyond(scalarKind(p.bottom), own, edgeNode(kBottom, f, at.x / p.fine));
    }
    if (!WRAPS_Y && j >= p.rows)
    {
        own = beyond(scalarKind(p.top), own, edgeNode(kTop, f, at.x / p.fine));
    }
    return own;
}

// On a periodic axis the last face is the first.
bool isOwnU(int i, int j)
{
    return j < p.ny && (i < p.nx || (!WRAPS_X && i == p.nx));
}
bool isOwnV(int i, int j)
{
    return i < p.nx && (j < p.ny || (!WRAPS_Y && j == p.ny));
}

// A face or a cell, and all that depends on it beyond the edges; see STORE_AROUND. The PUT of cells is
// given nodes of field or group f.
#define SEEN_U(v, column, row) seenU(storedAt, v, column, row)
#define SEEN_V(v, column, row) seenV(storedAt, v, column, row)
#define SEEN_CELL(v, column, row) seenCell(storedField, storedAt, v, column, row)
#define STORE_U(PUT, i, j, v)                                                                      \
    if (isInner(i, j, p.nx, p.ny))                                                                 \
    {                                                                                              \
        PUT(nodeU(i, j), v)                                                                        \
    }                                                                                              \
    else                                                                                           \
    {                                                                                              \
        ivec2 storedAt = ivec2(i, j);                                                              \
        Around a = aroundU();                                                                      \
        STORE_AROUND(PUT, SEEN_U, a, i, j, v)                                                      \
    }
#define STORE_V(PUT, i, j, v)                                                                      \
    if (isInner(i, j, p.nx, p.ny))                                                                 \
    {                                                                                              \
        PUT(nodeV(i, j), v)                                                                        \
    }                                                                                              \
    else                                                                                           \
    {                                                                                              \
        ivec2 storedAt = ivec2(i, j);                                                              \
        Around a = aroundV();                                                                      \
        STORE_AROUND(PUT, SEEN_V, a, i, j, v)                                                      \
    }
#define STORE_CELL(PUT, f, i, j, v)                                                                \
    if (isInner(i, j, p.columns, p.rows))                                                          \
    {                                                                                              \
        PUT(nodeOf(i, j, p.stride), v)                                                             \
    }                                                                                              \
    else                                                                                           \
    {                                                                                              \
        ivec2 storedAt = ivec2(i, j);                                                              \
        int storedField = f;                                                                       \
        Around a = aroundCell();                                                                   \
        STORE_AROUND(PUT, SEEN_CELL, a, i, j, v)                                                   \
    }
