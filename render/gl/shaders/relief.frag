// A lamp models the ink: Lambert's law relative to flat ground, for slopes of how high the ink
// stands, which levels off where there is much of it.
uniform sampler2D lightMap;
uniform vec4 heightOf;   // which channels make the height
uniform float steepness; // pixels that full ink is high
uniform vec3 lamp;       // towards it
uniform vec2 limits;     // how dark and how bright a slope can get
out vec4 result;

float height(ivec2 at)
{
    ivec2 last = textureSize(lightMap, 0) - 1;
    float amount = dot(texelFetch(lightMap, clamp(at, ivec2(0), last), 0), heightOf);
    return amount / (0.5 + amount);
}

void main()
{
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec2 slope = 0.5 * steepness *
                 vec2(height(at + ivec2(1, 0)) - height(at - ivec2(1, 0)),
                      height(at + ivec2(0, 1)) - height(at - ivec2(0, 1)));
    float facing = dot(vec3(-slope, 1.0), lamp) / (lamp.z * sqrt(1.0 + dot(slope, slope)));
    vec4 light = texelFetch(lightMap, at, 0);
    result = vec4(light.rgb * clamp(facing, limits.x, limits.y), light.a);
}
