// A context for tests: one for all of them, on the first device there is; null where there is none.
#pragma once

#include "tarn/gl.h"

namespace tarn::test
{

// Made at the first call.
tnGl sharedGl();

// A test that needs a GPU begins with this. It skips where there is no device, unless the
// environment says that there must be one: TARN_NEED_GL.
#define TN_NEEDS_GL()                                                                              \
    if (TN_IS_NULL(::tarn::test::sharedGl()))                                                      \
    {                                                                                              \
        if (std::getenv("TARN_NEED_GL") != nullptr)                                                \
        {                                                                                          \
            FAIL() << "TARN_NEED_GL is set, and no device can compute";                            \
        }                                                                                          \
        GTEST_SKIP() << "no device that OpenGL can compute on";                                    \
    }

} // namespace tarn::test
