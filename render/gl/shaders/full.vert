// A triangle that covers the target. `place` is 0 .. 1 across it, from the lower left.
out vec2 place;

void main()
{
    vec2 corner = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
    place = corner;
    gl_Position = vec4(2.0 * corner - 1.0, 0.0, 1.0);
}
