// Smoke: it hides what is behind it and scatters light of a lamp above, as far as that comes through
// the smoke in between, of the sky, and of what glows in it.
#include "sampling.glsl"
#include "display.glsl"
uniform sampler2D lightMap;  // what scatters, by colour; alpha: how much there is
uniform sampler2D reliefMap; // the same, modelled by the lamp
uniform sampler2D glowMap;   // light that dyes give
uniform sampler2D bloomMap;  // and how it spreads
uniform sampler2D columnMap; // smoke on the way to the lamp
uniform float bloom;
uniform float density;  // optical depth of one unit of dye
uniform float shading;  // optical depth of one unit on the way to the lamp, across the world
uniform float lampLight;
uniform float skyLight;
uniform float glowLight; // how much of the glow the smoke catches
uniform vec4 seen;
uniform vec4 ground;
uniform vec4 margin;
in vec2 place;
out vec4 result;

void main()
{
    vec2 at = seen.xy + place * seen.zw;
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec4 smoke = texelFetch(lightMap, pixel, 0);
    vec3 modelled = texelFetch(reliefMap, pixel, 0).rgb;
    vec2 atHalf = 0.5 * gl_FragCoord.xy / vec2(textureSize(bloomMap, 0));
    vec3 spread = textureLod(bloomMap, atHalf, 0.0).rgb;
    float through = exp(-shading * textureLod(columnMap, at, 0.0).r);
    float hidden = 1.0 - exp(-density * smoke.a);
    // Thin smoke lets light through that thick smoke throws back.
    vec3 colour = smoke.rgb / max(smoke.a, 1e-4);
    vec3 facing = modelled / max(smoke.a, 1e-4);
    vec3 lit = facing * lampLight * through + colour * skyLight * (0.35 + 0.65 * through) +
               colour * spread * glowLight;
    vec3 light = lit * hidden + texelFetch(glowMap, pixel, 0).rgb + bloom * spread;
    vec4 shown = displayed(light);
    shown.a = max(shown.a, hidden);
    result = isInWorld(at) ? shown + (1.0 - shown.a) * ground : margin;
}
