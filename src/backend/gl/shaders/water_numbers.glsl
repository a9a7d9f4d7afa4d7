// Of numbers from 1e-30 to 1e30: as core/cube_root.h.
float cubeRoot(float x)
{
    float y = intBitsToFloat(floatBitsToInt(x) / 3 + 0x2a514067);
    y = (2.0 * y + x / (y * y)) * (1.0 / 3.0);
    y = (2.0 * y + x / (y * y)) * (1.0 / 3.0);
    return (2.0 * y + x / (y * y)) * (1.0 / 3.0);
}

float inverseCubeRoot(float x)
{
    float y = intBitsToFloat(0x54a21c00 - floatBitsToInt(x) / 3);
    float third = x * (1.0 / 3.0);
    y = y * ((4.0 / 3.0) - (third * y) * (y * y));
    y = y * ((4.0 / 3.0) - (third * y) * (y * y));
    return y * ((4.0 / 3.0) - (third * y) * (y * y));
}
