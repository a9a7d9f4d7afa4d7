// Fields of a simulation as textures, one texel a cell.

// Numbers that are none, or beyond all measure, count as 0.
float finite(float x)
{
    return abs(x) < 1e6 ? x : 0.0;
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
