// The part of a body under water, coloured by the pressure there, and the line where the surface cuts
// it.
#include "inside.glsl"
#include "colour_map.glsl"
uniform sampler2D colourMap;
uniform vec2 range;     // of depth (m): 0, and 1 over the deepest
uniform float opacity;
uniform float lineWidth; // pixels
in vec3 at;
in vec3 normal;
out vec4 shown;

void main()
{
    float depth = heightsAt(at.xy).x - at.z;
    float perPixel = max(fwidth(depth), 1e-6);
    float wet = clamp(depth / perPixel + 0.5, 0.0, 1.0);
    vec3 colour = colourAt(colourMap, (depth - range.x) * range.y);
    // A little shade, so that edges are seen.
    float shade = 0.88 + 0.12 * dot(normalize(normal), normalize(vec3(0.3, -0.5, 0.8)));
    float line = clamp(0.5 * lineWidth + 0.5 - abs(depth) / perPixel, 0.0, 1.0);
    shown = vec4(mix(colour * shade, vec3(1.0), line), max(opacity * wet, line * opacity));
}
