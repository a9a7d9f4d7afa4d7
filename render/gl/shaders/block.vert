// Flat parts of the block: rim, outer sides, walls of a pool.
#include "scene.glsl"
layout(location = 0) in vec3 corner;
layout(location = 1) in vec4 facing; // normal; w: 0 stone, 1 side, 2 wall
out vec3 at;
out vec4 face;

void main()
{
    at = corner;
    face = facing;
    gl_Position = viewProjection * vec4(corner, 1.0);
}
