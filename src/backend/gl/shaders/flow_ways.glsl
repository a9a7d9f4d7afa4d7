// The ways that flow_trace.comp found, in the shader's array `ways`. Beyond an edge they are those
// of the last cell.

vec2 wayAt(int i, int j, bool ahead)
{
    int x = WRAPS_X ? wrapped(i, p.nx) : clamp(i, 0, p.nx - 1);
    int y = WRAPS_Y ? wrapped(j, p.ny) : clamp(j, 0, p.ny - 1);
    return ways[(ahead ? p.nx * p.ny : 0) + y * p.nx + x];
}
