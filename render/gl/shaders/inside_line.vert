// Pieces of lines of constant width in pixels. Neighbours share a mitred edge, so that a faint line
// is not darker at its joints.
#include "inside.glsl"
layout(location = 0) in vec4 before; // w: 1: on the surface
layout(location = 1) in vec4 from;   // w: opacity
layout(location = 2) in vec4 to;     // w: opacity
layout(location = 3) in vec4 after;  // w: width (pixels)
layout(location = 4) in vec4 off;    // of both ends (pixels)
layout(location = 5) in vec4 paint;  // sRGB; w: 1: round ends
uniform float grown; // pixels that are added on either side
flat out vec4 piece; // both ends (pixels)
flat out vec2 strength;
flat out vec4 pen; // colour; half its width (pixels)
flat out float caps;

vec4 clipOf(vec3 at)
{
    return projected(before.w > 0.5 ? draped(at.xy) : at);
}

// Across the line at a joint, long enough to reach the corner.
vec2 mitre(vec2 incoming, vec2 outgoing)
{
    vec2 sum = incoming + outgoing;
    vec2 along = dot(sum, sum) > 1e-4 ? normalize(sum) : outgoing;
    vec2 across = vec2(-along.y, along.x);
    return across / max(dot(across, vec2(-outgoing.y, outgoing.x)), 0.4);
}

vec2 directionOf(vec2 way, vec2 fallback)
{
    return dot(way, way) > 1e-6 ? normalize(way) : fallback;
}

void main()
{
    const float kNear = 1e-4;
    vec4 a = clipOf(from.xyz);
    vec4 b = clipOf(to.xyz);
    vec4 earlier = clipOf(before.xyz);
    vec4 later = clipOf(after.xyz);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // out of sight
    if (min(min(a.w, b.w), min(earlier.w, later.w)) > kNear)
    {
        vec3 start = inPixels(a);
        vec3 end = inPixels(b);
        start.xy += off.xy;
        end.xy += off.zw;
        vec2 along = directionOf(end.xy - start.xy, vec2(1.0, 0.0));
        vec2 incoming = directionOf(start.xy - off.xy - inPixels(earlier).xy, along);
        vec2 outgoing = directionOf(inPixels(later).xy - end.xy + off.zw, along);
        bool isEnd = gl_VertexID > 1;
        float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
        float reach = 0.5 * after.w + grown + 1.0;
        vec2 across = isEnd ? mitre(along, outgoing) : mitre(incoming, along);
        vec3 place = isEnd ? end : start;
        if (paint.w > 0.5)
        {
            across = vec2(-along.y, along.x);
            place.xy += (isEnd ? reach : -reach) * along;
        }
        place.xy += side * reach * across;
        gl_Position = fromPixels(place);
        piece = vec4(start.xy, end.xy);
    }
    else
    {
        piece = vec4(0.0);
    }
    strength = vec2(from.w, to.w);
    pen = vec4(paint.rgb, 0.5 * after.w);
    caps = paint.w;
}
