// The ground: dry, wet beside the water, or seen by an eye under it.
#include "scene.glsl"
#include "materials.glsl"
#include "light.glsl"
#include "view.glsl"
uniform sampler2D wetnessMap; // 1 where water stands or stood just now
in vec3 at;

void main()
{
    vec2 wide = fwidth(at.xy);
    float footprint = max(wide.x, wide.y);
    vec2 heights = heightsAt(at.xy);
    if (isCovered(at, heights.x))
    {
        shown = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    vec3 normal = normalOf(slopesAt(at.xy, footprint).zw);
    vec3 albedo = groundAt(at, normal, wide);
    if (extras.z > 0.5 && heights.x > heights.y)
    {
        show(litUnderWater(albedo, normal, at, heights.x, heights.y, 0.8 * cornersAt(at),
                           openUnderWater(at, heights.x)), at);
        return;
    }
    // Wet up to where the last wave reached: darker, and it shines while there is a film.
    float film = lattice.w * (1.0 - smoothstep(0.0, ground.w, at.z - heights.x));
    // Walls are too steep for a map of the plan.
    float stays = smoothstep(0.5, 0.85, normal.z);
    float wet = max(film, stays * textureLod(wetnessMap, mapPlace(at.xy), 0.0).r);
    float sunPart = shadowAt(at + 0.004 * SIZE * normal, false, 0.004 * SIZE) * overWalls(at);
    vec3 light = litInAir(albedo * mix(1.0, 0.52, wet), normal, sunPart, cornersAt(at));
    vec3 along = sightTo(at);
    vec3 up = mirroredAlong(along, normal);
    float shine = max(film, 0.5 * wet * wet) * 0.6 * fresnelExact(-dot(along, normal), 1.0 / 1.33);
    light = mix(light, skyAt(vec3(up.xy, max(up.z, 0.02)), 0.3), shine);
    show(light, at);
}
