// A number through a colour map. What is none has a colour that no map has.
#include "sampling.glsl"
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
    float part = (number.r - range.x) * range.y;
    float last = float(textureSize(colours, 0).x) - 1.0;
    vec3 colour = textureLod(colours, vec2((clamp(part, 0.0, 1.0) * last + 0.5) / (last + 1.0), 0.5),
                             0.0).rgb;
    ivec2 size = textureSize(cellMap, 0);
    ivec2 cell = clamp(ivec2(floor(at * vec2(size))), ivec2(0), size - 1);
    bool isNumber = lod > 0.0 ? number.g > 0.5 : texelFetch(cellMap, cell, 0).g > 0.5;
    colour = isNumber ? colour : signal;
    result = isInWorld(at) ? vec4(colour, 1.0) : margin;
}
