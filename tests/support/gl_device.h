// The device that tests of the GPU compute on: the first that EGL lists, one for the whole program.
//
// Tests are skipped where there is none, unless the environment variable TARN_NEED_GL is set.
#pragma once

#include "api/gl_devices.h"
#include "backend/gl/gl_device.h"

#include "tarn/gl.h"

#include <cstdlib>
#include <gtest/gtest.h>

namespace tarn::test
{

inline bool mayLackGl()
{
    return tnGetGlDeviceCount() == 0 && std::getenv("TARN_NEED_GL") == nullptr;
}

// A context that lives as long as this.
class OwnedGl
{
  public:
    OwnedGl()
    {
        const tnGlDef def = tnDefaultGlDef();
        EXPECT_EQ(tnCreateGl(&def, &handle_), tn_success);
    }
    ~OwnedGl() { EXPECT_EQ(tnDestroyGl(handle_), tn_success); }
    OwnedGl(const OwnedGl&) = delete;
    OwnedGl& operator=(const OwnedGl&) = delete;

    tnGl handle() const { return handle_; }

  private:
    tnGl handle_ = {};
};

// A context of its own: it is broken in the end.
struct BreakableGl : OwnedGl
{
    void force(GlFault fault) const { findGlDevice(handle(), "test")->force(fault); }
};

} // namespace tarn::test

#define TARN_SKIP_WITHOUT_GL()                                                                     \
    if (tarn::test::mayLackGl())                                                                   \
    {                                                                                              \
        GTEST_SKIP() << "EGL lists no device; install libegl1 and libgl1-mesa-dri";                \
    }                                                                                              \
    static_assert(true)
