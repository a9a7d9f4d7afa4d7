#include "support/test_gl.h"

namespace tarn::test
{

tnGl sharedGl()
{
    static const tnGl kGl = [] {
        const tnGlDef def = tnDefaultGlDef();
        tnGl gl = {};
        if (tnGetGlDeviceCount() > 0)
        {
            tnCreateGl(&def, &gl);
        }
        return gl;
    }();
    return kGl;
}

} // namespace tarn::test
