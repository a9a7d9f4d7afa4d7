// The functions of OpenGL that Tarn calls: one list, from which the table and its loader are made.
//
// All of them are in OpenGL 4.3 and OpenGL ES 3.1. Those of the second list may be missing.
#pragma once

#include <GL/glcorearb.h>

namespace tarn
{

#define TARN_GL_FUNCTIONS(X)                                                                       \
    X(PFNGLATTACHSHADERPROC, AttachShader)                                                         \
    X(PFNGLBINDBUFFERPROC, BindBuffer)                                                             \
    X(PFNGLBINDBUFFERBASEPROC, BindBufferBase)                                                     \
    X(PFNGLBINDBUFFERRANGEPROC, BindBufferRange)                                                   \
    X(PFNGLBUFFERDATAPROC, BufferData)                                                             \
    X(PFNGLCLIENTWAITSYNCPROC, ClientWaitSync)                                                     \
    X(PFNGLCOMPILESHADERPROC, CompileShader)                                                       \
    X(PFNGLCOPYBUFFERSUBDATAPROC, CopyBufferSubData)                                               \
    X(PFNGLCREATEPROGRAMPROC, CreateProgram)                                                       \
    X(PFNGLCREATESHADERPROC, CreateShader)                                                         \
    X(PFNGLDELETEBUFFERSPROC, DeleteBuffers)                                                       \
    X(PFNGLDELETEPROGRAMPROC, DeleteProgram)                                                       \
    X(PFNGLDELETESHADERPROC, DeleteShader)                                                         \
    X(PFNGLDELETESYNCPROC, DeleteSync)                                                             \
    X(PFNGLDISPATCHCOMPUTEPROC, DispatchCompute)                                                   \
    X(PFNGLFENCESYNCPROC, FenceSync)                                                               \
    X(PFNGLFINISHPROC, Finish)                                                                     \
    X(PFNGLFLUSHPROC, Flush)                                                                       \
    X(PFNGLGENBUFFERSPROC, GenBuffers)                                                             \
    X(PFNGLGETERRORPROC, GetError)                                                                 \
    X(PFNGLGETINTEGER64I_VPROC, GetInteger64i_v)                                                   \
    X(PFNGLGETINTEGER64VPROC, GetInteger64v)                                                       \
    X(PFNGLGETINTEGERI_VPROC, GetIntegeri_v)                                                       \
    X(PFNGLGETINTEGERVPROC, GetIntegerv)                                                           \
    X(PFNGLGETPROGRAMINFOLOGPROC, GetProgramInfoLog)                                               \
    X(PFNGLGETPROGRAMIVPROC, GetProgramiv)                                                         \
    X(PFNGLGETSHADERINFOLOGPROC, GetShaderInfoLog)                                                 \
    X(PFNGLGETSHADERIVPROC, GetShaderiv)                                                           \
    X(PFNGLGETSTRINGPROC, GetString)                                                               \
    X(PFNGLLINKPROGRAMPROC, LinkProgram)                                                           \
    X(PFNGLMAPBUFFERRANGEPROC, MapBufferRange)                                                     \
    X(PFNGLMEMORYBARRIERPROC, MemoryBarrier)                                                       \
    X(PFNGLSHADERSOURCEPROC, ShaderSource)                                                         \
    X(PFNGLUNMAPBUFFERPROC, UnmapBuffer)                                                           \
    X(PFNGLUSEPROGRAMPROC, UseProgram)                                                             \
    X(PFNGLWAITSYNCPROC, WaitSync)

#define TARN_GL_OPTIONAL_FUNCTIONS(X)                                                              \
    X(PFNGLBUFFERSTORAGEPROC, BufferStorage)                                                       \
    X(PFNGLDELETEQUERIESPROC, DeleteQueries)                                                       \
    X(PFNGLGENQUERIESPROC, GenQueries)                                                             \
    X(PFNGLGETGRAPHICSRESETSTATUSPROC, GetGraphicsResetStatus)                                     \
    X(PFNGLGETQUERYOBJECTUI64VPROC, GetQueryObjectui64v)                                           \
    X(PFNGLQUERYCOUNTERPROC, QueryCounter)

struct GlFunctions
{
#define TARN_GL_MEMBER(Type, name) Type name = nullptr;
    TARN_GL_FUNCTIONS(TARN_GL_MEMBER)
    TARN_GL_OPTIONAL_FUNCTIONS(TARN_GL_MEMBER)
#undef TARN_GL_MEMBER
};

} // namespace tarn
