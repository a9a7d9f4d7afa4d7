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
