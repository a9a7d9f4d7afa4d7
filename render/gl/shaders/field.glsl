// Fields of a simulation as textures, one texel a cell.

// Numbers that are none, or beyond all measure, count as 0.
float finite(float x)
{
    return abs(x) < 1e6 ? x : 0.0;
}

// A cell of a field; those outside are their nearest one inside.
float cellOf(sampler2D field, ivec2 cell)
{
    ivec2 last = textureSize(field, 0) - 1;
    return finite(texelFetch(field, clamp(cell, ivec2(0), last), 0).r);
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

float smoothField(sampler2D field, vec2 place)
{
    vec2 at = place * vec2(textureSize(field, 0)) - 0.5;
    ivec2 base = ivec2(floor(at));
    vec4 wx = splineWeights(at.x - float(base.x));
    vec4 wy = splineWeights(at.y - float(base.y));
    float sum = 0.0;
    for (int j = 0; j < 4; ++j)
    {
        vec4 row = vec4(cellOf(field, base + ivec2(-1, j - 1)), cellOf(field, base + ivec2(0, j - 1)),
                        cellOf(field, base + ivec2(1, j - 1)), cellOf(field, base + ivec2(2, j - 1)));
        sum += wy[j] * dot(wx, row);
    }
    return sum;
}
