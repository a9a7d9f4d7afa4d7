// The correction of a fine cell: between the four coarse ones of coarseAround, with continuous flux. Uses
// coefficients.glsl and grid.glsl for the fine level, and coarseAt(I, J) for the coarse x.

// The coarse x at a cell that may lie one beyond an edge, where it is 0. Looked up in any case: what is
// behind a branch is not asked for before it is taken.
float coarseBeside(int I, int J)
{
    int nx = (LEVEL.nx + 1) / 2;
    int ny = (LEVEL.ny + 1) / 2;
    bool inside = (LEVEL.ringX != 0 || (I >= 0 && I < nx)) && (LEVEL.ringY != 0 || (J >= 0 && J < ny));
    float there = coarseAt(I < 0 ? nx - 1 : I >= nx ? 0 : I, J < 0 ? ny - 1 : J >= ny ? 0 : J);
    return mix(0.0, there, inside);
}

// That of the cell a fine one lies in, of those beside it in the row and in the column that are nearest, and
// of the one between these.
vec4 coarseAround(int i, int j)
{
    int I = i / 2;
    int J = j / 2;
    int outerI = (i & 1) == 0 ? I - 1 : I + 1;
    int outerJ = (j & 1) == 0 ? J - 1 : J + 1;
    return vec4(coarseBeside(I, J), coarseBeside(outerI, J), coarseBeside(I, outerJ),
                coarseBeside(outerI, outerJ));
}

// Between those, where `leadsOn` tells whether an outer fine cell leads on to the diagonal one.
float mixed(vec4 coarse, float wx, float wy, bool leadsOn)
{
    float alongRow = coarse.y - coarse.x;
    float twist = (coarse.w - coarse.z) - alongRow;
    float upwards = leadsOn ? wy : min(wy, 1.0 - wx);
    float diagonal = leadsOn ? wx * wy : 0.0;
    return coarse.x + ((wx * alongRow + upwards * (coarse.z - coarse.x)) + diagonal * twist);
}

#ifdef EVEN

// Of the outer coarse cell along an axis, from the conductances of a fine cell's outer and inner
// face. A quarter but near the ends.
float outerWeight(float outerFace, float innerFace, vec2 shape)
{
    float outside = shape.x * outerFace;
    float all = outside + shape.y * innerFace;
    return all > 0.0 ? outside / all : 0.0;
}

float weightX(int i)
{
    if (i > 0 && i < LEVEL.nx - 3)
    {
        return 0.25;
    }
    int second = i & 1;
    return outerWeight(unitX(i + second), unitX(i + 1 - second),
                       interpolationShape(LEVEL.nx, LEVEL.lastX, LEVEL.ringX != 0, i));
}

float weightY(int j)
{
    if (j > 0 && j < LEVEL.ny - 3)
    {
        return 0.25;
    }
    int second = j & 1;
    return outerWeight(unitY(j + second), unitY(j + 1 - second),
                       interpolationShape(LEVEL.ny, LEVEL.lastY, LEVEL.ringY != 0, j));
}

// Beyond a corner of two open edges, only, nothing leads on to the diagonal cell.
float interpolated(int i, int j, vec4 coarse)
{
    int besideI = (i & 1) == 0 ? i - 1 : i + 1;
    int besideJ = (j & 1) == 0 ? j - 1 : j + 1;
    bool leadsOn = (besideI >= 0 && besideI < LEVEL.nx) || LEVEL.ringY != 0 ||
                   (besideJ >= 0 && besideJ < LEVEL.ny);
    return mixed(coarse, weightX(i), weightY(j), leadsOn);
}

#else

float interpolated(int i, int j, vec4 coarse)
{
    bool left = (i & 1) == 0;
    bool lower = (j & 1) == 0;
    int outerFaceX = left ? i : i + 1;
    int outerFaceY = lower ? j : j + 1;
    // The diagonal cell counts where one of the outer fine cells leads on to it.
    int besideI = left ? i - 1 : i + 1;
    int besideJ = lower ? j - 1 : j + 1;
    if (LEVEL.ringY != 0)
    {
        besideJ = besideJ < 0 ? LEVEL.ny - 1 : besideJ >= LEVEL.ny ? 0 : besideJ;
    }
    int thereI = clamp(besideI, 0, LEVEL.nx - 1);
    int thereJ = clamp(besideJ, 0, LEVEL.ny - 1);
    vec2 outer = vec2(faceX(outerFaceX, j), faceY(i, outerFaceY));
    vec2 inner = vec2(faceX(left ? i + 1 : i, j), faceY(i, lower ? j + 1 : j));
    vec2 onwards = vec2(faceX(outerFaceX, thereJ), faceY(thereI, outerFaceY));
    bool leadsOn = (besideI == thereI && onwards.y > 0.0) || (besideJ == thereJ && onwards.x > 0.0);

    vec2 alongX = interpolationShape(LEVEL.nx, LEVEL.lastX, LEVEL.ringX != 0, i);
    vec2 alongY = interpolationShape(LEVEL.ny, LEVEL.lastY, LEVEL.ringY != 0, j);
    float outX = alongX.x * outer.x;
    float outY = alongY.x * outer.y;
    float allX = outX + alongX.y * inner.x;
    float allY = outY + alongY.y * inner.y;
    return mixed(coarse, allX > 0.0 ? outX / allX : 0.0, allY > 0.0 ? outY / allY : 0.0, leadsOn);
}

#endif
