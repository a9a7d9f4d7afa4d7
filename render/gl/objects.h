// What lives on the GPU: textures, buffers, framebuffers, renderbuffers, vertex arrays. Each owns
// one name of OpenGL's and gives it back; the context must be current then.
#pragma once

#include "render/gl/context.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace tarn::render::gl
{

// An OpenGL name with an owner.
class Object
{
  public:
    using Release = PFNGLDELETETEXTURESPROC; // (count, names), as all of them are

    Object() = default;
    Object(Release release, GLuint name) : release_(release), name_(name) {}
    ~Object() { reset(); }
    Object(Object&& other) noexcept : release_(other.release_), name_(std::exchange(other.name_, 0))
    {
    }
    Object& operator=(Object&& other) noexcept
    {
        std::swap(release_, other.release_);
        std::swap(name_, other.name_);
        return *this;
    }

    GLuint name() const { return name_; }

  private:
    void reset()
    {
        if (name_ != 0)
        {
            release_(1, &name_);
        }
    }

    Release release_ = nullptr;
    GLuint name_ = 0;
};

enum class Format
{
    r8,
    rgba8,
    r16f,
    rg16f,
    rgba16f,
    r32f,
    rg32f,
    rgba32f,
    depth24,
};

enum class Filter
{
    nearest,
    linear,
    mipmaps, // linear, and smaller copies for what is far away, from makeMipmaps on
    shadow,  // depth24: compared with a reference, and the results mixed
};

enum class Wrap
{
    clamp,
    repeat,
};

class Texture
{
  public:
    Texture(const Context& context, Format format, Filter filter, Wrap wrap = Wrap::clamp);

    // What was in it is lost, unless it has that size already.
    void resize(int width, int height);

    // Numbers as the format has them, though halves come as floats; `stride` is texels from row to
    // row. Resizes.
    void upload(int width, int height, const void* texels, std::ptrdiff_t stride);
    // The same of floats that lie in a buffer of the GPU, from float number `first` on; they do not
    // leave it.
    void copyFrom(GLuint buffer, std::int64_t first, int width, int height, int stride);
    // Halved copies, down to number `last`, or to a single texel.
    void makeMipmaps(int last = 1000);

    // To a unit, 0 .. 14, from which samplers of that number read. Others stay as they are when
    // textures are made or changed.
    void bind(int unit) const;

    int width() const { return width_; }
    int height() const { return height_; }
    GLuint name() const { return object_.name(); }
    Format format() const { return format_; }

  private:
    const Context* context_;
    Object object_;
    Format format_;
    bool hasMipmaps_;
    int width_ = 0;
    int height_ = 0;
};

// A window through which shaders see the floats of a buffer that someone else owns. Only where
// Context::maxBufferTexels() is not 0.
class BufferTexture
{
  public:
    explicit BufferTexture(const Context& context);

    void show(GLuint buffer);
    void bind(int unit) const;

  private:
    const Context* context_;
    Object object_;
};

enum class BufferKind
{
    vertices,
    indices,
    uniforms,
};

class Buffer
{
  public:
    Buffer(const Context& context, BufferKind kind);

    // All of it anew. `isStream`: it comes anew in every frame. Binds the buffer.
    void upload(const void* bytes, std::size_t size, bool isStream = false);
    void bind() const;
    void bindUniforms(int binding) const;

    std::size_t size() const { return size_; }

  private:
    const Context* context_;
    Object object_;
    GLenum target_;
    std::size_t size_ = 0;
};

// One number of floats per vertex, or per instance.
struct Attribute
{
    int location = 0;
    int floats = 3;
    int offset = 0; // in floats from the beginning of a vertex
};

class VertexArray
{
  public:
    explicit VertexArray(const Context& context);

    // Binds the array. `stride` in floats.
    void add(const Buffer& buffer, std::span<const Attribute> attributes, int stride,
             bool isPerInstance = false);
    void add(const Buffer& indices);
    void bind() const;

  private:
    const Context* context_;
    Object object_;
};

class Framebuffer
{
  public:
    explicit Framebuffer(const Context& context);

    // `colours` and `depth` become what is drawn into. Throws an Error when the driver refuses.
    void attach(std::span<const Texture* const> colours, const Texture* depth);
    void attachSamples(GLuint colour, GLuint depth); // renderbuffers; 0: none

    GLuint name() const { return object_.name(); }

  private:
    void requireComplete() const;

    const Context* context_;
    Object object_;
};

// Memory with several samples a pixel, which can be drawn into and averaged, not read.
class SampleBuffer
{
  public:
    SampleBuffer(const Context& context, Format format);
    void resize(int width, int height, int samples);
    GLuint name() const { return object_.name(); }

  private:
    const Context* context_;
    Object object_;
    Format format_;
    int width_ = 0;
    int height_ = 0;
    int samples_ = -1;
};

} // namespace tarn::render::gl
