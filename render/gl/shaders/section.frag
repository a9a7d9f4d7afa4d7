// The cut through the ground.
#include "scene.glsl"
#include "materials.glsl"
#include "light.glsl"
#include "view.glsl"
uniform vec3 sideNormal;
in vec3 at;

void main()
{
    float wide = max(max(fwidth(at.x), fwidth(at.y)), fwidth(at.z));
    float foot = smoothstep(-0.8, 0.6, (at.z - levels.x) / (0.05 * SIZE));
    float below = heightsAt(at.xy).y - at.z;
    vec3 albedo = sectionAt(at.x + at.y, at.z, below, wide);
    // Turf, or wet sand, on top.
    albedo *= 1.0 - 0.2 * (1.0 - smoothstep(0.0, max(0.004 * SIZE, wide), below));
    show(litInAir(albedo, sideNormal, 1.0, foot), at);
}
