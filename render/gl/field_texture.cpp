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
    isThere_ = field.isThere();
    const float zero = 0.0F;
    if (isThere_)
    {
        texture_.upload(field.columns, field.rows, field.data, field.rowStride);
    }
    else
    {
        texture_.upload(1, 1, &zero, 1);
    }
}

} // namespace tarn::render::gl
