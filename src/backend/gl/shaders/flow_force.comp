// The fluid's force on solids: a work group to an owner of faces, whose nodes are in a list with what they
// weigh (HostFlow::listForces). Drag (what: 0) or pressure (1).
#define FLOW
#define FLOW_FORCE
#include "params.h"
#include "flow_grid.glsl"
#include "flow_sums.glsl"

layout(local_size_x = 256) in;
layout(std430, binding = 0) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 1) readonly buffer Pressed
{
    float pressed[];
};
layout(std430, binding = 2) readonly buffer Nodes
{
    FlowForceNode nodes[];
};
layout(std430, binding = 3) readonly buffer Owners
{
    ivec4 owners[]; // where nodes of drag begin, those of pressure, and the next owner's; its number
};
layout(std430, binding = 4) writeonly buffer Sums
{
    float forces[]; // six for each owner: drag x, y, torque, pressure likewise
};

const int kDragX = 0;
const int kDragY = 1;

float pressedIn(int i, int j)
{
    i = WRAPS_X ? wrapped(i, p.nx) : clamp(i, 0, p.nx - 1);
    j = WRAPS_Y ? wrapped(j, p.ny) : clamp(j, 0, p.ny - 1);
    return pressed[nodeOf(i, j, p.strideC)];
}

vec2 forceOf(int k)
{
    int i = nodes[k].i;
    int j = nodes[k].j;
    if (nodes[k].kind == kDragX)
    {
        return vec2(nodes[k].constant + nodes[k].weightX[0] * velocity[nodeU(i, j)], 0.0);
    }
    if (nodes[k].kind == kDragY)
    {
        return vec2(0.0, nodes[k].constant + nodes[k].weightX[0] * velocity[nodeV(i, j)]);
    }
    float around[5] = float[5](pressedIn(i, j), pressedIn(i - 1, j), pressedIn(i + 1, j),
                               pressedIn(i, j - 1), pressedIn(i, j + 1));
    vec2 force = vec2(0.0);
    for (int n = 0; n < 5; ++n)
    {
        force += vec2(nodes[k].weightX[n], nodes[k].weightY[n]) * around[n];
    }
    return force;
}

void main()
{
    ivec4 owner = owners[gl_WorkGroupID.x];
    int lane = int(gl_LocalInvocationIndex);
    int end = p.what == 0 ? owner.y : owner.z;
    vec4 own = vec4(0.0);
    for (int k = (p.what == 0 ? owner.x : owner.y) + lane; k < end; k += 256)
    {
        vec2 force = forceOf(k);
        own.xyz += vec3(force, nodes[k].armX * force.y - nodes[k].armY * force.x);
    }
    vec4 all = sumOfGroup(own);
    if (lane < 3)
    {
        forces[6 * owner.w + 3 * p.what + lane] = p.scale * all[lane];
    }
}
