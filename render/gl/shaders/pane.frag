// The cut through the water, like a pane of glass.
#include "water.glsl"
#include "view.glsl"
uniform vec3 sideNormal;
in vec3 at;

void main()
{
    vec2 heights = heightsAt(at.xy);
    vec3 along = sightTo(at);
    float footprint = pixelAt(at);
    mat3 ways = bentWays(along, sideNormal, 1.0 / indices.rgb);
    float facing = max(-dot(along, sideNormal), 0.02);
    float part = thrownBack(facing, 1.0 / indices.g);
    float open = shadowAt(vec3(at.xy, heights.x), false, 0.006 * SIZE);
    vec3 inside = beneathAt(at + 1e-4 * SIZE * ways[1], ways, heights.x, vec2(2.0 * footprint), footprint,
                            open, tintAt(at.xy));
    vec3 light = mix(inside, background.rgb * 0.3, part);
    light += glow.w > 0.0 ? glowAt(vec2(at.x + at.y, at.z), footprint) : vec3(0.0);
    // The edge of the surface catches the light.
    float edge = 1.0 - smoothstep(0.0, max(1.5 * footprint, 1e-6), heights.x - at.z);
    shown = vec4(toned(mix(light, skyLight.rgb * 1.9, 0.45 * edge)), 1.0);
}
