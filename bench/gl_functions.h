// The functions of OpenGL that the benchmarks call in a tnGl's context: to run the classic scheme
// there, and to measure by the device's own clock.
#pragma once

#include "tarn/gl.h"

#include <GL/glcorearb.h>

namespace tarn::bench
{

#define TARN_BENCH_GL_FUNCTIONS(X)                                                                 \
    X(PFNGLATTACHSHADERPROC, AttachShader)                                                         \
    X(PFNGLBINDBUFFERPROC, BindBuffer)                                                             \
    X(PFNGLBINDBUFFERBASEPROC, BindBufferBase)                                                     \
    X(PFNGLBUFFERDATAPROC, BufferData)                                                             \
    X(PFNGLCOMPILESHADERPROC, CompileShader)                                                       \
    X(PFNGLCREATEPROGRAMPROC, CreateProgram)                                                       \
    X(PFNGLCREATESHADERPROC, CreateShader)                                                         \
    X(PFNGLDELETEBUFFERSPROC, DeleteBuffers)                                                       \
    X(PFNGLDELETEPROGRAMPROC, DeleteProgram)                                                       \
    X(PFNGLDELETEQUERIESPROC, DeleteQueries)                                                       \
    X(PFNGLDELETESHADERPROC, DeleteShader)                                                         \
    X(PFNGLDISPATCHCOMPUTEPROC, DispatchCompute)                                                   \
    X(PFNGLFINISHPROC, Finish)                                                                     \
    X(PFNGLFLUSHPROC, Flush)                                                                       \
    X(PFNGLGENBUFFERSPROC, GenBuffers)                                                             \
    X(PFNGLGENQUERIESPROC, GenQueries)                                                             \
    X(PFNGLGETPROGRAMIVPROC, GetProgramiv)                                                         \
    X(PFNGLGETQUERYOBJECTUI64VPROC, GetQueryObjectui64v)                                           \
    X(PFNGLLINKPROGRAMPROC, LinkProgram)                                                           \
    X(PFNGLMEMORYBARRIERPROC, MemoryBarrier)                                                       \
    X(PFNGLQUERYCOUNTERPROC, QueryCounter)                                                         \
    X(PFNGLSHADERSOURCEPROC, ShaderSource)                                                         \
    X(PFNGLUNIFORM1IPROC, Uniform1i)                                                               \
    X(PFNGLUSEPROGRAMPROC, UseProgram)

struct GlFunctions
{
#define TARN_BENCH_GL_MEMBER(Type, name) Type name = nullptr;
    TARN_BENCH_GL_FUNCTIONS(TARN_BENCH_GL_MEMBER)
#undef TARN_BENCH_GL_MEMBER

    // Throws std::runtime_error where one is missing.
    explicit GlFunctions(tnGl gl);
};

} // namespace tarn::bench
