// Solids as rounded things that a lamp at the upper left lights, with a shadow on the fluid. They
// slope down towards their edge as the blurred coverage does.
uniform sampler2D coverMap;
uniform sampler2D softMap; // the coverage, blurred
uniform float share;       // that it is to be multiplied by
uniform vec3 fill;
uniform vec3 edge;
uniform float edgeWidth; // pixels
uniform float roundness; // pixels that the slope is wide
uniform vec3 lamp;
uniform float shade; // how dark its shadow is
in vec2 place;
out vec4 result;

float soft(vec2 at)
{
    return share * textureLod(softMap, 0.5 * at / vec2(textureSize(softMap, 0)), 0.0).r;
}

void main()
{
    vec2 pixel = gl_FragCoord.xy;
    vec2 here = texelFetch(coverMap, ivec2(pixel), 0).rg;
    float cover = here.r;
    float reach = max(0.3 * roundness, 1.0);
    vec2 slope = vec2(soft(pixel + vec2(reach, 0.0)) - soft(pixel - vec2(reach, 0.0)),
                      soft(pixel + vec2(0.0, reach)) - soft(pixel - vec2(0.0, reach))) /
                 (2.0 * reach);
    vec3 normal = normalize(vec3(-1.6 * roundness * slope, 1.0));
    float lit = max(dot(normal, lamp), 0.0) / lamp.z;
    float sky = 0.5 + 0.5 * normal.y;
    vec3 toLamp = normalize(lamp + vec3(0.0, 0.0, 1.0));
    float shine = pow(max(dot(normal, toLamp), 0.0), 40.0);
    vec3 body = fill * (0.42 + 0.5 * lit + 0.16 * sky) + edge * (0.35 * shine * lit);
    // The rim catches light where it faces the lamp and darkens where it does not.
    float rim = edgeWidth > 0.0 ? clamp(edgeWidth + 0.5 - here.g, 0.0, 1.0) : 0.0;
    vec3 colour = mix(body, edge * (0.45 + 0.6 * lit), rim * 0.8);
    float shadow = shade * soft(pixel + roundness * lamp.xy) * (1.0 - cover);
    result = vec4(colour * cover, cover + shadow);
}
