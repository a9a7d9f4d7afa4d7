// The surface of the water, from above and from below.
#include "water.glsl"
#include "view.glsl"
in vec3 at;

vec3 foamOver(vec3 light, vec3 normal, float open, float footprint)
{
    if (extras.x < 0.5)
    {
        return light;
    }
    vec3 drift = textureLod(driftMap, mapPlace(at.xy), 0.0).rgb;
    float cover = drift.x > 0.01 ? foamAt(at.xy, drift, footprint) : 0.0;
    return mix(light, litInAir(vec3(0.95, 0.96, 0.97), normal, 0.25 + 0.75 * open, 1.0), cover);
}

void main()
{
    vec2 heights = heightsAt(at.xy);
    float depth = heights.x - heights.y;
    // A film is seen the less the thinner it is; some millimetres are water.
    float cover = clamp(depth / max(fwidth(depth), 4e-4 * SIZE), 0.0, 1.0);
    float footprint = pixelAt(at);
    vec2 slope = slopesAt(at.xy, footprint).xy;
    slope += deep.w * min(max(depth, 0.0) / (2.0 * lattice.z), 1.0) * ripplesAt(at.xy, footprint);
    vec3 normal = normalOf(slope);
    vec3 along = sightTo(at);
    bool isUnder = extras.z > 0.5;
    normal = isUnder ? -normal : normal;
    float facing = -dot(along, normal);
    // A ripple that would turn away from the eye is seen edge-on.
    normal = facing < 0.02 ? normalize(normal - along * (0.02 - facing)) : normal;
    facing = max(-dot(along, normal), 0.02);
    vec3 ratios = isUnder ? indices.rgb : 1.0 / indices.rgb;
    vec3 thrown = mirroredAlong(along, normal);
    mat3 ways = bentWays(along, normal, ratios);
    // How far apart rays of neighbouring pixels land, for what patterns average.
    vec3 flatHit = at + ways[1] * (max(depth, 0.0) / max(abs(ways[1].z), 0.1));
    vec2 wide = clamp(fwidth(flatHit.xy), vec2(0.25 * footprint), vec2(12.0 * footprint));
    vec3 turn = fwidth(normal);
    float rough = 0.5 * dot(turn, turn);
    if (cover <= 0.0)
    {
        discard;
    }
    float part = thrownBack(facing, ratios.g);
    vec3 tint = tintAt(at.xy);
    float open = shadowAt(vec3(at.xy, at.z + 0.004 * SIZE), false, 0.006 * SIZE) * overWalls(at);
    vec4 bodies = mirroredBodies(at, thrown);
    vec3 light;
    if (isUnder)
    {
        // Sky and things above through Snell's window; beyond it all is mirrored.
        vec3 out3 = vec3(ways[1].xy, max(ways[1].z, 0.02));
        vec3 above = aboveAt(at, out3, footprint, 0.1) + sunGlint(out3, rough + 0.002);
        vec2 place;
        float t = toBody(at, out3, 0.3 * SIZE, place);
        vec4 body = t < 1e5 ? bodyLight(place) : vec4(0.0);
        above = mix(above, body.rgb, body.a);
        thrown.z = min(thrown.z, -0.02);
        vec3 below = beneathAt(at, mat3(thrown, thrown, thrown), heights.x, wide, footprint, open, tint);
        below = mix(below, bodies.rgb, bodies.a);
        light = mix(above, below, part);
        light = throughWater(light, distance(at, eye.xyz));
        shown = vec4(toned(light), 1.0);
        return;
    }
    thrown.z = max(thrown.z, 0.01);
    vec3 mirror = mix(aboveAt(at, thrown, footprint, 4.0 * sqrt(rough)), bodies.rgb, bodies.a);
    mirror += sunGlint(thrown, rough) * open * (1.0 - bodies.a);
    vec3 below = beneathAt(at, ways, heights.x, wide, footprint, open, tint);
    below += glow.w > 0.0 ? glowAt(at.xy, footprint) : vec3(0.0);
    light = mix(below, mirror, part);
    light = foamOver(light, normal, open, footprint);
    shown = vec4(toned(light), cover);
}
