// Vertices of a grid over the world, from their number alone.
uniform vec2 gridSize; // quads along x and y

vec2 gridPlace()
{
    int columns = int(gridSize.x) + 1;
    return vec2(float(gl_VertexID % columns), float(gl_VertexID / columns)) / gridSize;
}
