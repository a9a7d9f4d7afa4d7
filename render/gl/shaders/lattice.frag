// Cells to the lattice of a picture, fine enough that no cells are seen: cubic B-splines.
#include "field.glsl"
uniform sampler2D cellMap;
in vec2 place;
out vec4 result;

void main()
{
    ivec2 size = textureSize(cellMap, 0);
    vec2 at = place * vec2(size) - 0.5;
    ivec2 base = ivec2(floor(at));
    vec4 wx = splineWeights(at.x - float(base.x));
    vec4 wy = splineWeights(at.y - float(base.y));
    vec2 sum = vec2(0.0);
    for (int j = 0; j < 4; ++j)
    {
        for (int i = 0; i < 4; ++i)
        {
            ivec2 cell = clamp(base + ivec2(i - 1, j - 1), ivec2(0), size - 1);
            sum += wx[i] * wy[j] * texelFetch(cellMap, cell, 0).rg;
        }
    }
    result = vec4(sum, 0.0, 1.0);
}
