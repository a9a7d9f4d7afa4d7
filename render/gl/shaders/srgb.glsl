// Linear light, 0 .. 1, as displays want it: sRGB, with a pattern of less than a step of 8 bits added
// so that skies and gradients do not band.
uniform float dither; // 1: add it

vec3 coded(vec3 c)
{
    vec3 srgb =
        mix(12.92 * c, 1.055 * pow(max(c, 1e-6), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
    // Interleaved gradient noise (Jimenez 2014).
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    return srgb + dither * (grain - 0.5) / 255.0;
}
