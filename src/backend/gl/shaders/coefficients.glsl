// The coefficients of a level, read or, where EVEN is defined, computed. LEVEL names the level's
// numbers; CX(k), CY(k) and A(k) are element k of its fields.
#ifdef EVEN

float faceOf(int i, int cells, float low, float inner, float beforeLast, float high)
{
    return i == 0 ? low : i == cells ? high : i == cells - 1 ? beforeLast : inner;
}

float unitX(int i)
{
    return faceOf(i, LEVEL.nx, LEVEL.lowX, LEVEL.innerX, LEVEL.beforeLastX, LEVEL.highX);
}

float unitY(int j)
{
    return faceOf(j, LEVEL.ny, LEVEL.lowY, LEVEL.innerY, LEVEL.beforeLastY, LEVEL.highY);
}

float widthX(int i)
{
    return i == LEVEL.nx - 1 ? LEVEL.lastWidthX : LEVEL.widthX;
}

float widthY(int j)
{
    return j == LEVEL.ny - 1 ? LEVEL.lastWidthY : LEVEL.widthY;
}

float faceX(int i, int j)
{
    return unitX(i) * widthY(j);
}

float faceY(int i, int j)
{
    return widthX(i) * unitY(j);
}

float cellA(int i, int j)
{
    return LEVEL.evenA * (widthX(i) * widthY(j));
}

#else

float faceX(int i, int j)
{
    return CX(j * LEVEL.strideX + i);
}

float faceY(int i, int j)
{
    return CY(j * LEVEL.stride + i);
}

float cellA(int i, int j)
{
    return LEVEL.hasA != 0 ? A(j * LEVEL.stride + i) : 0.0;
}

#endif

// The four faces of a cell, and a.
struct Stencil
{
    float w;
    float e;
    float s;
    float n;
    float a;
};

Stencil stencilOf(int i, int j)
{
    return Stencil(faceX(i, j), faceX(i + 1, j), faceY(i, j), faceY(i, j + 1), cellA(i, j));
}

const float kLeastNormal = 1.17549435e-38;

// x of a cell after a half-sweep, from x, those around it (w, e, s, n) and r.
float relaxed(Stencil k, vec4 around, float x, float r, float omega)
{
    float d = ((k.w + k.e) + (k.s + k.n)) + k.a;
    float sum =
        ((k.w * around.x + k.e * around.y) + (k.s * around.z + k.n * around.w)) + r;
    bool open = d >= kLeastNormal;
    float solved = open ? sum / d : 0.0;
    float before = open ? x : 0.0; // in solids an interpolation may leave more
    return omega == 1.0 ? solved : before + omega * (solved - before);
}

float residualOf(Stencil k, vec4 around, float x, float r)
{
    vec4 rise = around - vec4(x);
    return (((k.w * rise.x + k.e * rise.y) + (k.s * rise.z + k.n * rise.w)) + r) - k.a * x;
}
