// Linear light to sRGB, with a pattern of less than a step of 8 bits added so that skies do not
// band.
uniform sampler2D picture;
uniform float dither; // 1: add it
in vec2 place;
out vec4 shown;

void main()
{
    vec3 c = clamp(textureLod(picture, place, 0.0).rgb, 0.0, 1.0);
    vec3 coded = mix(12.92 * c, 1.055 * pow(max(c, 1e-6), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
    // Interleaved gradient noise (Jimenez 2014).
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    shown = vec4(coded + dither * (grain - 0.5) / 255.0, 1.0);
}
