// The open parts of faces as conductances of the solver's finest level: twice as much over an open edge,
// which is half a cell away, and none over one whose velocity is given; see solve/domain.h.
#define FLOW
#define FACES 0
#include "params.h"
#include "flow_grid.glsl"
#include "flow_cover.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 1) writeonly buffer CxField
{
    float cx[];
};
layout(std430, binding = 2) writeonly buffer CyField
{
    float cy[];
};

float edgeFactor(int edge)
{
    return typeOf(edge) == kOutflow ? 2.0 : (typeOf(edge) == kPeriodic ? 1.0 : 0.0);
}

// Of face k on an axis of n cells.
float factorOf(int k, int n, int low, int high)
{
    return k == 0 ? edgeFactor(low) : (k == n ? edgeFactor(high) : 1.0);
}

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x <= p.nx && at.y < p.ny)
    {
        int face = at.x == p.nx && WRAPS_X ? 0 : at.x;
        cx[at.y * p.systemStride + at.x] = factorOf(at.x, p.nx, p.left, p.right) *
                                           (p.scale * openPart(nodeU(face, at.y)));
    }
    if (at.x < p.nx && at.y <= p.ny)
    {
        int face = at.y == p.ny && WRAPS_Y ? 0 : at.y;
        cy[at.y * p.stride + at.x] = factorOf(at.y, p.ny, p.bottom, p.top) *
                                     (p.scale * openPart(nodeV(at.x, face)));
    }
}
