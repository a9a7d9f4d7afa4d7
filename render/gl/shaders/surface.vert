// The ground, or the water's surface, as a grid.
#include "scene.glsl"
#include "grid.glsl"
uniform float isWater;
out vec3 at;

void main()
{
    vec2 place = mix(world.xy, world.zw, gridPlace());
    vec2 heights = heightsAt(place);
    at = vec3(place, isWater > 0.5 ? heights.x : heights.y);
    gl_Position = viewProjection * vec4(at, 1.0);
}
