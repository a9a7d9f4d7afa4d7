// Of a number from 1e-30 to 1e30: as core/cube_root.h.
float cubeRoot(float x)
{
    float y = intBitsToFloat(floatBitsToInt(x) / 3 + 0x2a514067);
    y = (2.0 * y + x / (y * y)) * (1.0 / 3.0);
    y = (2.0 * y + x / (y * y)) * (1.0 / 3.0);
    return (2.0 * y + x / (y * y)) * (1.0 / 3.0);
}
