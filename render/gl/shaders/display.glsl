// Light of any strength to what a display shows, by its strongest channel, so that hues stay: a toe
// that deepens haze, a soft shoulder, and a turn to white at the bright end. Alpha is how much of
// what lies behind is hidden; colours are multiplied by it.
uniform float toe;
uniform float whitening;

vec4 displayed(vec3 light)
{
    float most = max(light.r, max(light.g, light.b));
    float x = most * most / (most + toe);
    float shown = x / sqrt(1.0 + x * x);
    float square = shown * shown;
    float white = whitening * square * square * square;
    float scale = (1.0 - white) * shown / max(most, 1e-9);
    return vec4(light * scale + white * shown, shown);
}
