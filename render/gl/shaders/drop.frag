// A drop: a ball of water, bright where it faces the light and at its rim.
#include "scene.glsl"
#include "light.glsl"
#include "view.glsl"
in vec3 at;
in vec2 off;
flat in float stretch;
flat in float opacity;
flat in float lying;

void main()
{
    float part = clamp(off.y / max(stretch, 1e-6), 0.0, 1.0);
    vec2 from = off - vec2(0.0, clamp(off.y, 0.0, stretch));
    float r2 = dot(from, from);
    float cover = max(1.0 - r2, 0.0);
    float fade = stretch > 0.0 ? 1.0 - 0.6 * part : 1.0;
    float rim = lying > 0.5 ? 1.0 : 0.75 + 0.45 * smoothstep(0.25, 0.9, r2);
    vec3 white = sunLight.rgb * 0.6 + skyLight.rgb;
    show(white * rim, at);
    shown.a = opacity * cover * fade;
}
