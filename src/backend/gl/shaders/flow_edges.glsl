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

// A value given at cells, at the face before cell i of n.
float atFace(int side, int quantity, int i, int n)
{
    return 0.5 * (edgeValue(side, quantity, max(i - 1, 0)) +
                  edgeValue(side, quantity, min(i, n - 1)));
}

float normalOf(int side, int edge, int cell)
{
    return typeOf(edge) == kInflow ? edgeValue(side, kNormal, cell) : 0.0;
}

// Velocity x of a face, where an edge gives it.
float givenU(int i, int j, float u)
{
    if (p.wrapX == 0)
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
    if (p.wrapY == 0)
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

// A velocity as it must be where solids cover its face, or an edge gives it.
float finishedU(int i, int j, float u)
{
#if defined(SOLIDS) && defined(FACES)
    u = coveredFace(nodeU(i, j), u);
#endif
    return givenU(i, j, u);
}

float finishedV(int i, int j, float v)
{
#if defined(SOLIDS) && defined(FACES)
    v = coveredFace(nodeV(i, j), v);
#endif
    return givenV(i, j, v);
}

#ifndef CARRIED
// Edges matter to the nodes next to them only: values are looked up there.
Around aroundU(int i, int j)
{
    Around a;
    a.columns = p.nx + 1;
    a.rows = p.ny;
    a.stride = p.strideU;
    a.offset = 0;
    a.wrapX = p.wrapX != 0;
    a.wrapY = p.wrapY != 0;
    a.columnsX = p.nx;
    a.rowsY = p.ny;
    a.kind = ivec4(kCopy, kCopy, tangentialKind(p.bottom), tangentialKind(p.top));
    a.value = float[4](0.0, 0.0, 0.0, 0.0);
    if (j == 0)
    {
        a.value[kBottom] = atFace(kBottom, kTangential, i, p.nx);
    }
    if (j == p.ny - 1)
    {
        a.value[kTop] = atFace(kTop, kTangential, i, p.nx);
    }
    return a;
}

Around aroundV(int i, int j)
{
    Around a;
    a.columns = p.nx;
    a.rows = p.ny + 1;
    a.stride = p.strideV;
    a.offset = p.offsetV;
    a.wrapX = p.wrapX != 0;
    a.wrapY = p.wrapY != 0;
    a.columnsX = p.nx;
    a.rowsY = p.ny;
    a.kind = ivec4(tangentialKind(p.left), tangentialKind(p.right), kCopy, kCopy);
    a.value = float[4](0.0, 0.0, 0.0, 0.0);
    if (i == 0)
    {
        a.value[kLeft] = atFace(kLeft, kTangential, j, p.ny);
    }
    if (i == p.nx - 1)
    {
        a.value[kRight] = atFace(kRight, kTangential, j, p.ny);
    }
    return a;
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

Around aroundCell(int f, int i, int j)
{
    Around a;
    a.columns = p.columns;
    a.rows = p.rows;
    a.stride = p.stride;
    a.offset = 0;
    a.wrapX = p.wrapX != 0;
    a.wrapY = p.wrapY != 0;
    a.columnsX = p.columns;
    a.rowsY = p.rows;
    a.kind = ivec4(scalarKind(p.left), scalarKind(p.right), scalarKind(p.bottom),
                   scalarKind(p.top));
    a.value = NODE[4](NODE(0.0), NODE(0.0), NODE(0.0), NODE(0.0));
    if (i == 0)
    {
        a.value[kLeft] = edgeNode(kLeft, f, j / p.fine);
    }
    if (i == p.columns - 1)
    {
        a.value[kRight] = edgeNode(kRight, f, j / p.fine);
    }
    if (j == 0)
    {
        a.value[kBottom] = edgeNode(kBottom, f, i / p.fine);
    }
    if (j == p.rows - 1)
    {
        a.value[kTop] = edgeNode(kTop, f, i / p.fine);
    }
    return a;
}

// On a periodic axis the last face is the first.
bool isOwnU(int i, int j)
{
    return j < p.ny && (i < p.nx || (p.wrapX == 0 && i == p.nx));
}
bool isOwnV(int i, int j)
{
    return i < p.nx && (j < p.ny || (p.wrapY == 0 && j == p.ny));
}

// A face or a cell, and all that depends on it beyond the edges; see STORE_AROUND. The PUT of cells is
// given nodes of field or group f.
#define STORE_U(PUT, i, j, v)                                                                      \
    if (isInner(i, j, p.nx, p.ny))                                                                 \
    {                                                                                              \
        PUT(nodeU(i, j), v)                                                                        \
    }                                                                                              \
    else                                                                                           \
    {                                                                                              \
        Around a = aroundU(i, j);                                                                  \
        STORE_AROUND(PUT, a, i, j, v)                                                              \
    }
#define STORE_V(PUT, i, j, v)                                                                      \
    if (isInner(i, j, p.nx, p.ny))                                                                 \
    {                                                                                              \
        PUT(nodeV(i, j), v)                                                                        \
    }                                                                                              \
    else                                                                                           \
    {                                                                                              \
        Around a = aroundV(i, j);                                                                  \
        STORE_AROUND(PUT, a, i, j, v)                                                              \
    }
#define STORE_CELL(PUT, f, i, j, v)                                                                \
    if (isInner(i, j, p.columns, p.rows))                                                          \
    {                                                                                              \
        PUT(nodeOf(i, j, p.stride), v)                                                             \
    }                                                                                              \
    else                                                                                           \
    {                                                                                              \
        Around a = aroundCell(f, i, j);                                                            \
        STORE_AROUND(PUT, a, i, j, v)                                                              \
    }
