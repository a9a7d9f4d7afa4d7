// Fields of a simulation as textures, one texel a cell.

// Neither infinite nor none. By its bits: drivers may take for granted that comparisons meet numbers
// only.
bool isNumber(float x)
{
    return (floatBitsToUint(x) & 0x7f800000u) != 0x7f800000u;
}

// Numbers that are none, or beyond all measure, count as 0.
float finite(float x)
{
    return isNumber(x) && abs(x) < 1e6 ? x : 0.0;
}

// Between texels, by hand: not every device does it with floats of 32 bits. `place` is 0 .. 1 across
// the map.
vec4 bilinear(sampler2D map, vec2 place)
{
    ivec2 last = textureSize(map, 0) - 1;
    vec2 at = place * vec2(last + 1) - 0.5;
    ivec2 low = ivec2(floor(at));
    vec2 part = at - vec2(low);
    vec4 a = texelFetch(map, clamp(low, ivec2(0), last), 0);
    vec4 b = texelFetch(map, clamp(low + ivec2(1, 0), ivec2(0), last), 0);
    vec4 c = texelFetch(map, clamp(low + ivec2(0, 1), ivec2(0), last), 0);
    vec4 d = texelFetch(map, clamp(low + ivec2(1, 1), ivec2(0), last), 0);
    return mix(mix(a, b, part.x), mix(c, d, part.x), part.y);
}

// Between cells, by uniform cubic B-splines: smooth up to the second derivative, and no overshoot.
// `place` is 0 .. 1 across the field. Weights of the four nearest cells along an axis:
vec4 splineWeights(float t)
{
    float s = 1.0 - t;
    return vec4(s * s * s, 4.0 - 6.0 * t * t + 3.0 * t * t * t,
                4.0 - 6.0 * s * s + 3.0 * s * s * s, t * t * t) /
           6.0;
}
