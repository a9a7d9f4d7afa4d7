// The divergence of a cell, given the velocities of its faces. Among solids (SOLIDS) fluxes count,
// and cells all of whose faces are shut have none.
#ifdef SOLIDS
#include "flow_cover.glsl"
#endif

bool isOpen(int i, int j)
{
#ifdef SOLIDS
    int nodeX = nodeU(i, j);
    int nodeY = nodeV(i, j);
    return openPart(nodeX) + openPart(nodeX + 1) + openPart(nodeY) + openPart(nodeY + p.strideV) >
           0.0;
#else
    return true;
#endif
}

float divergenceOf(int i, int j, float left, float right, float low, float high)
{
#ifdef SOLIDS
    int nodeX = nodeU(i, j);
    int nodeY = nodeV(i, j);
    float across = fluxThrough(nodeX + 1, right) - fluxThrough(nodeX, left);
    float up = fluxThrough(nodeY + p.strideV, high) - fluxThrough(nodeY, low);
    return isOpen(i, j) ? across + up : 0.0;
#else
    return (right - left) + (high - low);
#endif
}
