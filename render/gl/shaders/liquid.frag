// A texture carried along, two layers mixed without losing contrast: differences from the mean
// colour are added and scaled so that their variance is kept (Heitz and Neyret 2018). Where both
// layers show nearly the same spot they are alike, and a plain mean is what keeps the variance.
#include "sampling.glsl"
uniform sampler2D coordinates; // u and v of the first layer, then of the second
uniform sampler2D weights;     // of both
uniform sampler2D picture;
uniform vec3 meanColour;
uniform float grain; // spots this far apart count as half alike
uniform vec4 seen;
uniform vec4 margin;
in vec2 place;
out vec4 result;

float weightOf(float given)
{
    return given > 0.0 ? min(given, 1e6) : 0.0;
}

void main()
{
    vec2 at = seen.xy + place * seen.zw;
    vec4 uv = between(coordinates, at, 1.0);
    vec2 given = between(weights, at, 1.0).rg;
    vec2 w = vec2(weightOf(given.x), weightOf(given.y));
    // Beyond this a float has no place within the picture left; it also catches what is no number.
    bool isNear = max(max(abs(uv.x), abs(uv.y)), max(abs(uv.z), abs(uv.w))) < 1e6;
    uv = isNear ? uv : vec4(0.0);
    vec3 first = texture(picture, uv.xy).rgb - meanColour;
    vec3 second = texture(picture, uv.zw).rgb - meanColour;
    vec2 apart = (uv.xy - uv.zw) / grain;
    float alike = 1.0 / (1.0 + dot(apart, apart));
    float variance = dot(w, w) + 2.0 * w.x * w.y * alike;
    vec3 sum = w.x * first + w.y * second;
    vec3 colour = isNear && variance > 0.0 ? meanColour + sum * inversesqrt(variance) : meanColour;
    result = isInWorld(at) ? vec4(max(colour, 0.0), 1.0) : margin;
}
