#include "render/gl/caption.h"

namespace tarn::render::gl
{

Caption::Caption(const Context& context)
    : context_(&context), texture_(context, Format::rgba16f, Filter::nearest),
      program_(context, {"full.vert", "caption.frag", ""})
{
}

void Caption::update(int width, int height, const std::string& key, const CutOut::Drawing& drawing)
{
    if (!key.empty() && key == key_ && width == texture_.width() && height == texture_.height())
    {
        return;
    }
    key_ = key;
    marks_.draw(width, height, drawing);
    texture_.upload(width, height, marks_.rgba().data(), width);
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
