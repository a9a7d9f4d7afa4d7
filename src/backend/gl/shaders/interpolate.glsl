// The correction of a fine cell: between four coarse ones, with continuous flux. Uses
// coefficients.glsl and grid.glsl for the fine level, and coarseAt(I, J) for the coarse x.

float coarseBeside(int I, int J)
{
    int nx = (LEVEL.nx + 1) / 2;
    int ny = (LEVEL.ny + 1) / 2;
    if (LEVEL.ringX != 0)
    {
        I = I < 0 ? I + nx : I >= nx ? I - nx : I;
    }
    if (LEVEL.ringY != 0)
    {
        J = J < 0 ? J + ny : J >= ny ? J - ny : J;
    }
    bool inside = I >= 0 && I < nx && J >= 0 && J < ny;
    return inside ? coarseAt(I, J) : 0.0; // beyond an edge lies 0
}

float mixed(int I, int J, int outerI, int outerJ, float wx, float wy, float wxy)
{
    float own = coarseBeside(I, J);
    float alongRow = coarseBeside(outerI, J) - own;
    float far = coarseBeside(I, outerJ);
    float twist = wxy != 0.0 ? (coarseBeside(outerI, outerJ) - far) - alongRow : 0.0;
    return own + ((wx * alongRow + wy * (far - own)) + wxy * twist);
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
float interpolated(int i, int j)
{
    int towardsX = (i & 1) == 0 ? -1 : 1;
    int towardsY = (j & 1) == 0 ? -1 : 1;
    float wx = weightX(i);
    float wy = weightY(j);
    bool leadsOn = (i + towardsX >= 0 && i + towardsX < LEVEL.nx) || LEVEL.ringY != 0 ||
                   (j + towardsY >= 0 && j + towardsY < LEVEL.ny);
    int I = i / 2;
    int J = j / 2;
    return mixed(I, J, I + towardsX, J + towardsY, wx, leadsOn ? wy : min(wy, 1.0 - wx),
                 leadsOn ? wx * wy : 0.0);
}

#else

float interpolated(int i, int j)
{
    bool left = (i & 1) == 0;
    bool lower = (j & 1) == 0;
    int outerFaceX = left ? i : i + 1;
    int outerFaceY = lower ? j : j + 1;
    vec2 alongX = interpolationShape(LEVEL.nx, LEVEL.lastX, LEVEL.ringX != 0, i);
    vec2 alongY = interpolationShape(LEVEL.ny, LEVEL.lastY, LEVEL.ringY != 0, j);
    float outX = alongX.x * faceX(outerFaceX, j);
    float outY = alongY.x * faceY(i, outerFaceY);
    float allX = outX + alongX.y * faceX(left ? i + 1 : i, j);
    float allY = outY + alongY.y * faceY(i, lower ? j + 1 : j);
    float wx = allX > 0.0 ? outX / allX : 0.0;
    float wy = allY > 0.0 ? outY / allY : 0.0;

    // The diagonal cell counts where one of the outer fine cells leads on to it.
    int besideI = left ? i - 1 : i + 1;
    int besideJ = lower ? j - 1 : j + 1;
    if (LEVEL.ringY != 0)
    {
        besideJ = besideJ < 0 ? LEVEL.ny - 1 : besideJ >= LEVEL.ny ? 0 : besideJ;
    }
    bool leadsOn = false;
    if (besideI >= 0 && besideI < LEVEL.nx)
    {
        leadsOn = faceY(besideI, outerFaceY) > 0.0;
    }
    if (!leadsOn && besideJ >= 0 && besideJ < LEVEL.ny)
    {
        leadsOn = faceX(outerFaceX, besideJ) > 0.0;
    }
    int I = i / 2;
    int J = j / 2;
    return mixed(I, J, left ? I - 1 : I + 1, lower ? J - 1 : J + 1, wx,
                 leadsOn ? wy : min(wy, 1.0 - wx), leadsOn ? wx * wy : 0.0);
}

#endif
