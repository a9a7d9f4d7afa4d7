// What is left of a mark where something in the picture is in front of it.
#include "inside_pixels.glsl"
uniform sampler2D depthMap;
uniform float hiddenOpacity; // 1: nothing hides anything

float visibility()
{
    if (hiddenOpacity >= 1.0)
    {
        return 1.0;
    }
    float front = textureLod(depthMap, gl_FragCoord.xy / pixels, 0.0).r;
    return gl_FragCoord.z <= front + 1e-6 ? 1.0 : hiddenOpacity;
}
