// Up to four dyes become what one unit of each gives: light, density, or what scatters it.
#include "source.glsl"
uniform Field a;
uniform Field b;
uniform Field c;
uniform Field d;
uniform vec4 perA;
uniform vec4 perB;
uniform vec4 perC;
uniform vec4 perD;
uniform float most;      // that a dye counts
uniform float mostMixed; // of all four together
out vec4 result;

// Dyes are never negative; what is not a number is no dye.
float amount(float dye)
{
    return dye > 0.0 ? min(dye, most) : 0.0;
}

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    result = min(perA * amount(rawCellOf(a, cell)) + perB * amount(rawCellOf(b, cell)) +
                     perC * amount(rawCellOf(c, cell)) + perD * amount(rawCellOf(d, cell)),
                 mostMixed);
}
