// How much smoke light has come through, by doubling: what is known of a stretch of its way is
// added to the same of the next stretch towards the lamp, over an ever wider front, so that
// shadows are soft.
uniform sampler2D stretch;
uniform vec2 next;   // to the next stretch
uniform float width; // of the front there
uniform float first; // 1: the map is smoke itself, in alpha
uniform float level; // of detail
uniform float most;  // of it all
in vec2 place;
out vec4 result;

float smokeAt(vec2 at)
{
    vec4 number = textureLod(stretch, at, level);
    // Beyond the edge there is none.
    return at.y <= 1.0 && at.x >= 0.0 && at.x <= 1.0 ? mix(number.r, number.a, first) : 0.0;
}

void main()
{
    vec2 far = place + next;
    vec2 side = vec2(width, 0.0);
    float beyond = 0.25 * (smokeAt(far - side) + smokeAt(far + side)) + 0.5 * smokeAt(far);
    result = vec4(min(smokeAt(place) + beyond, most), 0.0, 0.0, 1.0);
}
