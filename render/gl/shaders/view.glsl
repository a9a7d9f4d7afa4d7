// What lies between a thing and the eye: nothing in the air; water, when the eye is in it.
#include "optics.glsl"
#include "tone.glsl"
out vec4 shown;

vec3 throughWater(vec3 light, float metres)
{
    float clear = exp(-absorption.w * metres);
    return light * passedThrough(absorption.rgb, metres) * clear + deep.rgb * (1.0 - clear);
}

void show(vec3 light, vec3 at)
{
    bool isUnder = extras.z > 0.5;
    shown = vec4(toned(isUnder ? throughWater(light, distance(at, eye.xyz)) : light), 1.0);
}
