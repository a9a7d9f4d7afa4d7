// Pigment takes light away from paper (Beer, Lambert). Without paper it hides what lies behind so
// that white looks as paper would.
#include "sampling.glsl"
uniform sampler2D lightMap; // optical density
uniform vec4 seen;
uniform vec4 ground; // paper; alpha 0: none
uniform vec4 margin;
in vec2 place;
out vec4 result;

void main()
{
    vec3 left = exp(-texelFetch(lightMap, ivec2(gl_FragCoord.xy), 0).rgb);
    float least = min(left.r, min(left.g, left.b));
    vec4 alone = vec4(left - least, 1.0 - least);
    vec4 ink = ground.a > 0.0 ? vec4(ground.rgb * left, 1.0) : alone;
    result = isInWorld(seen.xy + place * seen.zw) ? ink : margin;
}
