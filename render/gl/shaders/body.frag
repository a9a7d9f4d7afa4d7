// Bodies in the air and under water. BEHIND: only what lies beyond the surface from the eye, as
// light, with a thickness, for rays that come through the surface; MIRRORED: what is on the eye's
// side, likewise, as the surface mirrors it. SHADOW: nothing but depth.
#include "scene.glsl"
#include "materials.glsl"
#include "light.glsl"
#include "view.glsl"
in vec3 at;
in vec3 own;
in vec3 ownNormal;
in vec3 normal;
flat in vec4 size;
flat in vec4 paint;

vec3 albedoHere(vec3 facing, float wide)
{
    if (paint.w == 1.0)
    {
        return woodAt(own, facing, size.xyz, paint.rgb, wide);
    }
    if (paint.w == 2.0)
    {
        return ballAt(own, size.xyz, paint.rgb, wide);
    }
    if (paint.w == 3.0)
    {
        return duckAt(own, size.xyz, paint.rgb, wide);
    }
    return plainAt(own, size.xyz, paint.rgb, wide);
}

vec3 underWater(vec3 albedo, vec3 facing, vec2 heights)
{
    // Under water light comes from everywhere, from a bright floor too.
    vec3 bounce = albedo * deep.rgb * (0.5 - 0.5 * facing.z);
    vec3 before = at + 0.05 * size.w * facing;
    return bounce + litUnderWater(albedo, facing, before, heights.x, heights.y,
                                  0.55 + 0.25 * facing.z, openUnderWater(before, heights.x));
}

vec3 inAir(vec3 albedo, vec3 facing, vec3 along, vec2 heights)
{
    float top = max(heights.x, heights.y);
    float above = at.z - heights.x;
    float wet = lattice.w * (1.0 - smoothstep(0.5 * ground.w, 1.6 * ground.w, above));
    float sunPart = overWalls(at);
    if (dot(facing, sun.xyz) > 0.0)
    {
        sunPart *= shadowAt(at + 0.06 * size.w * facing, false, 0.05 * size.w);
    }
    // Near ground or water part of the sky is hidden; what is below sends light back.
    float low = smoothstep(0.0, size.w, at.z - top);
    vec3 light = litInAir(albedo * mix(1.0, 0.62, wet), facing, sunPart, 0.55 + 0.45 * low);
    light += albedo * deep.rgb * (0.30 * (1.0 - low) * (0.5 - 0.5 * facing.z));
    float gloss = paint.w == 2.0 || paint.w == 3.0 ? 1.0 : max(0.25, wet);
    float shine = gloss * fresnelExact(max(-dot(facing, along), 0.0), 1.0 / 1.45);
    vec3 back = mirroredAlong(along, facing);
    light = mix(light, skyAt(back, 0.2) * (0.4 + 0.6 * low), shine);
    float glint = exp(-120.0 * (1.0 - dot(back, sun.xyz)));
    return light + sunLight.rgb * (1.6 * glint * sunPart * step(0.5, gloss));
}

void main()
{
#ifdef SHADOW
    shown = vec4(1.0);
#else
    vec2 heights = heightsAt(at.xy);
    bool isInside = all(equal(clamp(at.xy, world.xy, world.zw), at.xy));
    float above = isInside ? at.z - max(heights.x, heights.y) : 1.0;
    bool isUnder = isInside && at.z < heights.x;
    float wide = max(length(fwidth(own)) * 0.6, 1e-6);
    vec3 along = sightTo(at);
    vec3 facing = normalize(normal);
    vec3 ownFacing = normalize(ownNormal);
#if defined(BEHIND) || defined(MIRRORED)
    // A little more than half, so that nothing is missing at the water's edge.
    float side = extras.z > 0.5 ? -1.0 : 1.0;
#ifdef BEHIND
    side = -side;
#endif
    if (side * above < -0.02 * size.w)
    {
        discard;
    }
#else
    if (isInside && isCovered(at, heights.x))
    {
        shown = vec4(0.0, 0.0, 0.0, 1.0);
        return;
    }
#endif
    vec3 albedo = albedoHere(ownFacing, wide);
    vec3 light = isUnder ? underWater(albedo, facing, heights) : inAir(albedo, facing, along, heights);
#if defined(BEHIND) || defined(MIRRORED)
    shown = vec4(light, size.w);
#else
    show(light, at);
#endif
#endif
}
