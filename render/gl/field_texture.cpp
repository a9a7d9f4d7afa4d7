#include "render/gl/field_texture.h"

namespace tarn::render::gl
{

FieldTexture::FieldTexture(const Context& context)
    : texture_(context, Format::r32f, context.hasFloatLinear() ? Filter::linear : Filter::nearest)
{
    upload({});
}

void FieldTexture::upload(const FieldView& field)
{
    if (field.isThere())
    {
        texture_.upload(field.columns, field.rows, field.data, field.rowStride);
        return;
    }
    const float zero = 0.0F;
    texture_.upload(1, 1, &zero, 1);
}

} // namespace tarn::render::gl
