// Maps between their texels, as pictures want them.
#include "field.glsl"

// Catmull-Rom: goes through the texels.
vec4 sharpWeights(float t)
{
    return vec4(t * (-0.5 + t * (1.0 - 0.5 * t)), 1.0 + t * t * (-2.5 + 1.5 * t),
                t * (0.5 + t * (2.0 - 1.5 * t)), t * t * (-0.5 + 0.5 * t));
}

vec4 heldSum(vec4 w, vec4 a, vec4 b, vec4 c, vec4 d)
{
    vec4 sum = w.x * a + w.y * b + w.z * c + w.w * d;
    return clamp(sum, min(min(a, b), min(c, d)), max(max(a, b), max(c, d)));
}

vec4 texelOf(sampler2D map, ivec2 cell)
{
    return texelFetch(map, clamp(cell, ivec2(0), textureSize(map, 0) - 1), 0);
}

// `softness` 0: crisp, held between the texels around, so that nothing rings; 1: so smooth that no
// cells are seen. `place` is 0 .. 1 across the map.
vec4 between(sampler2D map, vec2 place, float softness)
{
    vec2 at = place * vec2(textureSize(map, 0)) - 0.5;
    ivec2 base = ivec2(floor(at));
    vec2 t = at - vec2(base);
    vec4 wx = mix(sharpWeights(t.x), splineWeights(t.x), softness);
    vec4 wy = mix(sharpWeights(t.y), splineWeights(t.y), softness);
    vec4 rows[4];
    for (int j = 0; j < 4; ++j)
    {
        ivec2 cell = base + ivec2(-1, j - 1);
        rows[j] = heldSum(wx, texelOf(map, cell), texelOf(map, cell + ivec2(1, 0)),
                          texelOf(map, cell + ivec2(2, 0)), texelOf(map, cell + ivec2(3, 0)));
    }
    return heldSum(wy, rows[0], rows[1], rows[2], rows[3]);
}

// The same where a pixel covers 2^lod texels: above 0 from mipmaps.
vec4 seenMap(sampler2D map, vec2 place, float softness, float lod)
{
    return lod > 0.0 ? textureLod(map, place, lod) : between(map, place, softness);
}

bool isInWorld(vec2 at)
{
    return at.x >= 0.0 && at.x <= 1.0 && at.y >= 0.0 && at.y <= 1.0;
}
