// What lies between a thing and the eye: nothing in the air; water, when the eye is in it.
#include "optics.glsl"
#include "tone.glsl"
out vec4 shown;

vec3 throughWater(vec3 light, float metres)
{
    float clear = exp(-absorption.w * metres);
    return light * passedThrough(absorption.rgb, metres) * clear + deep.rgb * (1.0 - clear);
}

// Whether the surface at `water` hides a place from an eye above, which it does whatever is there:
// what shows through it is drawn with the surface. Not at the water's edge, where that is a mesh.
bool isCovered(vec3 at, float water)
{
    return extras.z < 0.5 && lattice.w > 0.5 && water - at.z > 0.008 * SIZE + 3.0 * pixelAt(at);
}

void show(vec3 light, vec3 at)
{
    bool isUnder = extras.z > 0.5;
    shown = vec4(toned(isUnder ? throughWater(light, distance(at, eye.xyz)) : light), 1.0);
}
