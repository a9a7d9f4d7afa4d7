// Drops: soft strokes with round ends, as long as a drop moves while the shutter is open. One that
// is smaller than a pixel is drawn as large and fades, so that its light stays the same.
#include "scene.glsl"
layout(location = 0) in vec4 position; // w: radius (m)
layout(location = 1) in vec4 velocity; // w: opacity
layout(location = 2) in float kind;    // 0 spray, 1 rain, 2 foam
uniform vec4 sightRight;
uniform vec4 sightUp;
out vec3 at;
out vec2 off;   // -1 .. 1 across the stroke; along it from -1 to `length` + 1
flat out float stretch;
flat out float opacity;
flat out float lying;

void main()
{
    const float kShutter = 0.012;
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
    float shutter = kind > 1.5 ? 0.0 : kind > 0.5 ? kShutter : 0.35 * kShutter;
    float seen = pixelAt(position.xyz);
    float least = 0.7 * seen;
    float radius = max(position.w, least);
    float thinned = min(position.w * position.w / (radius * radius), 1.0);
    opacity = velocity.w * max(sqrt(thinned), 0.15) * (kind > 1.5 ? 0.45 : kind > 0.5 ? 0.6 : 0.85);
    lying = kind > 1.5 ? 1.0 : 0.0;
    radius += 0.5 * seen;
    vec3 way = -velocity.xyz * shutter;
    vec3 side = normalize(sightRight.xyz);
    vec3 up = normalize(sightUp.xyz);
    vec2 across = vec2(dot(way, side), dot(way, up));
    float far = length(across);
    vec2 axis = far > 1e-6 ? across / far : vec2(0.0, 1.0);
    vec3 along = axis.x * side + axis.y * up;
    vec3 beside = -axis.y * side + axis.x * up;
    beside = kind > 1.5 ? vec3(1.0, 0.0, 0.0) : beside;
    along = kind > 1.5 ? vec3(0.0, 1.0, 0.0) : along;
    stretch = far / radius;
    off = vec2(2.0 * corner.x - 1.0, mix(-1.0, stretch + 1.0, corner.y));
    at = position.xyz + radius * (off.x * beside + off.y * along);
    // Something that touches the surface is not behind it.
    at -= 2.0 * position.w * sightTo(at);
    gl_Position = viewProjection * vec4(at, 1.0);
}
