// Looks at fields where they lie on a GPU, as a renderer would: by names of buffers.
#pragma once

#include "support/gl_device.h"
#include "support/test_flow.h"

#include "tarn/gl.h"

#include <GL/glcorearb.h>
#include <cstddef>
#include <gtest/gtest.h>
#include <vector>

namespace tarn::test
{

// A function of OpenGL: proc<PFNGLFLUSHPROC>(gl, "glFlush").
template <class Proc>
Proc proc(tnGl gl, const char* name)
{
    return reinterpret_cast<Proc>(tnGl_GetProc(gl, name));
}

// What a view shows, read in the context that is current now; `gl` finds functions.
inline FieldCopy copyOf(tnGl gl, const tnGlFieldView& view)
{
    FieldCopy copy;
    copy.columns = view.columns;
    copy.rows = view.rows;
    copy.origin = view.origin;
    copy.spacing = view.spacing;
    const auto bind = proc<PFNGLBINDBUFFERPROC>(gl, "glBindBuffer");
    bind(GL_COPY_READ_BUFFER, view.buffer);
    const auto* bytes =
        static_cast<const std::byte*>(proc<PFNGLMAPBUFFERRANGEPROC>(gl, "glMapBufferRange")(
            GL_COPY_READ_BUFFER, 0, static_cast<GLsizeiptr>(view.bytes), GL_MAP_READ_BIT));
    EXPECT_NE(bytes, nullptr);
    for (int32_t j = 0; j < view.rows && bytes != nullptr; ++j)
    {
        for (int32_t i = 0; i < view.columns; ++i)
        {
            const auto at = static_cast<size_t>(int64_t{j} * view.stride + int64_t{i} * view.step);
            const auto* floats = reinterpret_cast<const float*>(bytes + view.offset);
            copy.values.push_back(floats[at]);
        }
    }
    proc<PFNGLUNMAPBUFFERPROC>(gl, "glUnmapBuffer")(GL_COPY_READ_BUFFER);
    bind(GL_COPY_READ_BUFFER, 0);
    return copy;
}

// The same in the tnGl's own context.
inline FieldCopy copyIn(tnGl gl, const tnGlFieldView& view)
{
    EXPECT_EQ(tnGl_MakeCurrent(gl), tn_success);
    FieldCopy copy = copyOf(gl, view);
    EXPECT_EQ(tnGl_ReleaseCurrent(gl), tn_success);
    return copy;
}

inline tnGlFieldView glView(tnFlow flow, tnFlowField field)
{
    tnGlFieldView view = {};
    EXPECT_EQ(tnFlow_GetGlView(flow, field, &view), tn_success) << field;
    return view;
}

// Within `most` of the largest number, and in the same places.
inline void expectSameField(const FieldCopy& a, const FieldCopy& b, float most, int32_t field)
{
    ASSERT_EQ(a.columns, b.columns) << field;
    ASSERT_EQ(a.rows, b.rows) << field;
    EXPECT_EQ(a.origin.x, b.origin.x) << field;
    EXPECT_EQ(a.origin.y, b.origin.y) << field;
    EXPECT_EQ(a.spacing, b.spacing) << field;
    EXPECT_LE(largestDifference(a, b), most * b.largest()) << field;
}

} // namespace tarn::test
