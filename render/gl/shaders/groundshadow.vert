// The ground in the map of shadows.
#include "scene.glsl"
#include "light.glsl"
#include "grid.glsl"

void main()
{
    vec2 place = mix(world.xy, world.zw, gridPlace());
    vec3 at = vec3(place, heightsAt(place).y);
    float high = (at.z - lightRange.x) / (lightRange.y - lightRange.x);
    gl_Position = vec4(2.0 * lightPlace(entryOf(at, at.z < LEVEL)) - 1.0, 1.0 - 2.0 * high, 1.0);
}
