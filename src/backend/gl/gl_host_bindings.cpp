#include "backend/gl/gl_host_bindings.h"

#include <algorithm>

namespace tarn
{

GlHostBindings::Block GlHostBindings::blockAt(const GlFunctions& gl, GLuint number, GLenum buffer,
                                              GLenum offset, GLenum bytes)
{
    Block block;
    gl.GetIntegeri_v(buffer, number, &block.buffer);
    gl.GetInteger64i_v(offset, number, &block.offset);
    gl.GetInteger64i_v(bytes, number, &block.bytes);
    return block;
}

void GlHostBindings::bind(const GlFunctions& gl, GLenum target, GLuint number, const Block& block)
{
    const auto buffer = static_cast<GLuint>(block.buffer);
    if (buffer == 0 || block.bytes == 0)
    {
        gl.BindBufferBase(target, number, buffer);
    }
    else
    {
        gl.BindBufferRange(target, number, buffer, static_cast<GLintptr>(block.offset),
                           static_cast<GLsizeiptr>(block.bytes));
    }
}

void GlHostBindings::keep(const GlFunctions& gl)
{
    if (blockCount_ == 0)
    {
        gl.GetIntegerv(GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS, &blockCount_);
        blockCount_ = std::clamp(blockCount_, 1, kMostBlocks);
    }
    gl.GetIntegerv(GL_CURRENT_PROGRAM, &program_);
    gl.GetIntegerv(GL_SHADER_STORAGE_BUFFER_BINDING, &storage_);
    gl.GetIntegerv(GL_UNIFORM_BUFFER_BINDING, &uniform_);
    gl.GetIntegerv(GL_COPY_READ_BUFFER_BINDING, &copyRead_);
    gl.GetIntegerv(GL_COPY_WRITE_BUFFER_BINDING, &copyWrite_);
    params_ =
        blockAt(gl, 0, GL_UNIFORM_BUFFER_BINDING, GL_UNIFORM_BUFFER_START, GL_UNIFORM_BUFFER_SIZE);
    for (int32_t k = 0; k < blockCount_; ++k)
    {
        blocks_[k] = blockAt(gl, static_cast<GLuint>(k), GL_SHADER_STORAGE_BUFFER_BINDING,
                             GL_SHADER_STORAGE_BUFFER_START, GL_SHADER_STORAGE_BUFFER_SIZE);
    }
}

void GlHostBindings::bringBack(const GlFunctions& gl) const
{
    bind(gl, GL_UNIFORM_BUFFER, 0, params_);
    for (int32_t k = 0; k < blockCount_; ++k)
    {
        bind(gl, GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(k), blocks_[k]);
    }
    // These last: binding at a number changes them too.
    gl.BindBuffer(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(storage_));
    gl.BindBuffer(GL_UNIFORM_BUFFER, static_cast<GLuint>(uniform_));
    gl.BindBuffer(GL_COPY_READ_BUFFER, static_cast<GLuint>(copyRead_));
    gl.BindBuffer(GL_COPY_WRITE_BUFFER, static_cast<GLuint>(copyWrite_));
    gl.UseProgram(static_cast<GLuint>(program_));
}

} // namespace tarn
