// The context that tests of pictures draw in: one for the whole program, on the first device.
#pragma once

#include "render/gl/headless.h"

#include "support/gl_device.h"

namespace tarn::test
{

inline const render::gl::Context& glContext()
{
    static render::gl::Headless headless;
    return headless.context();
}

} // namespace tarn::test
