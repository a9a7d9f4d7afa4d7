// A number through a colour map. What is none has a colour that no map has.
#include "sampling.glsl"
#include "colour_map.glsl"
uniform sampler2D cellMap;
uniform sampler2D colours; // from the low end to the high one
uniform vec2 range;        // low, 1 / (high - low)
uniform vec3 signal;
uniform vec4 seen;
uniform vec4 margin;
uniform float softness;
uniform float lod;
in vec2 place;
out vec4 result;

void main()
{
    vec2 at = seen.xy + place * seen.zw;
    vec2 number = seenMap(cellMap, at, softness, lod).rg;
    vec3 colour = colourAt(colours, (number.r - range.x) * range.y);
    ivec2 size = textureSize(cellMap, 0);
    ivec2 cell = clamp(ivec2(floor(at * vec2(size))), ivec2(0), size - 1);
    bool isHere = lod > 0.0 ? number.g > 0.5 : texelFetch(cellMap, cell, 0).g > 0.5;
    colour = isHere ? colour : signal;
    result = isInWorld(at) ? vec4(colour, 1.0) : margin;
}
