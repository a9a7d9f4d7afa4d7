// Sunlight: how much of it reaches a place in the air or under water, and what it makes of an
// albedo.
//
// Maps of light lie on the plane of mean water. A place in the air is followed along the sun's way
// to that plane, one under water along its bent way: so one map of shadows serves both, and light
// that waves gather is kept where flat water would have let it in.
uniform highp sampler2DShadow shadowMap;
uniform sampler2D causticMap;

vec2 wayOf(vec3 towards)
{
    return towards.xy / towards.z;
}

// Where the sun's way through a place in the air, or under water, meets the plane.
vec2 entryOf(vec3 at, bool isUnder)
{
    return at.xy + (LEVEL - at.z) * wayOf(isUnder ? sunInWater.xyz : sun.xyz);
}

vec2 lightPlace(vec2 entry)
{
    return (entry - lightMap.xy) / (2.0 * lightMap.zw) + 0.5;
}

// How much of the sun is seen from a place, bodies and ground in the way: 0 .. 1. `blur` in metres.
float shadowAt(vec3 at, bool isUnder, float blur)
{
    vec2 place = lightPlace(entryOf(at, isUnder));
    float high = (at.z - lightRange.x) / (lightRange.y - lightRange.x);
    float reference = 1.0 - high - 0.0015 - 0.8 * blur / (lightRange.y - lightRange.x);
    vec2 reach = max(blur, lightRange.z) / (2.0 * lightMap.zw);
    // A disc of 8, each a mean of four texels. Where four of them agree, so do the others.
    float sum = texture(shadowMap, vec3(place + reach * vec2(-0.80, 0.22), reference));
    sum += texture(shadowMap, vec3(place + reach * vec2(0.35, -0.72), reference));
    sum += texture(shadowMap, vec3(place + reach * vec2(0.55, 0.72), reference));
    sum += texture(shadowMap, vec3(place + reach * vec2(-0.27, -0.20), reference));
    if (sum <= 0.0 || sum >= 4.0 || detail.z < 0.5)
    {
        return 0.25 * sum;
    }
    sum += texture(shadowMap, vec3(place + reach * vec2(0.31, 0.12), reference));
    sum += texture(shadowMap, vec3(place + reach * vec2(-0.45, -0.78), reference));
    sum += texture(shadowMap, vec3(place + reach * vec2(0.88, -0.15), reference));
    sum += texture(shadowMap, vec3(place + reach * vec2(-0.35, 0.75), reference));
    return sum / 8.0;
}

// Metres along a way until it leaves the fluid's ground plan.
float leaveAt(vec3 from, vec3 along)
{
    vec2 to = mix(world.xy, world.zw, step(0.0, along.xy));
    float x = abs(along.x) < 1e-6 ? 1e6 : (to.x - from.x) / along.x;
    float y = abs(along.y) < 1e-6 ? 1e6 : (to.y - from.y) / along.y;
    return clamp(min(x, y), 0.0, 1e6);
}

// How much of the sun is seen over the walls of a pool.
float overWalls(vec3 at)
{
    if (background.w < 0.5)
    {
        return 1.0;
    }
    float t = leaveAt(at, sun.xyz);
    float blur = 0.02 * t + 1e-4 * SIZE;
    return smoothstep(levels.y - blur, levels.y + blur, at.z + t * sun.z);
}

// How far corners of a pool are from open sky.
float cornersAt(vec3 at)
{
    if (background.w < 0.5)
    {
        return 1.0;
    }
    vec2 toWall = min(at.xy - world.xy, world.zw - at.xy);
    vec2 open = toWall / (toWall + 0.02 * SIZE);
    return 0.6 + 0.4 * max(open.x, 0.0) * max(open.y, 0.0);
}

vec3 litInAir(vec3 albedo, vec3 normal, float sunPart, float skyPart)
{
    float facing = max(dot(normal, sun.xyz), 0.0) * sunPart;
    // Below the horizon there is the table instead of the sky.
    vec3 bounce = background.rgb * (0.16 * (0.5 - 0.5 * normal.z) + 0.05);
    return albedo * (sunLight.rgb * facing + skyLight.rgb * ((0.5 + 0.5 * normal.z) * skyPart) + bounce);
}

// How much of the sun's bent light gets to a place under a surface at `water`.
float openUnderWater(vec3 at, float water)
{
    float blur = 0.006 * SIZE + 0.05 * max(water - at.z, 0.0);
    return shadowAt(at, true, blur) * overWalls(vec3(entryOf(at, true), LEVEL));
}

// Light under a surface at `water` over ground at `floorZ`; waves gather it, the more the deeper.
// `open` as above.
vec3 litUnderWater(vec3 albedo, vec3 normal, vec3 at, float water, float floorZ, float skyPart,
                   float open)
{
    float way = max(water - at.z, 0.0);
    float part = clamp(way / max(water - floorZ, 1e-4), 0.0, 1.0);
    vec3 gathered = textureLod(causticMap, lightPlace(entryOf(at, true)), 2.5 * (1.0 - part)).rgb;
    vec3 sunPart = open * mix(vec3(1.0), gathered, indices.w * sqrt(part));
    float facing = max(dot(normal, sunInWater.xyz), 0.0);
    return albedo * (sunLight.rgb * sunInWater.w * facing * sunPart + skyLight.rgb * skyPart);
}
