// Target: what a picture is drawn into: a texture, one with several samples a pixel that are
// averaged, or a framebuffer of the host's, such as a window's.
//
//     Target target = Target::offscreen(context, 1280, 720, {.samples = 4});
//     target.begin();                      // binds it and sets the viewport
//     ... draw ...
//     target.resolve();                    // averages samples; nothing to do without
//     writePng("pool.png", target.read());
#pragma once

#include "render/gl/objects.h"
#include "render/image.h"

#include <optional>

namespace tarn::render::gl
{

struct TargetOptions
{
    Format colour = Format::rgba8;
    bool hasDepth = false;
    int samples = 1; // no more than the context has
    Filter filter = Filter::linear;
};

class Target
{
  public:
    static Target offscreen(const Context& context, int width, int height,
                            const TargetOptions& options = {});

    // The host's framebuffer of that name; 0 is the window's.
    static Target hosts(const Context& context, int width, int height, GLuint framebuffer = 0);

    // Does nothing when it has that size. A host's framebuffer is only told about.
    void resize(int width, int height);

    void begin() const;
    void clear(float r, float g, float b, float a) const; // and its depth

    // After it colour() has the picture. The target is to be begun again before drawing on.
    void resolve() const;

    // Its depth into that of another offscreen target, which has one sample a pixel and the same
    // size: of several samples one is taken.
    void copyDepth(const Target& to) const;

    // Of an offscreen target with Filter::mipmaps, after resolve().
    void makeMipmaps(int last) { colour_->makeMipmaps(last); }

    // Of an offscreen target.
    const Texture& colour() const { return *colour_; }
    const Texture* depth() const { return depth_ ? &*depth_ : nullptr; } // without samples only
    GLuint framebuffer() const;

    int width() const { return width_; }
    int height() const { return height_; }

    // The picture as it is now, the top row first; transparency is left out. Resolves.
    Image read() const;
    // The same with its alpha.
    Image readWithAlpha() const;

    // Four floats a pixel, the bottom row first: for numbers rather than colours.
    std::vector<float> readNumbers() const;

  private:
    Target(const Context& context, const TargetOptions& options);
    void bindForReading() const;
    Image readPixels(bool hasAlpha) const;

    const Context* context_;
    TargetOptions options_;
    int width_ = 0;
    int height_ = 0;
    bool isHosts_ = false;
    GLuint hosts_ = 0;
    std::optional<Texture> colour_;
    std::optional<Texture> depth_;
    std::optional<Framebuffer> plain_;
    std::optional<SampleBuffer> sampleColour_;
    std::optional<SampleBuffer> sampleDepth_;
    std::optional<Framebuffer> sampled_;
};

} // namespace tarn::render::gl
