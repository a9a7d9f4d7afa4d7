// Faces among solids: their open part, and the velocity of what covers the rest. In the order of the
// velocity's own buffer: open parts, then velocities. The shader gives the binding FACES.
layout(std430, binding = FACES) readonly buffer Faces
{
    float faces[];
};

float openPart(int node)
{
    return faces[node];
}

float wallVelocity(int node)
{
    return faces[p.walls + node];
}

// Faces that are shut have the velocity of what covers them.
float coveredFace(int node, float value)
{
    return openPart(node) > 0.0 ? value : wallVelocity(node);
}

float fluxThrough(int node, float value)
{
    float wall = wallVelocity(node);
    return wall + openPart(node) * (value - wall);
}
