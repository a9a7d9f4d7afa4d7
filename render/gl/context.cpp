// Context: functions are looked up by name, one by one; then the version and the extensions are
// read.
#include "render/gl/context.h"

#include "render/error.h"

#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <string_view>

namespace tarn::render::gl
{
namespace
{

void set(const Functions& gl, GLenum what, bool isOn)
{
    (isOn ? gl.Enable : gl.Disable)(what);
}

} // namespace

Context::Context(tnGlGetProcFcn* getProc, void* user)
{
    load(getProc, user);
    examine();
    gl_.GenVertexArrays(1, &noVertices_);
    requireNoError("starting");
}

Context::~Context()
{
    gl_.DeleteVertexArrays(1, &noVertices_);
}

void Context::load(tnGlGetProcFcn* getProc, void* user)
{
    const auto find = [&](auto& function, const char* name, bool isNeeded) {
        void* const address = getProc(user, name);
        if (address == nullptr && isNeeded)
        {
            throw Error(fmt::format("OpenGL: there is no function {}; pictures need OpenGL 3.3 or "
                                    "OpenGL ES 3.0",
                                    name));
        }
        static_assert(sizeof function == sizeof address);
        std::memcpy(&function, &address, sizeof address);
    };
#define TARN_RENDER_GL_FIND(Type, name) find(gl_.name, "gl" #name, true);
    TARN_RENDER_GL_FUNCTIONS(TARN_RENDER_GL_FIND)
#undef TARN_RENDER_GL_FIND
#define TARN_RENDER_GL_FIND(Type, name) find(gl_.name, "gl" #name, false);
    TARN_RENDER_GL_DESKTOP_FUNCTIONS(TARN_RENDER_GL_FIND)
#undef TARN_RENDER_GL_FIND
}

void Context::examine()
{
    const auto text = [&](GLenum name) {
        const GLubyte* bytes = gl_.GetString(name);
        return std::string(bytes != nullptr ? reinterpret_cast<const char*>(bytes) : "");
    };
    renderer_ = text(GL_RENDERER);
    version_ = text(GL_VERSION);
    constexpr std::string_view kEs = "OpenGL ES ";
    isEs_ = version_.starts_with(kEs);
    int major = 0;
    int minor = 0;
    const std::size_t digits = isEs_ ? kEs.size() : 0;
    const bool isRead = std::sscanf(version_.c_str() + digits, "%d.%d", &major, &minor) == 2;
    if (!isRead || 10 * major + minor < (isEs_ ? 30 : 33))
    {
        throw Error(fmt::format("OpenGL: version '{}' of {} is too old; pictures need OpenGL 3.3 "
                                "or OpenGL ES 3.0",
                                version_, renderer_));
    }
    gl_.GetIntegerv(GL_MAX_SAMPLES, &maxSamples_);
    gl_.GetIntegerv(GL_MAX_TEXTURE_SIZE, &maxTextureSize_);
    if (!isEs_ && gl_.TexBuffer != nullptr)
    {
        gl_.GetIntegerv(GL_MAX_TEXTURE_BUFFER_SIZE, &maxBufferTexels_);
    }

    hasFloatLinear_ = !isEs_;
    bool hasFloatTargets = !isEs_;
    GLint count = 0;
    gl_.GetIntegerv(GL_NUM_EXTENSIONS, &count);
    for (GLint k = 0; k < count; ++k)
    {
        const auto* name = gl_.GetStringi(GL_EXTENSIONS, static_cast<GLuint>(k));
        const std::string_view extension =
            name != nullptr ? reinterpret_cast<const char*>(name) : "";
        hasFloatLinear_ = hasFloatLinear_ || extension == "GL_OES_texture_float_linear";
        hasFloatTargets = hasFloatTargets || extension == "GL_EXT_color_buffer_float";
    }
    if (!hasFloatTargets)
    {
        throw Error(fmt::format("OpenGL: {} cannot draw into textures of floats; pictures need "
                                "GL_EXT_color_buffer_float",
                                renderer_));
    }
}

void Context::apply(const DrawState& state) const
{
    set(gl_, GL_BLEND, state.blend != Blend::none);
    gl_.BlendEquation(GL_FUNC_ADD);
    if (state.blend == Blend::over)
    {
        gl_.BlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    }
    else if (state.blend == Blend::laid)
    {
        gl_.BlendFuncSeparate(GL_ONE, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    }
    else if (state.blend == Blend::add)
    {
        gl_.BlendFuncSeparate(GL_ONE, GL_ONE, GL_ONE, GL_ONE);
    }
    set(gl_, GL_DEPTH_TEST, state.depth != Depth::none);
    gl_.DepthFunc(GL_LEQUAL);
    gl_.DepthMask(state.depth == Depth::write ? GL_TRUE : GL_FALSE);
    set(gl_, GL_CULL_FACE, state.cull != Cull::none);
    gl_.CullFace(state.cull == Cull::front ? GL_FRONT : GL_BACK);
    set(gl_, GL_POLYGON_OFFSET_FILL, state.depthBias != 0.0F);
    gl_.PolygonOffset(state.depthBias, state.depthBias);
    const auto mask = [&](int k) { return GLboolean(state.colours[k] ? GL_TRUE : GL_FALSE); };
    gl_.ColorMask(mask(0), mask(1), mask(2), GL_TRUE);
    gl_.Disable(GL_SCISSOR_TEST);
    gl_.Disable(GL_STENCIL_TEST);
    gl_.Disable(GL_DITHER);
    if (!isEs_)
    {
        gl_.Enable(GL_MULTISAMPLE);
        gl_.Disable(GL_FRAMEBUFFER_SRGB);
    }
}

void Context::drawFull() const
{
    gl_.BindVertexArray(noVertices_);
    gl_.DrawArrays(GL_TRIANGLES, 0, 3);
}

void Context::requireNoError(const char* what) const
{
    const GLenum error = gl_.GetError();
    if (error != GL_NO_ERROR)
    {
        while (gl_.GetError() != GL_NO_ERROR)
        {
        }
        throw Error(fmt::format("OpenGL: error 0x{:04x} in {}, on {}", error, what, renderer_));
    }
}

} // namespace tarn::render::gl
