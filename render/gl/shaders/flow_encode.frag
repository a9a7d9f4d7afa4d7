// Linear light to sRGB, with a pattern of less than a step of 8 bits added so that gradients do not
// band. Colours come multiplied by their alpha; they leave coded, either divided by it (straight)
// or multiplied again (premultiplied).
uniform sampler2D picture;
uniform float dither;     // 1: add it
uniform int transparency; // 0: none, 1: straight, 2: premultiplied
in vec2 place;
out vec4 shown;

void main()
{
    vec4 given = textureLod(picture, place, 0.0);
    float alpha = transparency == 0 ? 1.0 : clamp(given.a, 0.0, 1.0);
    vec3 c = clamp(given.rgb / max(alpha, 1e-4), 0.0, 1.0);
    vec3 coded = mix(12.92 * c, 1.055 * pow(max(c, 1e-6), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
    // Interleaved gradient noise (Jimenez 2014).
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    coded += dither * (grain - 0.5) / 255.0;
    shown = vec4(coded * (transparency == 2 ? alpha : 1.0), alpha);
}
