// How far each pixel is covered by solids, and how many pixels inside their contour it is: the
// coverage above one half over its slope.
#include "sampling.glsl"
uniform sampler2D cellMap;
uniform vec4 seen;
uniform vec2 cellsPerPixel;
uniform float lod;
in vec2 place;
out vec4 result;

// The derivative of splineWeights.
vec4 slopeWeights(float t)
{
    float s = 1.0 - t;
    return 0.5 * vec4(-s * s, 3.0 * t * t - 4.0 * t, -3.0 * s * s + 4.0 * s, t * t);
}

void main()
{
    vec2 world = seen.xy + place * seen.zw;
    vec2 at = world * vec2(textureSize(cellMap, 0)) - 0.5;
    ivec2 base = ivec2(floor(at));
    vec2 t = at - vec2(base);
    vec4 wx = splineWeights(t.x);
    vec4 wy = splineWeights(t.y);
    vec4 dx = slopeWeights(t.x);
    vec4 dy = slopeWeights(t.y);
    vec3 sum = vec3(0.0); // coverage, its slopes along x and y
    for (int j = 0; j < 4; ++j)
    {
        ivec2 cell = base + ivec2(-1, j - 1);
        vec4 row = vec4(texelOf(cellMap, cell).r, texelOf(cellMap, cell + ivec2(1, 0)).r,
                        texelOf(cellMap, cell + ivec2(2, 0)).r,
                        texelOf(cellMap, cell + ivec2(3, 0)).r);
        sum += vec3(wy[j] * dot(wx, row), wy[j] * dot(dx, row), dy[j] * dot(wx, row));
    }
    float slope = length(sum.yz * cellsPerPixel);
    float inside = (sum.x - 0.5) / max(slope, 1e-4);
    // Cells smaller than pixels: the share of the pixel that they cover.
    float cover = lod > 0.0 ? textureLod(cellMap, world, lod).r : inside + 0.5;
    cover = isInWorld(world) ? clamp(cover, 0.0, 1.0) : 0.0;
    result = vec4(cover, clamp(inside, -60.0, 60.0), 0.0, 1.0);
}
