// Light through a spot of the surface, followed to the ground or a wall, for one colour.
#include "scene.glsl"
#include "light.glsl"
#include "optics.glsl"
#include "grid.glsl"
uniform float index; // refractive
out vec2 origin;     // where it came through flat water (m)

void main()
{
    vec2 place = mix(world.xy, world.zw, gridPlace());
    vec2 heights = heightsAt(place);
    float depth = max(heights.x - heights.y, 0.0);
    // Not in a film. The smallest waves blur away before they reach the ground.
    float rough = 0.6 * deep.w * min(depth / (2.0 * lattice.z), 1.0);
    vec3 normal = normalOf(slopesAt(place, 0.0).xy + rough * ripplesAt(place, lattice.z));
    vec3 bent;
    bentAlong(-sun.xyz, normal, 1.0 / index, bent);
    vec3 from = vec3(place, heights.x);
    float t = 0.0;
    for (int k = 0; k < 3; ++k)
    {
        vec3 at = from + t * bent;
        t = max(t + (at.z - heightsAt(at.xy).y) / max(-bent.z, 0.1), 0.0);
    }
    t = background.w > 0.5 ? min(t, leaveAt(from, bent)) : t;
    vec3 landing = from + t * bent;
    origin = place;
    vec2 entry = entryOf(depth > 0.0 ? landing : vec3(place, LEVEL), true);
    gl_Position = vec4(2.0 * lightPlace(entry) - 1.0, 0.0, 1.0);
}
