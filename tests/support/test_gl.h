// A context that tests of the GPU share: programs are compiled once for all of them.
#pragma once

#include "tarn/gl.h"

namespace tarn::test
{

// Device 0's, made at the first call and kept. Null where there is none.
tnGl sharedGl();

} // namespace tarn::test

// Ends a test where no device can be had, but not where the environment says that one must be there.
#define TARN_NEED_GL_OR_SKIP()                                                                     \
    if (TN_IS_NULL(::tarn::test::sharedGl()))                                                      \
    {                                                                                              \
        ASSERT_EQ(std::getenv("TARN_NEED_GL"), nullptr) << "no device with OpenGL 4.3 was found";  \
        GTEST_SKIP() << "no device with OpenGL 4.3; install libegl-mesa0 and libgl1-mesa-dri";     \
    }
