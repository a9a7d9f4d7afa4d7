// Four fields side by side in one map, each at its cell under the texel; all cells of them where
// the map is as large as they are.
#include "source.glsl"
uniform Field a;
uniform Field b;
uniform Field c;
uniform Field d;
in vec2 place;
out vec4 result;

float here(Field field)
{
    return rawCellOf(field, ivec2(place * vec2(field.shape.xy)));
}

void main()
{
    result = vec4(here(a), here(b), here(c), here(d));
}
