// Ink that glows: light and what has spread of it, toned, over the ground.
#include "sampling.glsl"
#include "display.glsl"
uniform sampler2D lightMap;
uniform sampler2D bloomMap;
uniform float bloom;
uniform vec4 seen;
uniform vec4 ground; // multiplied by its alpha, as all colours here
uniform vec4 margin;
in vec2 place;
out vec4 result;

void main()
{
    vec3 light = texelFetch(lightMap, ivec2(gl_FragCoord.xy), 0).rgb;
    vec2 atHalf = 0.5 * gl_FragCoord.xy / vec2(textureSize(bloomMap, 0));
    light += bloom * textureLod(bloomMap, atHalf, 0.0).rgb;
    vec4 ink = displayed(light);
    result = isInWorld(seen.xy + place * seen.zw) ? ink + (1.0 - ink.a) * ground : margin;
}
