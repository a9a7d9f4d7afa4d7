// Linear light to sRGB. Edges of a picture with one sample a pixel are softened along themselves.
#include "srgb.glsl"
uniform sampler2D picture;
uniform float soften; // 1: there is one sample a pixel
in vec2 place;
out vec4 shown;

vec3 lightAt(vec2 at)
{
    return clamp(textureLod(picture, at, 0.0).rgb, 0.0, 1.0);
}

// As bright as it looks.
float brightness(vec3 c)
{
    return sqrt(dot(c, vec3(0.2126, 0.7152, 0.0722)));
}

// A mean along the edge that goes through a pixel, if one does (after Lottes 2009).
vec3 softened(vec3 middle)
{
    vec2 texel = 1.0 / vec2(textureSize(picture, 0));
    float a = brightness(lightAt(place + texel * vec2(-0.5, 0.5)));
    float b = brightness(lightAt(place + texel * vec2(0.5, 0.5)));
    float c = brightness(lightAt(place + texel * vec2(-0.5, -0.5)));
    float d = brightness(lightAt(place + texel * vec2(0.5, -0.5)));
    float own = brightness(middle);
    float low = min(own, min(min(a, b), min(c, d)));
    float high = max(own, max(max(a, b), max(c, d)));
    if (high - low < max(0.04, 0.12 * high))
    {
        return middle;
    }
    vec2 edge = vec2((c + d) - (a + b), (a + c) - (b + d));
    float least = min(abs(edge.x), abs(edge.y)) + max(0.03 * (a + b + c + d), 0.01);
    vec2 way = clamp(edge / least, -4.0, 4.0) * texel;
    vec3 near = 0.5 * (lightAt(place - way / 6.0) + lightAt(place + way / 6.0));
    vec3 far = 0.5 * near + 0.25 * (lightAt(place - 0.5 * way) + lightAt(place + 0.5 * way));
    float bright = brightness(far);
    return bright < low || bright > high ? near : far;
}

void main()
{
    vec3 c = lightAt(place);
    c = soften > 0.5 ? softened(c) : c;
    shown = vec4(coded(c), 1.0);
}
