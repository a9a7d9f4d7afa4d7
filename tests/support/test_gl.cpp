#include "support/test_gl.h"

namespace tarn::test
{

namespace
{

struct Shared
{
    tnGl gl = {};

    Shared()
    {
        const tnGlDef def = tnDefaultGlDef();
        if (tnGetGlDeviceCount() > 0)
        {
            tnCreateGl(&def, &gl);
        }
    }
};

} // namespace

tnGl sharedGl()
{
    static const Shared shared;
    return shared.gl;
}

} // namespace tarn::test
