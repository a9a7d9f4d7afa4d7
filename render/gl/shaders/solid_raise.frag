// A wall thinner than a cell never reaches one half; it is raised until it does, and is drawn as a
// line.
uniform sampler2D smoothed; // and the coverage itself in g
uniform float thinPeak;
uniform float mostThickening;
out vec4 result;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    ivec2 last = textureSize(smoothed, 0) - 1;
    float peak = 0.0;
    for (int j = -1; j <= 1; ++j)
    {
        for (int i = -1; i <= 1; ++i)
        {
            peak = max(peak, texelFetch(smoothed, clamp(cell + ivec2(i, j), ivec2(0), last), 0).r);
        }
    }
    float raised = thinPeak / max(peak, thinPeak / mostThickening);
    result = vec4(texelFetch(smoothed, cell, 0).g * max(raised, 1.0), 0.0, 0.0, 1.0);
}
