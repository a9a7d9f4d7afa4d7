// Light from the water's surface and through it, for an eye above or below.
#include "scene.glsl"
#include "materials.glsl"
#include "light.glsl"
#include "optics.glsl"
#include "beneath.glsl"
uniform sampler2D mirrorMap; // bodies as flat water would show them; a: above 0 where there are
uniform highp sampler2D mirrorDepth;

vec3 tintAt(vec2 at)
{
    return extras.y > 0.5 ? textureLod(tintMap, mapPlace(at), 0.0).rgb : vec3(0.0);
}

float thrownBack(float cosine, float ratio)
{
    return fresnelForm.w > 0.5 ? fresnelFormed(cosine, fresnelForm.xyz) : fresnelExact(cosine, ratio);
}

// Refracted directions of red, green and blue; `ratios` are indices here over those beyond.
mat3 bentWays(vec3 along, vec3 normal, vec3 ratios)
{
    mat3 ways;
    bentAlong(along, normal, ratios.r, ways[0]);
    bentAlong(along, normal, ratios.g, ways[1]);
    bentAlong(along, normal, ratios.b, ways[2]);
    return ways;
}

// The sun in the mirror; `rough` is how much normals vary within a pixel.
vec3 sunGlint(vec3 along, float rough)
{
    float narrow = zenith.w / (1.0 + zenith.w * rough);
    float off = 1.0 - dot(along, sun.xyz);
    return sunLight.rgb * (horizon.w * narrow / 900.0 * exp(-narrow * off));
}

// Bodies that the surface shows: drawn for flat water, looked up where a tilted one throws the ray.
vec4 mirroredBodies(vec3 at, vec3 thrown)
{
    vec2 place = gl_FragCoord.xy / pixel.zw;
    if (textureLod(mirrorMap, place, 6.0).a <= 0.0)
    {
        return vec4(0.0);
    }
    float away = 0.06 * SIZE;
    vec4 found = vec4(0.0);
    for (int k = 0; k < 3; ++k)
    {
        found = textureLod(mirrorMap, place, 0.0);
        if (found.a > 0.0)
        {
            float seen = 2.0 * textureLod(mirrorDepth, place, 0.0).r - 1.0;
            float near = depthRange.x;
            float far = depthRange.y;
            float metres = eye.w > 0.5 ? 0.5 * (near + far) + 0.5 * seen * (far - near)
                                       : 2.0 * near * far / (far + near - seen * (far - near));
            vec3 along = sightTo(at);
            away = max(metres / dot(along, forward.xyz) - distance(at, eye.xyz), 0.0);
            away = eye.w > 0.5 ? max(metres - dot(at - eye.xyz, forward.xyz), 0.0) : away;
        }
        if (k < 2)
        {
            vec3 image = at + away * vec3(thrown.xy, -thrown.z);
            vec4 clip = viewProjection * vec4(image, 1.0);
            place = clip.xy / clip.w * 0.5 + 0.5;
        }
    }
    vec2 inside = smoothstep(vec2(0.0), vec2(0.02), place) * smoothstep(vec2(0.0), vec2(0.02), 1.0 - place);
    // Softened at outlines.
    vec2 off = 0.75 / pixel.zw;
    vec4 sum = found.a > 0.0 ? vec4(found.rgb, 1.0) : vec4(0.0);
    for (int k = 0; k < 4; ++k)
    {
        vec2 to = vec2(k < 2 ? -1.0 : 1.0, (k & 1) == 0 ? -1.0 : 1.0);
        vec4 around = textureLod(mirrorMap, place + off * to, 0.0);
        sum += around.a > 0.0 ? vec4(around.rgb, 1.0) : vec4(0.0);
    }
    return vec4(sum.rgb / max(sum.a, 1.0), inside.x * inside.y * sum.a / 5.0);
}

// What is seen of the air along a ray that goes up from the surface.
vec3 aboveAt(vec3 at, vec3 along, float footprint, float blur)
{
    if (background.w > 0.5)
    {
        float t = leaveAt(at, along);
        vec3 wall = at + t * along;
        if (wall.z < levels.y)
        {
            vec3 normal = wallNormal(wall, along);
            vec2 place = abs(normal.x) > 0.5 ? wall.yz : wall.xz;
            float wet = 1.0 - smoothstep(0.0, 2.0 * ground.w, wall.z - at.z);
            vec3 albedo = wallAt(place, vec2(2.0 * footprint)) * mix(1.0, 0.8, wet);
            return litInAir(albedo, normal, overWalls(wall), 0.85);
        }
        return skyAt(along, blur);
    }
    // Hills: a few steps along the ray.
    if (levels.w > at.z + 0.002 * SIZE)
    {
        float reach = min(leaveAt(at, along), (levels.w - at.z) / max(along.z, 0.02));
        float before = 0.0;
        for (int k = 1; k <= 10; ++k)
        {
            float t = reach * float(k * k) / 100.0;
            vec3 hill = at + t * along;
            float high = heightsAt(hill.xy).y;
            if (high > hill.z)
            {
                float middle = mix(before, t, 0.5);
                hill = at + middle * along;
                high = heightsAt(hill.xy).y;
                hill = high > hill.z ? at + mix(before, middle, 0.5) * along
                                       : at + mix(middle, t, 0.5) * along;
                hill.z = heightsAt(hill.xy).y;
                vec3 normal = normalOf(slopesAt(hill.xy, 0.0).zw);
                vec3 albedo = groundAt(hill, normal, vec2(4.0 * footprint));
                return litInAir(albedo, normal, shadowAt(hill, false, 0.01 * SIZE), 1.0);
            }
            before = t;
        }
    }
    return skyAt(along, blur);
}
