// Volumes, in carried cells, that faces of carried cells sweep in a substep of conserving advection: `scale`
// times the velocity, and within a velocity cell what lies between its two faces. See conserve.cpp.

float throughFace(int node)
{
#ifdef SOLIDS
    return openPart(node) * velocity[node];
#else
    return velocity[node];
#endif
}

float sweptX(int i, int j)
{
    int q = i / p.fine;
    int within = i - q * p.fine;
    float low = throughFace(nodeU(q, j / p.fine));
    if (within == 0)
    {
        return p.scale * low;
    }
    float part = float(within) / float(p.fine);
    return p.scale * (low + part * (throughFace(nodeU(q + 1, j / p.fine)) - low));
}

float sweptY(int i, int j)
{
    int q = j / p.fine;
    int within = j - q * p.fine;
    float low = throughFace(nodeV(i / p.fine, q));
    if (within == 0)
    {
        return p.scale * low;
    }
    float part = float(within) / float(p.fine);
    return p.scale * (low + part * (throughFace(nodeV(i / p.fine, q + 1)) - low));
}
