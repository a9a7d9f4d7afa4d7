// Light that falls on a triangle of the surface is spread over the triangle where it lands: how
// much of the surface lies over a texel here. Triangles on top of each other are added.
#include "scene.glsl"
in vec2 origin;
out vec4 result;

void main()
{
    vec2 x = dFdx(origin);
    vec2 y = dFdy(origin);
    float over = abs(x.x * y.y - x.y * y.x) / (lightRange.w * lightRange.w);
    result = vec4(vec3(min(over, 24.0)), 1.0);
}
