// A piece of a line, or the halo around it.
#include "inside_hidden.glsl"
uniform float grown;
uniform vec4 halo; // colour and opacity; opacity 0: the line itself
flat in vec4 piece;
flat in vec2 strength;
flat in vec4 pen;
flat in float caps;
out vec4 shown;

void main()
{
    vec2 way = piece.zw - piece.xy;
    vec2 from = gl_FragCoord.xy - piece.xy;
    float size = max(dot(way, way), 1e-12);
    float part = dot(from, way) / size;
    float held = clamp(part, 0.0, 1.0);
    // Without round ends the piece goes on beyond its mitred edges.
    float away = length(from - (caps > 0.5 ? held : part) * way);
    float cover = clamp(pen.w + grown + 0.5 - away, 0.0, 1.0);
    float opacity = mix(strength.x, strength.y, held) * cover * visibility();
    shown = halo.a > 0.0 ? vec4(halo.rgb, halo.a * opacity) : vec4(pen.rgb, opacity);
}
