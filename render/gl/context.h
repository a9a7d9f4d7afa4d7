// Context: the OpenGL context that is current, as this room sees it: its functions, what it can do,
// and the state that a draw call needs.
//
// State. Nothing is saved and nothing is assumed: whoever draws binds its target, its program, its
// textures and its vertices, and calls apply() with all of the DrawState it wants. So drawing may
// begin in any state that a host or a user interface left behind. What is left behind in turn is
// what the last call set; a host that relies on state of its own sets it again, or calls
// `apply({})`, which leaves blending, depth, culling and scissors off. Pixel store parameters are
// always left at their defaults, and texture unit 0 active.
//
// Objects made in a context die with it current, before the Context that they name.
#pragma once

#include "render/gl/functions.h"

#include "tarn/gl.h"

#include <string>

namespace tarn::render::gl
{

enum class Blend
{
    none,
    over, // straight alpha
    laid, // colours that are multiplied by their alpha already
    add,
};

enum class Depth
{
    none,
    test,  // what is behind is not drawn; nothing is written
    write, // and what is drawn hides what comes later
};

enum class Cull
{
    none,
    back,
    front,
};

struct DrawState
{
    Blend blend = Blend::none;
    Depth depth = Depth::none;
    Cull cull = Cull::none;
    float depthBias = 0.0F;               // polygon offset, in units and slopes
    bool colours[3] = {true, true, true}; // which channels are written
};

class Context
{
  public:
    // The context that is current on this thread; getProc finds its functions. Throws an Error when
    // one is missing or the version is below OpenGL 3.3 or OpenGL ES 3.0.
    Context(tnGlGetProcFcn* getProc, void* user);
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    const Functions* operator->() const { return &gl_; }

    bool isEs() const { return isEs_; }
    int maxSamples() const { return maxSamples_; }
    int maxTextureSize() const { return maxTextureSize_; }
    // Textures of 32-bit floats can be read between texels.
    bool hasFloatLinear() const { return hasFloatLinear_; }
    // The most numbers of a buffer that shaders can read where they lie; 0: they cannot.
    int maxBufferTexels() const { return maxBufferTexels_; }
    const std::string& renderer() const { return renderer_; } // "llvmpipe (LLVM 15.0.6, 256 bits)"
    const std::string& version() const { return version_; }

    void apply(const DrawState& state) const;

    // A triangle that covers the whole target, of a program whose vertex shader is full.vert.
    void drawFull() const;

    // Throws an Error that names `what` when OpenGL reports one.
    void requireNoError(const char* what) const;

  private:
    void load(tnGlGetProcFcn* getProc, void* user);
    void examine();

    Functions gl_;
    bool isEs_ = false;
    bool hasFloatLinear_ = true;
    int maxSamples_ = 0;
    int maxTextureSize_ = 0;
    int maxBufferTexels_ = 0;
    std::string renderer_;
    std::string version_;
    GLuint noVertices_ = 0;
};

} // namespace tarn::render::gl
