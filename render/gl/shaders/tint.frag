// What one dye takes from light, smooth between cells; dyes are added.
#include "source.glsl"
uniform Field dyeField;
uniform vec3 absorbed; // 1/m at concentration 1
uniform float most;    // that a dye counts
in vec2 place;
out vec4 result;

void main()
{
    result = vec4(absorbed * clamp(smoothField(dyeField, place), 0.0, most), 1.0);
}
