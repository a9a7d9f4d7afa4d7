// Down with 1 3 3 1 along either axis, up by linear interpolation, each level added to what comes
// from the one below it. Weights of the levels are 1, f, f^2, ... over their sum.
#include "render/gl/pyramid.h"

namespace tarn::render::gl
{

Pyramid::Pyramid(const Context& context)
    : context_(&context), brightProgram_(context, {"full.vert", "bright.frag", ""}),
      halveProgram_(context, {"full.vert", "halve.frag", ""}),
      doubleProgram_(context, {"full.vert", "double.frag", ""})
{
    maps_.emplace_back(context, Format::rgba16f, Filter::linear);
    maps_.front().resize(1, 1);
    maps_.front().begin();
    const float nothing[] = {0.0F, 0.0F, 0.0F, 0.0F};
    context.apply({});
    context->ClearBufferfv(GL_COLOR, 0, nothing);
}

void Pyramid::resize(const Texture& picture, int levels)
{
    levels_ = levels;
    int width = picture.width();
    int height = picture.height();
    for (int level = 0; level < levels; ++level)
    {
        width = (width + 1) / 2;
        height = (height + 1) / 2;
        if (level >= static_cast<int>(maps_.size()))
        {
            maps_.emplace_back(*context_, Format::rgba16f, Filter::linear);
        }
        maps_[std::size_t(level)].resize(width, height);
    }
}

void Pyramid::halve(int from)
{
    halveProgram_.use();
    for (int level = from; level < levels_; ++level)
    {
        maps_[std::size_t(level)].begin();
        halveProgram_.set("full", maps_[std::size_t(level) - 1].texture(), 0);
        context_->drawFull();
    }
}

void Pyramid::add(float falloff)
{
    float total = 0.0F;
    for (int level = 0; level < levels_; ++level)
    {
        total = total * falloff + 1.0F;
    }
    doubleProgram_.use();
    context_->apply({.blend = Blend::add});
    for (int level = levels_ - 1; level > 0; --level)
    {
        maps_[std::size_t(level) - 1].begin();
        doubleProgram_.set("halved", maps_[std::size_t(level)].texture(), 0);
        doubleProgram_.set("gain", falloff);
        context_->drawFull();
    }
    share_ = 1.0F / total;
}

void Pyramid::spreadBright(const Texture& picture, float threshold, int levels, float falloff)
{
    resize(picture, levels);
    context_->apply({});
    maps_.front().begin();
    brightProgram_.use();
    brightProgram_.set("full", picture, 0);
    brightProgram_.set("threshold", threshold);
    context_->drawFull();
    halve(1);
    add(falloff);
}

void Pyramid::blur(const Texture& picture, int levels)
{
    resize(picture, levels);
    context_->apply({});
    maps_.front().begin();
    halveProgram_.use();
    halveProgram_.set("full", picture, 0);
    context_->drawFull();
    halve(1);
    add(1.0F);
}

} // namespace tarn::render::gl
