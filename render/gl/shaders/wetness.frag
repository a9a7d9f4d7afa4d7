// How wet the ground is: 1 where water stands, less and less after it has left.
#include "cells.glsl"
uniform sampler2D before; // a moment ago
uniform float kept;       // part of it that has not dried since; below 0: there is no before
out vec4 result;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float now = isWet(cell) ? 1.0 : 0.0;
    float then = kept < 0.0 ? 0.0 : kept * texelFetch(before, cell, 0).r;
    result = vec4(max(now, then), 0.0, 0.0, 1.0);
}
