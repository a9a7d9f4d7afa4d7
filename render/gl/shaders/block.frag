// Stone and tiles of a pool.
#include "scene.glsl"
#include "materials.glsl"
#include "light.glsl"
#include "view.glsl"
in vec3 at;
in vec4 face;

void main()
{
    vec3 normal = face.xyz;
    vec3 wide3 = fwidth(at);
    if (face.w < 0.5) // the top of the rim
    {
        vec2 toWater = max(world.xy - at.xy, at.xy - world.zw);
        float inward = max(toWater.x, toWater.y);
        // It is rounded towards the water.
        float round = smoothstep(0.0, 0.006 * SIZE, inward);
        float open = shadowAt(at + vec3(0.0, 0.0, 0.003 * SIZE), false, 0.005 * SIZE);
        show(litInAir(stoneAt(at.xy, wide3.xy), normal, open, 0.75 + 0.25 * round), at);
        return;
    }
    vec2 place = abs(normal.x) > 0.5 ? at.yz : at.xz;
    vec2 wide = abs(normal.x) > 0.5 ? wide3.yz : wide3.xz;
    if (face.w < 1.5) // an outer side
    {
        float high = (at.z - levels.x) / (levels.y - levels.x);
        show(litInAir(stoneAt(place, wide), normal, 1.0, smoothstep(-0.6, 1.0, high)), at);
        return;
    }
    vec2 heights = heightsAt(at.xy);
    if (isCovered(at, heights.x))
    {
        shown = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
    vec3 albedo = wallAt(place, wide);
    if (at.z < heights.x && extras.z > 0.5)
    {
        show(litUnderWater(albedo, normal, at, heights.x, heights.y, 0.6,
                           openUnderWater(at, heights.x)), at);
        return;
    }
    float wet = 1.0 - smoothstep(0.0, 2.0 * ground.w, at.z - heights.x);
    float sunPart = overWalls(at) * shadowAt(at + 0.004 * SIZE * normal, false, 0.004 * SIZE);
    show(litInAir(albedo * mix(1.0, 0.8, wet), normal, sunPart, 0.85), at);
}
