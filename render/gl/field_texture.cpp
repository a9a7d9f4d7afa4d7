#include "render/gl/field_texture.h"

#include "render/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn::render::gl
{
namespace
{

float half(float value)
{
    constexpr float kLargest = 60000.0F; // that a half holds
    return std::isfinite(value) ? std::clamp(value, -kLargest, kLargest) : 0.0F;
}

} // namespace

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

PairTexture::PairTexture(const Context& context) : texture_(context, Format::rg16f, Filter::linear)
{
    upload({}, {});
}

void PairTexture::upload(const FieldView& x, const FieldView& y)
{
    isThere_ = x.isThere() && y.isThere() && x.columns == y.columns && x.rows == y.rows;
    if (!isThere_)
    {
        pairs_.assign(2, 0.0F);
        texture_.upload(1, 1, pairs_.data(), 1);
        return;
    }
    pairs_.resize(2 * std::size_t(x.columns) * std::size_t(x.rows));
    float* out = pairs_.data();
    for (int j = 0; j < x.rows; ++j)
    {
        for (int i = 0; i < x.columns; ++i)
        {
            *out++ = half(x.row(j)[i]);
            *out++ = half(y.row(j)[i]);
        }
    }
    texture_.upload(x.columns, x.rows, pairs_.data(), x.columns);
}

} // namespace tarn::render::gl
