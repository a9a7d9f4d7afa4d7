// Fields as FieldSource binds them: in textures, or where they lie in buffers of the GPU.
#include "field.glsl"

#ifdef FROM_BUFFERS
#define NUMBERS samplerBuffer
#else
#define NUMBERS sampler2D
#endif

struct Field
{
    NUMBERS numbers;
    ivec4 shape;  // columns, rows, 1: the mean with the next column, with the next row
    ivec4 lie;    // first, stride, step, 1: there are no numbers, it is constant
    vec4 meaning; // factor, offset, rise per column, rise per row
};

float numberAt(Field field, ivec2 at)
{
#ifdef FROM_BUFFERS
    return texelFetch(field.numbers, field.lie.x + at.y * field.lie.y + at.x * field.lie.z).r;
#else
    return texelFetch(field.numbers, ivec2(at.x * field.lie.z, at.y), 0).r;
#endif
}

// As it is, whatever that is; cells outside are their nearest one inside.
float rawCellOf(Field field, ivec2 cell)
{
    cell = clamp(cell, ivec2(0), field.shape.xy - 1);
    float number = 0.0;
    if (field.lie.w == 0)
    {
        number = numberAt(field, cell);
        if (field.shape.z == 1)
        {
            number = 0.5 * (number + numberAt(field, cell + ivec2(1, 0)));
        }
        if (field.shape.w == 1)
        {
            float above = numberAt(field, cell + ivec2(0, 1));
            if (field.shape.z == 1)
            {
                above = 0.5 * (above + numberAt(field, cell + ivec2(1, 1)));
            }
            number = 0.5 * (number + above);
        }
    }
    return field.meaning.x * number + field.meaning.y + dot(field.meaning.zw, vec2(cell));
}

float cellOf(Field field, ivec2 cell)
{
    return finite(rawCellOf(field, cell));
}

// Between cells by B-splines. `place` is 0 .. 1 across the field.
float smoothField(Field field, vec2 place)
{
    vec2 at = place * vec2(field.shape.xy) - 0.5;
    ivec2 base = ivec2(floor(at));
    vec4 wx = splineWeights(at.x - float(base.x));
    vec4 wy = splineWeights(at.y - float(base.y));
    float sum = 0.0;
    for (int j = 0; j < 4; ++j)
    {
        vec4 row = vec4(cellOf(field, base + ivec2(-1, j - 1)), cellOf(field, base + ivec2(0, j - 1)),
                        cellOf(field, base + ivec2(1, j - 1)), cellOf(field, base + ivec2(2, j - 1)));
        sum += wy[j] * dot(wx, row);
    }
    return sum;
}
