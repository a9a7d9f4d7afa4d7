// Heights of wet cells above mean water, and a 1 for each: their mipmaps know the water around dry
// ones.
#include "cells.glsl"
out vec4 result;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    result = isWet(cell) ? vec4(ownHeight(cell) - meanWater, 1.0, 0.0, 1.0) : vec4(0.0);
}
