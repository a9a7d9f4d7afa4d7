// The residual of a cell, from the level's fields r and x.
float residualAt(int i, int j)
{
    ivec4 places = placesAround(i, j);
    vec4 around = vec4(0.0);
    for (int k = 0; k < 4; ++k)
    {
        if (places[k] >= 0)
        {
            around[k] = x[places[k]];
        }
    }
    int at = j * p.stride + i;
    return residualOf(stencilOf(i, j), around, x[at], r[at]);
}
