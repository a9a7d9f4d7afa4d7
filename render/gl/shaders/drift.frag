// Foam and the velocity that it drifts with, smooth between cells.
#include "source.glsl"
uniform Field foamField;
uniform Field velocityX;
uniform Field velocityY;
in vec2 place;
out vec4 result;

// Between the four nearest cells: foam hides the rest.
float mixed(Field field)
{
    vec2 at = place * vec2(field.shape.xy) - 0.5;
    ivec2 base = ivec2(floor(at));
    vec2 t = at - vec2(base);
    float low = mix(cellOf(field, base), cellOf(field, base + ivec2(1, 0)), t.x);
    float high = mix(cellOf(field, base + ivec2(0, 1)), cellOf(field, base + ivec2(1, 1)), t.x);
    return mix(low, high, t.y);
}

void main()
{
    result = vec4(smoothField(foamField, place), mixed(velocityX), mixed(velocityY), 1.0);
}
