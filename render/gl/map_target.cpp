#include "render/gl/map_target.h"

namespace tarn::render::gl
{

MapTarget::MapTarget(const Context& context, Format format, Filter filter)
    : context_(&context), texture_(context, format, filter), framebuffer_(context)
{
}

void MapTarget::resize(int width, int height)
{
    if (width == texture_.width() && height == texture_.height())
    {
        return;
    }
    texture_.resize(width, height);
    const Texture* const colours[] = {&texture_};
    framebuffer_.attach(colours, nullptr);
}

void MapTarget::begin() const
{
    (*context_)->BindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    (*context_)->Viewport(0, 0, texture_.width(), texture_.height());
}

} // namespace tarn::render::gl
