#include "render/gl/program.h"

#include "render/error.h"
#include "render/gl/shader_texts.h"

#include <array>
#include <fmt/format.h>
#include <functional>
#include <utility>

namespace tarn::render::gl
{

Program::Program(const Context& context, const ProgramFiles& files) : context_(&context)
{
    const Context& gl = context;
    const GLuint vertex = compile(GL_VERTEX_SHADER, files.vertex, files.defines);
    GLuint fragment = 0;
    try
    {
        fragment = compile(GL_FRAGMENT_SHADER, files.fragment, files.defines);
    }
    catch (...)
    {
        gl->DeleteShader(vertex);
        throw;
    }
    name_ = gl->CreateProgram();
    gl->AttachShader(name_, vertex);
    gl->AttachShader(name_, fragment);
    gl->LinkProgram(name_);
    gl->DeleteShader(vertex);
    gl->DeleteShader(fragment);
    GLint isLinked = 0;
    gl->GetProgramiv(name_, GL_LINK_STATUS, &isLinked);
    if (isLinked == 0)
    {
        std::array<char, 4096> log = {};
        gl->GetProgramInfoLog(name_, static_cast<GLsizei>(log.size()), nullptr, log.data());
        gl->DeleteProgram(name_);
        throw Error(fmt::format("shaders {} and {} do not link on {}: {}", files.vertex,
                                files.fragment, gl.renderer(), log.data()));
    }
}

Program::~Program()
{
    if (name_ != 0)
    {
        (*context_)->DeleteProgram(name_);
    }
}

Program::Program(Program&& other) noexcept
    : context_(other.context_), name_(std::exchange(other.name_, 0)),
      locations_(std::move(other.locations_))
{
}

GLuint Program::compile(GLenum stage, const std::string& file, const std::string& defines) const
{
    const Context& gl = *context_;
    const ShaderSource source(file, defines, gl.isEs());
    const GLuint shader = gl->CreateShader(stage);
    const char* text = source.text().c_str();
    gl->ShaderSource(shader, 1, &text, nullptr);
    gl->CompileShader(shader);
    GLint isCompiled = 0;
    gl->GetShaderiv(shader, GL_COMPILE_STATUS, &isCompiled);
    if (isCompiled == 0)
    {
        std::array<char, 8192> log = {};
        gl->GetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
        gl->DeleteShader(shader);
        throw Error(fmt::format("a shader does not compile on {}:\n{}", gl.renderer(),
                                source.explained(log.data())));
    }
    return shader;
}

GLint Program::locationOf(const char* name)
{
    const auto found = locations_.find(std::string_view(name));
    if (found != locations_.end())
    {
        return found->second;
    }
    const GLint location = (*context_)->GetUniformLocation(name_, name);
    locations_.emplace(name, location);
    return location;
}

void Program::use() const
{
    (*context_)->UseProgram(name_);
}

void Program::set(const char* name, int value)
{
    (*context_)->Uniform1i(locationOf(name), value);
}

void Program::set(const char* name, float value)
{
    (*context_)->Uniform1fv(locationOf(name), 1, &value);
}

void Program::set(const char* name, float x, float y)
{
    const float values[] = {x, y};
    (*context_)->Uniform2fv(locationOf(name), 1, values);
}

void Program::set(const char* name, float x, float y, float z, float w)
{
    const float values[] = {x, y, z, w};
    (*context_)->Uniform4fv(locationOf(name), 1, values);
}

void Program::set(const char* name, int x, int y, int z, int w)
{
    const GLint values[] = {x, y, z, w};
    (*context_)->Uniform4iv(locationOf(name), 1, values);
}

void Program::set(const char* name, Vec3 value)
{
    const float values[] = {value.x, value.y, value.z};
    (*context_)->Uniform3fv(locationOf(name), 1, values);
}

void Program::set(const char* name, Colour value)
{
    set(name, Vec3(value.r, value.g, value.b));
}

void Program::set(const char* name, const Matrix& value)
{
    (*context_)->UniformMatrix4fv(locationOf(name), 1, GL_FALSE, value.numbers);
}

void Program::set(const char* name, std::span<const float> values)
{
    (*context_)->Uniform1fv(locationOf(name), static_cast<GLsizei>(values.size()), values.data());
}

void Program::set(const char* sampler, const Texture& texture, int unit)
{
    texture.bind(unit);
    set(sampler, unit);
}

void Program::bindBlock(const char* block, int binding)
{
    const GLuint index = (*context_)->GetUniformBlockIndex(name_, block);
    if (index != GL_INVALID_INDEX)
    {
        (*context_)->UniformBlockBinding(name_, index, static_cast<GLuint>(binding));
    }
}

} // namespace tarn::render::gl
