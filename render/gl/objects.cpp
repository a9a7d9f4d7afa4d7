#include "render/gl/objects.h"

#include "render/error.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>

namespace tarn::render::gl
{
namespace
{

// Textures are changed on a unit of their own, so that those that passes have bound stay bound:
// the last of the 16 that OpenGL promises.
constexpr int kWorkUnit = 15;

struct FormatRow
{
    GLint internal;
    GLenum format;
    GLenum type;
};

// In the order of Format.
constexpr std::array<FormatRow, 9> kFormats = {
    FormatRow{GL_R8, GL_RED, GL_UNSIGNED_BYTE},
    FormatRow{GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
    FormatRow{GL_R16F, GL_RED, GL_FLOAT},
    FormatRow{GL_RG16F, GL_RG, GL_FLOAT},
    FormatRow{GL_RGBA16F, GL_RGBA, GL_FLOAT},
    FormatRow{GL_R32F, GL_RED, GL_FLOAT},
    FormatRow{GL_RG32F, GL_RG, GL_FLOAT},
    FormatRow{GL_RGBA32F, GL_RGBA, GL_FLOAT},
    FormatRow{GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT}};

const FormatRow& rowOf(Format format)
{
    return kFormats[std::size_t(format)];
}

class UnitScope
{
  public:
    UnitScope(const Context& context, GLuint texture) : context_(context)
    {
        context->ActiveTexture(GL_TEXTURE0 + kWorkUnit);
        context->BindTexture(GL_TEXTURE_2D, texture);
    }
    ~UnitScope() { context_->ActiveTexture(GL_TEXTURE0); }
    UnitScope(const UnitScope&) = delete;
    UnitScope& operator=(const UnitScope&) = delete;

  private:
    const Context& context_;
};

template <class Make>
Object made(Make make, Object::Release release)
{
    GLuint name = 0;
    make(1, &name);
    return Object(release, name);
}

} // namespace

Texture::Texture(const Context& context, Format format, Filter filter, Wrap wrap)
    : context_(&context), object_(made(context->GenTextures, context->DeleteTextures)),
      format_(format), hasMipmaps_(filter == Filter::mipmaps)
{
    const Context& gl = context;
    const UnitScope unit(gl, object_.name());
    const auto set = [&](GLenum name, GLint value) {
        gl->TexParameteri(GL_TEXTURE_2D, name, value);
    };
    const GLint edge = wrap == Wrap::repeat ? GL_REPEAT : GL_CLAMP_TO_EDGE;
    set(GL_TEXTURE_WRAP_S, edge);
    set(GL_TEXTURE_WRAP_T, edge);
    set(GL_TEXTURE_MAG_FILTER, filter == Filter::nearest ? GL_NEAREST : GL_LINEAR);
    set(GL_TEXTURE_MIN_FILTER, filter == Filter::nearest   ? GL_NEAREST
                               : filter == Filter::mipmaps ? GL_LINEAR_MIPMAP_LINEAR
                                                           : GL_LINEAR);
    if (filter == Filter::shadow)
    {
        set(GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
        set(GL_TEXTURE_COMPARE_FUNC, GL_LEQUAL);
    }
}

void Texture::resize(int width, int height)
{
    if (width == width_ && height == height_)
    {
        return;
    }
    if (width < 1 || height < 1 || std::max(width, height) > context_->maxTextureSize())
    {
        throw Error(fmt::format("OpenGL: a texture of {} x {} cannot be had; sides are 1 to {} on "
                                "{}",
                                width, height, context_->maxTextureSize(), context_->renderer()));
    }
    const FormatRow& row = rowOf(format_);
    const UnitScope unit(*context_, object_.name());
    (*context_)->TexImage2D(GL_TEXTURE_2D, 0, row.internal, width, height, 0, row.format, row.type,
                            nullptr);
    if (hasMipmaps_)
    {
        // Smaller copies of the old size would make it incomplete.
        (*context_)->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    }
    width_ = width;
    height_ = height;
}

void Texture::upload(int width, int height, const void* texels, std::ptrdiff_t stride)
{
    resize(width, height);
    const FormatRow& row = rowOf(format_);
    const Context& gl = *context_;
    const UnitScope unit(gl, object_.name());
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, 1);
    gl->PixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(stride));
    gl->TexSubImage2D(GL_TEXTURE_2D, 0, 0, 0, width, height, row.format, row.type, texels);
    gl->PixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    gl->PixelStorei(GL_UNPACK_ALIGNMENT, 4);
}

void Texture::copyFrom(GLuint buffer, std::int64_t first, int width, int height, int stride)
{
    resize(width, height); // throws before the buffer is bound, if at all
    const Context& gl = *context_;
    gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER, buffer);
    const auto start = static_cast<std::uintptr_t>(first) * sizeof(float);
    upload(width, height, reinterpret_cast<const void*>(start), stride);
    gl->BindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
}

void Texture::makeMipmaps(int last)
{
    const UnitScope unit(*context_, object_.name());
    (*context_)->TexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, last);
    (*context_)->GenerateMipmap(GL_TEXTURE_2D);
}

void Texture::bind(int unit) const
{
    (*context_)->ActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    (*context_)->BindTexture(GL_TEXTURE_2D, object_.name());
    (*context_)->ActiveTexture(GL_TEXTURE0);
}

BufferTexture::BufferTexture(const Context& context)
    : context_(&context), object_(made(context->GenTextures, context->DeleteTextures))
{
}

void BufferTexture::show(GLuint buffer)
{
    const Context& gl = *context_;
    gl->ActiveTexture(GL_TEXTURE0 + kWorkUnit);
    gl->BindTexture(GL_TEXTURE_BUFFER, object_.name());
    gl->TexBuffer(GL_TEXTURE_BUFFER, GL_R32F, buffer);
    gl->ActiveTexture(GL_TEXTURE0);
}

void BufferTexture::bind(int unit) const
{
    (*context_)->ActiveTexture(GL_TEXTURE0 + static_cast<GLenum>(unit));
    (*context_)->BindTexture(GL_TEXTURE_BUFFER, object_.name());
    (*context_)->ActiveTexture(GL_TEXTURE0);
}

Buffer::Buffer(const Context& context, BufferKind kind)
    : context_(&context), object_(made(context->GenBuffers, context->DeleteBuffers)),
      target_(kind == BufferKind::vertices  ? GL_ARRAY_BUFFER
              : kind == BufferKind::indices ? GL_ELEMENT_ARRAY_BUFFER
                                            : GL_UNIFORM_BUFFER)
{
}

void Buffer::upload(const void* bytes, std::size_t size, bool isStream)
{
    bind();
    (*context_)->BufferData(target_, static_cast<GLsizeiptr>(size), bytes,
                            isStream ? GL_STREAM_DRAW : GL_STATIC_DRAW);
    size_ = size;
}

void Buffer::bind() const
{
    (*context_)->BindBuffer(target_, object_.name());
}

void Buffer::bindUniforms(int binding) const
{
    (*context_)->BindBufferBase(GL_UNIFORM_BUFFER, static_cast<GLuint>(binding), object_.name());
}

VertexArray::VertexArray(const Context& context)
    : context_(&context), object_(made(context->GenVertexArrays, context->DeleteVertexArrays))
{
}

void VertexArray::add(const Buffer& buffer, std::span<const Attribute> attributes, int stride,
                      bool isPerInstance)
{
    const Context& gl = *context_;
    bind();
    buffer.bind();
    for (const Attribute& attribute : attributes)
    {
        const auto location = static_cast<GLuint>(attribute.location);
        gl->EnableVertexAttribArray(location);
        gl->VertexAttribPointer(
            location, attribute.floats, GL_FLOAT, GL_FALSE,
            stride * static_cast<GLsizei>(sizeof(float)),
            reinterpret_cast<const void*>(std::size_t(attribute.offset) * sizeof(float)));
        gl->VertexAttribDivisor(location, isPerInstance ? 1 : 0);
    }
}

void VertexArray::add(const Buffer& indices)
{
    bind();
    indices.bind();
}

void VertexArray::bind() const
{
    (*context_)->BindVertexArray(object_.name());
}

Framebuffer::Framebuffer(const Context& context)
    : context_(&context), object_(made(context->GenFramebuffers, context->DeleteFramebuffers))
{
}

void Framebuffer::attach(std::span<const Texture* const> colours, const Texture* depth)
{
    const Context& gl = *context_;
    gl->BindFramebuffer(GL_FRAMEBUFFER, object_.name());
    std::array<GLenum, 4> places = {};
    GLsizei count = 0;
    for (const Texture* colour : colours)
    {
        const GLenum place = GL_COLOR_ATTACHMENT0 + static_cast<GLenum>(count);
        gl->FramebufferTexture2D(GL_FRAMEBUFFER, place, GL_TEXTURE_2D, colour->name(), 0);
        places[std::size_t(count++)] = place;
    }
    if (depth != nullptr)
    {
        gl->FramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, depth->name(),
                                 0);
    }
    const GLenum none = GL_NONE;
    gl->DrawBuffers(std::max(count, 1), count > 0 ? places.data() : &none);
    gl->ReadBuffer(count > 0 ? GL_COLOR_ATTACHMENT0 : GL_NONE);
    requireComplete();
}

void Framebuffer::attachSamples(GLuint colour, GLuint depth)
{
    const Context& gl = *context_;
    gl->BindFramebuffer(GL_FRAMEBUFFER, object_.name());
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour);
    gl->FramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth);
    requireComplete();
}

void Framebuffer::requireComplete() const
{
    const GLenum status = (*context_)->CheckFramebufferStatus(GL_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE)
    {
        throw Error(fmt::format("OpenGL: a framebuffer is not complete (0x{:04x}) on {}; try a "
                                "smaller picture or fewer samples",
                                status, context_->renderer()));
    }
}

SampleBuffer::SampleBuffer(const Context& context, Format format)
    : context_(&context), object_(made(context->GenRenderbuffers, context->DeleteRenderbuffers)),
      format_(format)
{
}

void SampleBuffer::resize(int width, int height, int samples)
{
    if (width == width_ && height == height_ && samples == samples_)
    {
        return;
    }
    (*context_)->BindRenderbuffer(GL_RENDERBUFFER, object_.name());
    (*context_)->RenderbufferStorageMultisample(
        GL_RENDERBUFFER, samples, static_cast<GLenum>(rowOf(format_).internal), width, height);
    width_ = width;
    height_ = height;
    samples_ = samples;
}

} // namespace tarn::render::gl
