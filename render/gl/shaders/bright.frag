// What is bright enough to spread, halved: 1 3 3 1 along either axis.
uniform sampler2D full;
uniform float threshold;
out vec4 result;

vec3 bright(ivec2 at)
{
    vec3 light = texelFetch(full, clamp(at, ivec2(0), textureSize(full, 0) - 1), 0).rgb;
    float most = max(light.r, max(light.g, light.b));
    // From half the threshold on, a parabola that meets the straight line at 1.5 thresholds.
    float rise = clamp(most - 0.5 * threshold, 0.0, threshold);
    float over = max(rise * rise / (2.0 * threshold), most - threshold);
    return light * (over / (most + 1e-6));
}

void main()
{
    ivec2 at = 2 * ivec2(gl_FragCoord.xy) - 1;
    vec3 sum = vec3(0.0);
    for (int j = 0; j < 4; ++j)
    {
        float wy = j == 0 || j == 3 ? 0.125 : 0.375;
        sum += wy * (0.125 * (bright(at + ivec2(0, j)) + bright(at + ivec2(3, j))) +
                     0.375 * (bright(at + ivec2(1, j)) + bright(at + ivec2(2, j))));
    }
    result = vec4(sum, 1.0);
}
