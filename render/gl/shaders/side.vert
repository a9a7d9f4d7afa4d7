// A strip along one side of the world: what is cut through, from `bottom` up to a surface.
#include "scene.glsl"
uniform vec4 sideLine;   // from and to, in the world (m)
uniform float steps;     // quads along it
uniform float isWater;   // 1: from the ground to the water, 0: from the base to the ground
out vec3 at;

void main()
{
    vec2 place = mix(sideLine.xy, sideLine.zw, float(gl_VertexID / 2) / steps);
    vec2 heights = heightsAt(place);
    float top = isWater > 0.5 ? max(heights.x, heights.y) : heights.y;
    float bottom = isWater > 0.5 ? heights.y : levels.x;
    at = vec3(place, (gl_VertexID & 1) == 0 ? top : bottom);
    gl_Position = viewProjection * vec4(at, 1.0);
}
