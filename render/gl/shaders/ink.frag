// The mixed dyes at the picture's pixels.
#include "sampling.glsl"
uniform sampler2D mixMap;
uniform vec4 seen; // the picture's lower left corner and size, where the world is 0 .. 1
uniform float softness;
uniform float lod;
in vec2 place;
out vec4 result;

void main()
{
    vec2 at = seen.xy + place * seen.zw;
    result = isInWorld(at) ? max(seenMap(mixMap, at, softness, lod), 0.0) : vec4(0.0);
}
