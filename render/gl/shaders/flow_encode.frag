// Linear light to sRGB. Colours come multiplied by their alpha; they leave coded, either divided by
// it (straight) or multiplied again (premultiplied).
#include "srgb.glsl"
uniform sampler2D picture;
uniform int transparency; // 0: none, 1: straight, 2: premultiplied
in vec2 place;
out vec4 shown;

void main()
{
    vec4 given = textureLod(picture, place, 0.0);
    float alpha = transparency == 0 ? 1.0 : clamp(given.a, 0.0, 1.0);
    vec3 c = clamp(given.rgb / max(alpha, 1e-4), 0.0, 1.0);
    shown = vec4(coded(c) * (transparency == 2 ? alpha : 1.0), alpha);
}
