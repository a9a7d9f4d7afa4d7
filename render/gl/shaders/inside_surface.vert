// The surface as it was drawn, or the plane, for maps and the grid.
#include "inside.glsl"
#include "grid.glsl"
out vec2 at;

void main()
{
    at = mix(world.xy, world.zw, gridPlace());
    gl_Position = projected(draped(at));
}
