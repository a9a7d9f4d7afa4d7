// Bodies for their wetted parts.
#include "inside.glsl"
layout(location = 0) in vec3 corner;
layout(location = 1) in vec3 cornerNormal;
out vec3 at;
out vec3 normal;

void main()
{
    at = corner;
    normal = cornerNormal;
    gl_Position = projected(at);
}
