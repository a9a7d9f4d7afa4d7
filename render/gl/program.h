// Program: a vertex and a fragment shader of shaders/, compiled and linked, with its uniforms by
// name.
//
//     Program program(context, {"full.vert", "tone.frag"});
//     program.use();
//     program.set("exposure", 1.2F);
//     program.set("picture", texture, 0);    // sampler on unit 0
//     context.drawFull();
//
// A uniform that the shader does not have, or that the compiler found unused, is not an error:
// programs made of common pieces need not have all of them.
#pragma once

#include "render/colour.h"
#include "render/gl/matrix.h"
#include "render/gl/objects.h"
#include "render/vec3.h"

#include <map>
#include <span>
#include <string>
#include <string_view>

namespace tarn::render::gl
{

struct ProgramFiles
{
    std::string vertex;   // "full.vert"
    std::string fragment; // "tone.frag", or a whole text, which begins with //
    std::string defines;  // whole lines, as in "#define FOAM 1\n"
};

class Program
{
  public:
    // Throws an Error with the compiler's words, file and line.
    Program(const Context& context, const ProgramFiles& files);
    ~Program();
    Program(Program&& other) noexcept;
    Program& operator=(Program&&) = delete;

    void use() const;

    // These need the program in use.
    void set(const char* name, int value);
    void set(const char* name, float value);
    void set(const char* name, float x, float y);
    void set(const char* name, float x, float y, float z, float w);
    void set(const char* name, int x, int y, int z, int w);
    void set(const char* name, Vec3 value);
    void set(const char* name, Colour value);
    void set(const char* name, const Matrix& value);
    void set(const char* name, std::span<const float> values);
    void set(const char* sampler, const Texture& texture, int unit);

    // Which buffer of uniforms (Buffer::bindUniforms) a block reads.
    void bindBlock(const char* block, int binding);

  private:
    GLuint compile(GLenum stage, const std::string& file, const std::string& defines) const;
    GLint locationOf(const char* name);

    const Context* context_;
    GLuint name_ = 0;
    std::map<std::string, GLint, std::less<>> locations_;
};

} // namespace tarn::render::gl
