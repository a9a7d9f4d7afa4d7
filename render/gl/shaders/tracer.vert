// Tracers: soft points.
layout(location = 0) in vec3 tracer; // place in the world (m), opacity
uniform vec4 world;  // of the picture: left, bottom, 1 / width, 1 / height
uniform vec2 reach;  // of a point, as parts of the picture
out vec2 off;
flat out float opacity;

void main()
{
    vec2 corner = 2.0 * vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1)) - 1.0;
    off = corner;
    opacity = tracer.z;
    vec2 at = (tracer.xy - world.xy) * world.zw + reach * corner;
    gl_Position = vec4(2.0 * at - 1.0, 0.0, 1.0);
}
