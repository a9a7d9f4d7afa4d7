// What all shaders of a picture of water share: the numbers of a frame (SceneBlock in
// scene_block.h, in the same order) and textures of the water and its light.
#include "field.glsl"
layout(std140) uniform Scene
{
    mat4 viewProjection;
    vec4 eye;          // xyz; w: 1 orthographic, 0 perspective
    vec4 forward;      // xyz; w: seconds
    vec4 world;        // left, bottom, right, top of the fluid (m)
    vec4 outer;        // of the block around it
    vec4 levels;       // base, rim, mean water, highest ground (m)
    vec4 sun;          // towards it, in air; w: strength
    vec4 sunInWater;   // towards it, under flat water; w: part of its light that gets in
    vec4 sunLight;     // on a white sheet that faces it; w: clouds
    vec4 skyLight;     // on a white sheet under all of it; w: exposure
    vec4 zenith;       // w: how narrow the sun is in the water's mirror
    vec4 horizon;      // w: its strength there
    vec4 absorption;   // 1/m; w: scattering, 1/m
    vec4 deep;         // what deep liquid sends back; w: ripples
    vec4 glow;         // w: above 0: it glows
    vec4 indices;      // refractive, of red, green, blue; w: strength of caustics
    vec4 fresnelForm;  // bias, scale, power; w: 1: use them, 0: the exact one
    vec4 ground;       // look, metres of a tile, size of the world (m), height of the wet band (m)
    vec4 groundColour; // w: how far land rises above the water (m)
    vec4 background;   // as light; w: 1: a pool with walls, 0: cut
    vec4 lattice;      // columns, rows, step (m); w: 1: there is water
    vec4 pixel;        // metres that a pixel covers: per metre away, and at least; width, height
    vec4 extras;       // 1: there is foam, there is dye, the eye is under water; w: foam's phase
    vec4 lightMap;     // middle x, y and halves of what the maps of light cover (m)
    vec4 lightRange;   // lowest and highest z in the map of shadows; a texel of it, of caustics (m)
    vec4 depthRange;   // metres to the camera's near and far plane
    vec4 detail;       // looks for bodies along a ray; 1: colours are bent apart; 1: fine shadows
};

uniform sampler2D heightMap; // water, ground (m)
uniform sampler2D slopeMap;  // of water along x, y; of ground along x, y
uniform sampler2D noiseMap;  // hills 0 .. 1, their slopes
uniform sampler2D driftMap;  // foam, velocity along x, y (m/s)
uniform sampler2D tintMap;   // absorption by dyes, 1/m

#define TIME (forward.w)
#define SIZE (ground.z)
#define LEVEL (levels.z)

vec2 mapPlace(vec2 at)
{
    return (at - world.xy) / (world.zw - world.xy);
}

// Height of the water and of the ground.
vec2 heightsAt(vec2 at)
{
#ifdef NO_FLOAT_LINEAR
    return bilinear(heightMap, mapPlace(at)).rg;
#else
    return textureLod(heightMap, mapPlace(at), 0.0).rg;
#endif
}

// How steep water (xy) and ground (zw) are, averaged over so many metres.
vec4 slopesAt(vec2 at, float footprint)
{
    return textureLod(slopeMap, mapPlace(at), log2(max(footprint / lattice.z, 1.0)));
}

vec3 normalOf(vec2 slope)
{
    return normalize(vec3(-slope, 1.0));
}

// Along the ray of sight to a place, and the metres that a pixel covers there.
vec3 sightTo(vec3 at)
{
    return eye.w > 0.5 ? forward.xyz : normalize(at - eye.xyz);
}

float pixelAt(vec3 at)
{
    return max(pixel.x * distance(at, eye.xyz), pixel.y);
}

// Hills of noise, the finer ones averaged where a pixel covers more. `wide` in patches.
float noiseAt(vec2 at, float wide)
{
    return textureLod(noiseMap, at, log2(max(wide * 256.0, 1.0))).r;
}

vec2 noiseSlopeAt(vec2 at, float wide)
{
    return textureLod(noiseMap, at, log2(max(wide * 256.0, 1.0))).gb;
}

// Waves too small for the grid: two patches of noise drift over each other.
vec2 ripplesAt(vec2 at, float footprint)
{
    float scale = 3.0 / SIZE;
    float drift = fract(TIME * 0.02 / 64.0) * 64.0;
    vec2 u = at * scale;
    float wide = footprint * scale;
    vec2 a = noiseSlopeAt(u + drift * vec2(1.0, 0.6), wide);
    vec2 b = noiseSlopeAt(vec2(0.8 * u.x - 0.6 * u.y, 0.6 * u.x + 0.8 * u.y) +
                              drift * vec2(-0.7, 0.4), wide);
    return a + vec2(0.8 * b.x + 0.6 * b.y, -0.6 * b.x + 0.8 * b.y);
}
