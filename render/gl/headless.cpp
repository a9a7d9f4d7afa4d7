#include "render/gl/headless.h"

#include "render/error.h"

#include <fmt/format.h>

namespace tarn::render::gl
{
namespace
{

void* findFunction(void* user, const char* name)
{
    return tnGl_GetProc(*static_cast<const tnGl*>(user), name);
}

// Why a device gives no context.
std::string problemOf(int device)
{
    const int count = tnGetGlDeviceCount();
    if (count == 0)
    {
        return "EGL lists no device; install a driver (libegl1 and libgl1-mesa-dri will do)";
    }
    if (device < 0 || device >= count)
    {
        return fmt::format("there is no device {}; choose from 0 to {}", device, count - 1);
    }
    tnGlInfo info = {};
    const bool isKnown = tnGetGlDeviceInfo(device, &info) == tn_success;
    return fmt::format("device {} gives no context: {} {}", device, isKnown ? info.renderer : "",
                       isKnown ? info.version : "");
}

} // namespace

Headless::Headless(int device)
{
    tnGlDef def = tnDefaultGlDef();
    def.device = device;
    if (tnCreateGl(&def, &gl_) != tn_success)
    {
        throw Error("OpenGL: " + problemOf(device));
    }
    enter();
}

Headless::Headless(tnGl shared) : gl_(shared), isOwn_(false)
{
    enter();
}

void Headless::enter()
{
    try
    {
        if (tnGl_MakeCurrent(gl_) != tn_success)
        {
            throw Error("OpenGL: the context cannot be made current");
        }
        context_.emplace(findFunction, &gl_);
    }
    catch (...)
    {
        tnGl_ReleaseCurrent(gl_);
        if (isOwn_)
        {
            tnDestroyGl(gl_);
        }
        throw;
    }
}

Headless::~Headless()
{
    context_.reset();
    tnGl_ReleaseCurrent(gl_);
    if (isOwn_)
    {
        tnDestroyGl(gl_);
    }
}

} // namespace tarn::render::gl
