// An arrow, or the halo around it: the distance to its shaft or its head, whichever is nearer.
#include "inside_hidden.glsl"
uniform float grown;
uniform vec4 halo; // colour and opacity; opacity 0: the arrow itself
flat in vec4 ends;
flat in vec4 shape;
flat in vec4 colour;
out vec4 shown;

void main()
{
    vec2 way = ends.zw - ends.xy;
    float size = length(way);
    vec2 along = size > 1e-3 ? way / size : vec2(1.0, 0.0);
    vec2 from = gl_FragCoord.xy - ends.xy;
    float ahead = dot(from, along);
    float beside = abs(dot(from, vec2(-along.y, along.x)));
    float neck = size - shape.y;
    float shaft = length(vec2(ahead - clamp(ahead, 0.0, neck), beside)) - shape.x;
    // Back from the tip: inside of the slanted side, and before the base.
    vec2 back = vec2(size - ahead, beside);
    vec2 normal = normalize(vec2(-shape.z, max(shape.y, 1e-3)));
    float head = max(dot(back, normal), back.x - shape.y);
    float cover = clamp(0.5 + grown - min(shaft, head), 0.0, 1.0);
    float opacity = colour.a * cover * visibility();
    shown = halo.a > 0.0 ? vec4(halo.rgb, halo.a * opacity) : vec4(colour.rgb, opacity);
}
