// What shaders of marks share: where the eye is, and the surface that marks are draped over.
#include "inside_pixels.glsl"
#include "field.glsl"
uniform mat4 viewProjection;
uniform vec4 eye;     // xyz; w: 1 orthographic, 0 perspective
uniform vec3 forward; // where it looks
uniform vec4 world;   // left, bottom, right, top of the fluid (m)
uniform float lift;   // how far marks are moved towards the eye (m)
uniform float hasHeights;
uniform sampler2D heightMap; // water, ground (m)

// Height of the water and of the ground.
vec2 heightsAt(vec2 at)
{
    if (hasHeights < 0.5)
    {
        return vec2(0.0);
    }
    return bilinear(heightMap, (at - world.xy) / (world.zw - world.xy)).rg;
}

// On the surface: of the water, or of dry ground.
vec3 draped(vec2 at)
{
    vec2 heights = heightsAt(at);
    return vec3(at, max(heights.x, heights.y));
}

vec4 projected(vec3 at)
{
    vec3 nearer = eye.w > 0.5 ? -forward : normalize(eye.xyz - at);
    return viewProjection * vec4(at + lift * nearer, 1.0);
}

// Pixels from the lower left corner; z: depth, -1 .. 1.
vec3 inPixels(vec4 clip)
{
    vec3 seen = clip.xyz / clip.w;
    return vec3(0.5 * (seen.xy + 1.0) * pixels, seen.z);
}

vec4 fromPixels(vec3 place)
{
    return vec4(2.0 * place.xy / pixels - 1.0, place.z, 1.0);
}
