// What a host has bound in its own context, and what Tarn binds over: the program, and buffers at
// the bindings that dispatches use. Kept while Tarn works in that context, and brought back.
#pragma once

#include "backend/gl/gl_functions.h"

#include <cstdint>

namespace tarn
{

class GlHostBindings
{
  public:
    static constexpr int32_t kMostBlocks = 16; // no program has more

    void keep(const GlFunctions& gl);
    void bringBack(const GlFunctions& gl) const;

  private:
    struct Block
    {
        GLint buffer = 0;
        GLint64 offset = 0;
        GLint64 bytes = 0; // 0: all of it
    };

    static Block blockAt(const GlFunctions& gl, GLuint number, GLenum buffer, GLenum offset,
                         GLenum bytes);
    static void bind(const GlFunctions& gl, GLenum target, GLuint number, const Block& block);

    int32_t blockCount_ = 0; // of blocks_; 0: not asked yet
    GLint program_ = 0;
    GLint storage_ = 0; // not at a number
    GLint uniform_ = 0;
    GLint copyRead_ = 0;
    GLint copyWrite_ = 0;
    Block params_;
    Block blocks_[kMostBlocks];
};

} // namespace tarn
