// Solves a strip of cells directly, in one thread.
#define CELLS
#include "params.h"
#include "wide.glsl"

layout(local_size_x = 1) in;
#include "level_fields.glsl"
layout(std430, binding = 3) readonly buffer R
{
    float r[];
};
layout(std430, binding = 4) writeonly buffer X
{
    float solution[];
};
layout(std430, binding = 5) buffer Work
{
    WIDE strip[];
};

float stripR(int i, int j)
{
    return r[j * p.stride + i];
}
void putStripX(int i, int j, float value)
{
    solution[j * p.stride + i] = value;
}
#include "strip.glsl"

void main()
{
    solveStrip();
}
