// A number for each cell: a field, or the speed of a velocity; and whether it is one.
#include "source.glsl"
uniform Field scalar;
uniform Field velocityX;
uniform Field velocityY;
uniform float speed; // 1: of the velocity
out vec4 result;

void main()
{
    ivec2 cell = ivec2(gl_FragCoord.xy);
    float number = speed > 0.5 ? length(vec2(rawCellOf(velocityX, cell), rawCellOf(velocityY, cell)))
                               : rawCellOf(scalar, cell);
    result = isNumber(number) ? vec4(number, 1.0, 0.0, 1.0) : vec4(0.0, 0.0, 0.0, 1.0);
}
