// The public symbols of gl.h. A build without OpenGL (TARN_GL off) refuses to make a context.
#include "tarn/gl.h"

#include "api/arguments.h"
#include "api/gl_devices.h"
#include "core/handle_table.h"
#include "core/log.h"

#ifdef TARN_HAS_GL
#include "backend/gl/gl_device.h"
#endif

using namespace tarn;

tnGlDef tnDefaultGlDef(void)
{
    return {};
}

tnResult tarn::findGlDevice(tnBackend backend, tnGl handle, const char* caller, GlDevice** out)
{
#ifdef TARN_HAS_GL
    constexpr tnResult kNone = tn_errorInvalidHandle;
#else
    constexpr tnResult kNone = tn_errorUnsupported;
#endif
    *out = backend == tn_backendGL ? findGlDevice(handle, caller) : nullptr;
    return backend == tn_backendGL && *out == nullptr ? kNone : tn_success;
}

#ifdef TARN_HAS_GL

namespace
{

constinit HandleTable<GlDevice, tnGl, 64> gDevices;

tnResult refuseDevice(const char* caller, const GlProblem& problem)
{
    logMessage(tn_logError, tn_logGl, "%s: %s", caller, problem.text);
    return tn_errorUnsupported;
}

} // namespace

GlDevice* tarn::findGlDevice(tnGl handle, const char* caller)
{
    GlDevice* device = gDevices.find(handle);
    if (device == nullptr)
    {
        logMessage(tn_logError, tn_logInvalidHandle,
                   "%s: gl {%u, %u} is null or was destroyed; create it first", caller,
                   handle.index, handle.generation);
    }
    return device;
}

tnResult tnCreateGl(const tnGlDef* def, tnGl* out)
{
    constexpr const char* kCaller = "tnCreateGl";
    if (def == nullptr || out == nullptr)
    {
        return refuseNull(kCaller, def == nullptr ? "def" : "out");
    }
    *out = {};
    if (def->source < tn_glHeadless || def->source > tn_glShared)
    {
        return refuse(tn_errorInvalidArgument, tn_logGl, kCaller, "source", def->source,
                      "use one of the values of tnGlSource");
    }
    GlProblem problem;
    GlDevice* device = GlDevice::create(*def, &problem);
    if (device == nullptr)
    {
        return refuseDevice(kCaller, problem);
    }
    const tnResult result = gDevices.add(device, out);
    if (result != tn_success)
    {
        logMessage(tn_logError, tn_logHandleTableFull, "%s: no room for another; destroy some",
                   kCaller);
        device->destroy();
    }
    return result;
}

tnResult tnDestroyGl(tnGl gl)
{
    constexpr const char* kCaller = "tnDestroyGl";
    GlDevice* device = findGlDevice(gl, kCaller);
    if (device == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    if (device->isUsed())
    {
        logMessage(tn_logError, tn_logGl, "%s: objects still compute in it; destroy them before",
                   kCaller);
        return tn_errorInvalidArgument;
    }
    gDevices.remove(gl);
    device->destroy();
    return tn_success;
}

bool tnGl_IsValid(tnGl gl)
{
    return gDevices.find(gl) != nullptr;
}

int32_t tnGetGlDeviceCount(void)
{
    return GlContext::deviceCount();
}

tnResult tnGetGlDeviceInfo(int32_t device, tnGlInfo* out)
{
    constexpr const char* kCaller = "tnGetGlDeviceInfo";
    if (out == nullptr)
    {
        return refuseNull(kCaller, "out");
    }
    *out = {};
    if (device < 0 || device >= GlContext::deviceCount())
    {
        return refuse(tn_errorInvalidArgument, tn_logGl, kCaller, "device", device,
                      "give 0 to tnGetGlDeviceCount() - 1");
    }
    tnGlDef def = tnDefaultGlDef();
    def.device = device;
    GlContext context;
    GlProblem problem;
    if (!context.create(def, &problem))
    {
        std::snprintf(out->renderer, sizeof out->renderer, "%.120s", problem.text);
        return tn_success;
    }
    context.enter();
    *out = context.info();
    context.leave();
    return tn_success;
}

tnResult tnGl_GetInfo(tnGl gl, tnGlInfo* out)
{
    constexpr const char* kCaller = "tnGl_GetInfo";
    if (out == nullptr)
    {
        return refuseNull(kCaller, "out");
    }
    const GlDevice* device = findGlDevice(gl, kCaller);
    *out = device != nullptr ? device->info() : tnGlInfo{};
    return device != nullptr ? tn_success : tn_errorInvalidHandle;
}

namespace
{

tnResult takeOrRelease(tnGl gl, const char* caller, bool take)
{
    GlDevice* device = findGlDevice(gl, caller);
    if (device == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    const bool good = !device->isHosts() && (take ? device->take() : device->release());
    if (!good)
    {
        logMessage(tn_logError, tn_logGl, "%s: %s", caller,
                   device->isHosts() ? "it is the host's own context; make that current"
                   : take            ? "the driver refused"
                                     : "this thread has not made it current");
    }
    return good ? tn_success : tn_errorInvalidArgument;
}

} // namespace

tnResult tnGl_MakeCurrent(tnGl gl)
{
    return takeOrRelease(gl, "tnGl_MakeCurrent", true);
}

tnResult tnGl_ReleaseCurrent(tnGl gl)
{
    return takeOrRelease(gl, "tnGl_ReleaseCurrent", false);
}

tnResult tnGl_InsertFence(tnGl gl, void** fence)
{
    constexpr const char* kCaller = "tnGl_InsertFence";
    if (fence == nullptr)
    {
        return refuseNull(kCaller, "fence");
    }
    *fence = nullptr;
    GlDevice* device = findGlDevice(gl, kCaller);
    if (device == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    const GlScope scope(*device);
    *fence = device->insertFence();
    if (*fence == nullptr)
    {
        logMessage(tn_logError, tn_logGl, "%s: the context is lost", kCaller);
    }
    return *fence != nullptr ? tn_success : tn_errorUnsupported;
}

tnResult tnGl_WaitForFence(tnGl gl, void* fence)
{
    constexpr const char* kCaller = "tnGl_WaitForFence";
    if (fence == nullptr)
    {
        return refuseNull(kCaller, "fence");
    }
    GlDevice* device = findGlDevice(gl, kCaller);
    if (device == nullptr)
    {
        return tn_errorInvalidHandle;
    }
    const GlScope scope(*device);
    device->waitBehind(fence);
    return tn_success;
}

void* tnGl_GetProc(tnGl gl, const char* name)
{
    constexpr const char* kCaller = "tnGl_GetProc";
    if (name == nullptr)
    {
        refuseNull(kCaller, "name");
        return nullptr;
    }
    const GlDevice* device = findGlDevice(gl, kCaller);
    return device != nullptr ? device->getProc(name) : nullptr;
}

#else

namespace
{

tnResult unsupported(const char* caller)
{
    logMessage(tn_logError, tn_logGl,
               "%s: this build has no OpenGL in it; configure it with TARN_GL on", caller);
    return tn_errorUnsupported;
}

} // namespace

GlDevice* tarn::findGlDevice(tnGl, const char* caller)
{
    unsupported(caller);
    return nullptr;
}

tnResult tnCreateGl(const tnGlDef*, tnGl* out)
{
    if (out != nullptr)
    {
        *out = {};
    }
    return unsupported("tnCreateGl");
}

tnResult tnDestroyGl(tnGl)
{
    return unsupported("tnDestroyGl");
}

bool tnGl_IsValid(tnGl)
{
    return false;
}

int32_t tnGetGlDeviceCount(void)
{
    return 0;
}

tnResult tnGetGlDeviceInfo(int32_t, tnGlInfo*)
{
    return unsupported("tnGetGlDeviceInfo");
}

tnResult tnGl_GetInfo(tnGl, tnGlInfo*)
{
    return unsupported("tnGl_GetInfo");
}

tnResult tnGl_MakeCurrent(tnGl)
{
    return unsupported("tnGl_MakeCurrent");
}

tnResult tnGl_ReleaseCurrent(tnGl)
{
    return unsupported("tnGl_ReleaseCurrent");
}

tnResult tnGl_InsertFence(tnGl, void** fence)
{
    if (fence != nullptr)
    {
        *fence = nullptr;
    }
    return unsupported("tnGl_InsertFence");
}

tnResult tnGl_WaitForFence(tnGl, void*)
{
    return unsupported("tnGl_WaitForFence");
}

void* tnGl_GetProc(tnGl, const char*)
{
    unsupported("tnGl_GetProc");
    return nullptr;
}

#endif
