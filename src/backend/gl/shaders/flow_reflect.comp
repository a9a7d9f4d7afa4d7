// to = velocity - guess * gradient of what is pressed, finished.
#define FLOW
#define EDGES 3
#define FACES 4
#include "params.h"
#include "flow_edges.glsl"

layout(local_size_x = 32, local_size_y = 8) in;
layout(std430, binding = 0) readonly buffer Velocity
{
    float velocity[];
};
layout(std430, binding = 1) readonly buffer Pressed
{
    float pressed[];
};
layout(std430, binding = 2) writeonly buffer To
{
    float to_velocity[];
};

#include "flow_press.glsl"

#define PUT(place, value) to_velocity[place] = value;

void main()
{
    ivec2 at = ivec2(gl_GlobalInvocationID.xy);
    if (at.x > p.nx || at.y > p.ny)
    {
        return;
    }
    float here = pressedAt(false, at.x, at.y);
    float u = velocity[nodeU(at.x, at.y)] - p.guess * (here - pressedAt(false, at.x - 1, at.y));
    float v = velocity[nodeV(at.x, at.y)] - p.guess * (here - pressedAt(false, at.x, at.y - 1));
    if (isOwnU(at.x, at.y))
    {
        u = finishedU(at.x, at.y, u);
        STORE_U(PUT, at.x, at.y, u)
    }
    if (isOwnV(at.x, at.y))
    {
        v = finishedV(at.x, at.y, v);
        STORE_V(PUT, at.x, at.y, v)
    }
}
