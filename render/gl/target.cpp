#include "render/gl/target.h"

#include "render/error.h"

#include <algorithm>

namespace tarn::render::gl
{

Target::Target(const Context& context, const TargetOptions& options)
    : context_(&context), options_(options)
{
}

Target Target::offscreen(const Context& context, int width, int height,
                         const TargetOptions& options)
{
    Target target(context, options);
    target.options_.samples = std::clamp(options.samples, 1, std::max(context.maxSamples(), 1));
    target.colour_.emplace(context, options.colour, options.filter);
    target.plain_.emplace(context);
    if (target.options_.samples > 1)
    {
        target.sampleColour_.emplace(context, options.colour);
        target.sampled_.emplace(context);
        if (options.hasDepth)
        {
            target.sampleDepth_.emplace(context, Format::depth24);
        }
    }
    else if (options.hasDepth)
    {
        target.depth_.emplace(context, Format::depth24, Filter::nearest);
    }
    target.resize(width, height);
    return target;
}

Target Target::hosts(const Context& context, int width, int height, GLuint framebuffer)
{
    Target target(context, {});
    target.isHosts_ = true;
    target.hosts_ = framebuffer;
    target.resize(width, height);
    return target;
}

void Target::resize(int width, int height)
{
    if (width == width_ && height == height_)
    {
        return;
    }
    width_ = width;
    height_ = height;
    if (isHosts_)
    {
        return;
    }
    colour_->resize(width, height);
    if (depth_)
    {
        depth_->resize(width, height);
    }
    const Texture* const colours[] = {&*colour_};
    plain_->attach(colours, depth());
    if (sampled_)
    {
        sampleColour_->resize(width, height, options_.samples);
        if (sampleDepth_)
        {
            sampleDepth_->resize(width, height, options_.samples);
        }
        sampled_->attachSamples(sampleColour_->name(), sampleDepth_ ? sampleDepth_->name() : 0);
    }
}

GLuint Target::framebuffer() const
{
    return isHosts_ ? hosts_ : sampled_ ? sampled_->name() : plain_->name();
}

void Target::begin() const
{
    (*context_)->BindFramebuffer(GL_FRAMEBUFFER, framebuffer());
    (*context_)->Viewport(0, 0, width_, height_);
}

void Target::clear(float r, float g, float b, float a) const
{
    begin();
    context_->apply({.depth = Depth::write});
    const float colour[] = {r, g, b, a};
    const float depth = 1.0F;
    (*context_)->ClearBufferfv(GL_COLOR, 0, colour);
    (*context_)->ClearBufferfv(GL_DEPTH, 0, &depth);
}

void Target::resolve() const
{
    if (!sampled_)
    {
        return;
    }
    const Context& gl = *context_;
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, sampled_->name());
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, plain_->name());
    gl->BlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_COLOR_BUFFER_BIT,
                        GL_NEAREST);
}

void Target::copyDepth(const Target& to) const
{
    const Context& gl = *context_;
    gl->BindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer());
    gl->BindFramebuffer(GL_DRAW_FRAMEBUFFER, to.framebuffer());
    gl->BlitFramebuffer(0, 0, width_, height_, 0, 0, width_, height_, GL_DEPTH_BUFFER_BIT,
                        GL_NEAREST);
}

void Target::bindForReading() const
{
    resolve();
    (*context_)->BindFramebuffer(GL_FRAMEBUFFER, isHosts_ ? hosts_ : plain_->name());
}

Image Target::read() const
{
    return readPixels(false);
}

Image Target::readWithAlpha() const
{
    return readPixels(true);
}

Image Target::readPixels(bool hasAlpha) const
{
    bindForReading();
    Image image(width_, height_);
    image.alpha.reserve(hasAlpha ? std::size_t(width_) * std::size_t(height_) : 0);
    std::vector<std::uint8_t> rgba(4 * std::size_t(width_) * std::size_t(height_));
    (*context_)->ReadPixels(0, 0, width_, height_, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    context_->requireNoError("reading a picture");
    for (int y = 0; y < height_; ++y)
    {
        const std::uint8_t* from =
            rgba.data() + 4 * std::size_t(height_ - 1 - y) * std::size_t(width_);
        for (int x = 0; x < width_; ++x)
        {
            std::copy_n(from + 4 * std::size_t(x), 3, image.pixel(x, y));
            if (hasAlpha)
            {
                image.alpha.push_back(from[4 * std::size_t(x) + 3]);
            }
        }
    }
    return image;
}

std::vector<float> Target::readNumbers() const
{
    bindForReading();
    std::vector<float> numbers(4 * std::size_t(width_) * std::size_t(height_));
    (*context_)->ReadPixels(0, 0, width_, height_, GL_RGBA, GL_FLOAT, numbers.data());
    context_->requireNoError("reading numbers");
    return numbers;
}

} // namespace tarn::render::gl
