/* tarn/gl.h: computing on the GPU, by OpenGL 4.3 or OpenGL ES 3.1 compute shaders.
 *
 *     tnGlDef def = tnDefaultGlDef();
 *     tnGl gl;
 *     tnCreateGl(&def, &gl);              // a context of its own, without a window
 *     flowDef.backend = tn_backendGL;
 *     flowDef.gl = gl;
 *
 * A tnGl is a context and the shaders compiled in it. Any number of objects may compute in one; it
 * must outlive them, and it lets one of them at a time, from whatever thread.
 *
 * A renderer draws from the fluid's buffers without a copy (tnFlow_GetGlView, tnWater_GetGlView)
 * in one of three ways: its own context is the tnGl (tn_glCurrent); the tnGl is another one in the
 * share group of the renderer's (tn_glShared), with fences between the two; or it draws in a
 * headless one (tnGl_MakeCurrent).
 *
 * The library links to no OpenGL library: it looks for libEGL when a context is asked for, or asks
 * the host for functions.
 */
#ifndef TARN_GL_H
#define TARN_GL_H

#include "tarn/base.h"
#include "tarn/field.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A context that objects compute in. Zero is null; stale ones are refused. */
typedef struct tnGl
{
    uint32_t index;
    uint32_t generation;
} tnGl;

typedef enum tnGlSource TN_ENUM_TYPE
{
    tn_glHeadless = 0, /* a context of its own, by EGL, on a device of choice; default */
    tn_glCurrent = 1,  /* the host's, current now and in every call that uses this tnGl. Calls bring
                          back the program and the buffers that were bound before */
    tn_glShared = 2    /* a context of its own in the share group of the one that is current now,
                          which EGL must have made and which nobody else has current meanwhile. The
                          host's may go before this one; its state is never touched */
} tnGlSource;

/* Finds an OpenGL function by its name, or null; as glfwGetProcAddress and eglGetProcAddress do. */
typedef void* tnGlGetProcFcn(void* user, const char* name);

typedef struct tnGlDef
{
    tnGlSource source;
    int32_t device;          /* headless: 0 to tnGetGlDeviceCount() - 1; default 0 */
    tnGlGetProcFcn* getProc; /* current: finds functions; null (default): eglGetProcAddress */
    void* user;              /* passed to getProc */
} tnGlDef;

TN_API tnGlDef tnDefaultGlDef(void);

/* tn_errorUnsupported: there is no such device, no OpenGL, too old a version, or this build has no
 * OpenGL in it; the log says which. On failure *out is null. */
TN_API tnResult tnCreateGl(const tnGlDef* def, tnGl* out);

/* tn_errorInvalidArgument while an object computes in it. A current context must be current. */
TN_API tnResult tnDestroyGl(tnGl gl);
TN_API bool tnGl_IsValid(tnGl gl);

#define TN_GL_NAME_LENGTH 128

/* A device, or what a context turned out to be. Texts end with a zero. */
typedef struct tnGlInfo
{
    char renderer[TN_GL_NAME_LENGTH]; /* "llvmpipe (LLVM 15.0.6, 256 bits)" */
    char version[TN_GL_NAME_LENGTH];  /* "4.5 (Core Profile) Mesa 22.3.6" */
    bool usable;                      /* has what Tarn needs */
    bool software;                    /* runs on the CPU */
    int64_t largestBuffer;            /* bytes that one field may take */
} tnGlInfo;

/* How many devices EGL lists; 0 without EGL. Asking starts drivers, which may take a second. */
TN_API int32_t tnGetGlDeviceCount(void);

/* Makes a context on the device for a moment to find out. tn_errorInvalidArgument: no such device.
 * Where none can be made, `usable` is false and the texts say why. */
TN_API tnResult tnGetGlDeviceInfo(int32_t device, tnGlInfo* out);

TN_API tnResult tnGl_GetInfo(tnGl gl, tnGlInfo* out);

/* Makes a headless context current on the calling thread, so that the host can draw with it, until
 * tnGl_ReleaseCurrent, which brings back what was current before. In between no other thread can
 * use objects of this tnGl; they wait. tn_errorInvalidArgument: it is the host's own context, or
 * was not made current by this thread. */
TN_API tnResult tnGl_MakeCurrent(tnGl gl);
TN_API tnResult tnGl_ReleaseCurrent(tnGl gl);

/* ------------------------------------------------------------------------------------------------
 * Fields where they lie */

/* A field in memory of the GPU, read-only: floats in a buffer object, in rows, the lowest first.
 * Element (i, j) is float number offset / 4 + j * stride + i * step, and its place is origin +
 * spacing * (i, j). Bind all of the buffer (as a storage buffer, a texture buffer, vertices), and
 * count from its beginning.
 *
 * The name is good in the context of the owner's tnGl and in those that share with it, until the
 * next call that changes the owner: name, offset and layout may differ from step to step.
 *
 * Whoever draws in the tnGl's own context may do so at once; the call that gave the view has put
 * the barrier. Another context of the share group has to wait for a fence (tnGl_InsertFence,
 * glWaitSync) and to bind the buffer after that, and steps must wait until it has drawn
 * (glFenceSync, glFlush, tnGl_WaitForFence). */
typedef struct tnGlFieldView
{
    uint32_t buffer; /* the name of a buffer object */
    int32_t columns;
    int32_t rows;
    int32_t stride; /* from row to row (unit: floats) */
    int32_t step;   /* from column to column (unit: floats); above 1 where others lie between */
    int64_t offset; /* of element (0, 0) (unit: bytes) */
    int64_t bytes;  /* of the whole buffer */
    tnVec2 origin;
    float spacing;
} tnGlFieldView;

/* A fence behind everything that was asked of this tnGl so far: a GLsync, for glWaitSync (only the
 * GPU waits) or glClientWaitSync in a context that shares with it. The caller's to delete, by
 * glDeleteSync. Costs a flush. tn_errorUnsupported: the context is lost. */
TN_API tnResult tnGl_InsertFence(tnGl gl, void** fence);

/* All that is asked of this tnGl from now on waits for `fence`, a GLsync of a context that shares
 * with it and has been flushed since. Only the GPU waits. The fence stays the caller's, who may
 * delete it at once. */
TN_API tnResult tnGl_WaitForFence(tnGl gl, void* fence);

/* The OpenGL function of that name, for a host that draws in this context and links to no OpenGL
 * library either. Null: there is none, or the handle is bad. */
TN_API void* tnGl_GetProc(tnGl gl, const char* name);

#ifdef __cplusplus
}
#endif

#endif
