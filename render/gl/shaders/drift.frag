// Foam and the velocity that it drifts with, smooth between cells.
#include "field.glsl"
uniform sampler2D foamField;
uniform sampler2D velocityField;
in vec2 place;
out vec4 result;

void main()
{
    result = vec4(smoothField(foamField, place), texture(velocityField, place).rg, 1.0);
}
