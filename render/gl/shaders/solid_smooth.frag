// Coverage as splines have it at the cells' middles.
#include "source.glsl"
uniform Field solid;
out vec4 result;

float cover(ivec2 cell)
{
    float part = rawCellOf(solid, cell);
    return part > 0.0 ? min(part, 1.0) : 0.0;
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float sum = 0.0;
    for (int j = -1; j <= 1; ++j)
    {
        float wy = j == 0 ? 4.0 : 1.0;
        sum += wy * (cover(cell + ivec2(-1, j)) + 4.0 * cover(cell + ivec2(0, j)) +
                     cover(cell + ivec2(1, j)));
    }
    result = vec4(sum / 36.0, cover(cell), 0.0, 1.0);
}
