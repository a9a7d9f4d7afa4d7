#include "render/gl/caption.h"

#include <algorithm>

namespace tarn::render::gl
{

Caption::Caption(const Context& context)
    : context_(&context), texture_(context, Format::rgba16f, Filter::nearest),
      program_(context, {"full.vert", "caption.frag", ""})
{
}

void Caption::update(int width, int height, const std::string& key, const Drawing& drawing)
{
    if (!key.empty() && key == key_ && width == texture_.width() && height == texture_.height())
    {
        return;
    }
    key_ = key;
    const Bands bands;
    const auto draw = [&](Canvas& canvas, float ground) {
        canvas.resize(width, height);
        canvas.fill({ground, ground, ground}, bands);
        mask_.resize(width, height);
        drawing(canvas, mask_);
    };
    draw(onBlack_, 0.0F);
    draw(onWhite_, 1.0F);
    texels_.resize(4 * std::size_t(width) * std::size_t(height));
    float* out = texels_.data();
    for (int y = height - 1; y >= 0; --y)
    {
        for (int x = 0; x < width; ++x)
        {
            const float colour[] = {onBlack_.planes()[0].row(y)[x], onBlack_.planes()[1].row(y)[x],
                                    onBlack_.planes()[2].row(y)[x]};
            out = std::copy_n(colour, 3, out);
            *out++ = 1.0F - (onWhite_.planes()[0].row(y)[x] - colour[0]);
        }
    }
    texture_.upload(width, height, texels_.data(), width);
}

void Caption::lay(int left, int top, const Target& target)
{
    const int bottom = target.height() - top - texture_.height();
    target.begin();
    (*context_)->Viewport(left, bottom, texture_.width(), texture_.height());
    context_->apply({.blend = Blend::laid});
    program_.use();
    program_.set("caption", texture_, 0);
    program_.set("corner", static_cast<float>(left), static_cast<float>(bottom));
    context_->drawFull();
}

} // namespace tarn::render::gl
