// Arrows between two places: shaft and head have constant sizes in pixels.
#include "inside.glsl"
layout(location = 0) in vec4 tail;  // w: width of the shaft (pixels)
layout(location = 1) in vec4 tip;   // w: length of the head (pixels)
layout(location = 2) in vec4 paint; // sRGB, opacity
layout(location = 3) in float isDraped;
uniform float grown; // pixels that are added on either side
flat out vec4 ends; // tail and tip (pixels)
flat out vec4 shape; // half the shaft, length of the head, half its width (pixels)
flat out vec4 colour;

void main()
{
    vec4 a = projected(isDraped > 0.5 ? draped(tail.xy) : tail.xyz);
    vec4 b = projected(isDraped > 0.5 ? draped(tip.xy) : tip.xyz);
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0); // out of sight
    ends = vec4(0.0);
    shape = vec4(0.0);
    colour = paint;
    if (min(a.w, b.w) > 1e-4)
    {
        vec3 start = inPixels(a);
        vec3 end = inPixels(b);
        vec2 way = end.xy - start.xy;
        float size = length(way);
        vec2 along = size > 1e-3 ? way / size : vec2(1.0, 0.0);
        float head = min(tip.w, 0.6 * size);
        shape = vec4(0.5 * tail.w, head, max(0.375 * head, 0.5 * tail.w), 0.0);
        bool isEnd = gl_VertexID > 1;
        float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
        float reach = max(shape.z, shape.x) + 4.0 * grown + 1.0;
        vec3 place = isEnd ? end : start;
        place.xy += (isEnd ? reach : -reach) * along + side * reach * vec2(-along.y, along.x);
        gl_Position = fromPixels(place);
        ends = vec4(start.xy, end.xy);
    }
}
