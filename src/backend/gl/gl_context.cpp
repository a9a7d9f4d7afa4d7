#include "backend/gl/gl_context.h"

#define EGL_NO_X11
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <initializer_list>
#include <type_traits>

namespace tarn
{

namespace
{

constexpr int32_t kMostDevices = 32;

// The functions of EGL that are called; null where there is no EGL.
struct Egl
{
    decltype(&eglGetProcAddress) getProcAddress = nullptr;
    decltype(&eglInitialize) initialize = nullptr;
    decltype(&eglBindAPI) bindApi = nullptr;
    decltype(&eglQueryAPI) queryApi = nullptr;
    decltype(&eglQueryString) queryString = nullptr;
    decltype(&eglGetDisplay) getDisplay = nullptr;
    decltype(&eglCreateContext) createContext = nullptr;
    decltype(&eglDestroyContext) destroyContext = nullptr;
    decltype(&eglMakeCurrent) makeCurrent = nullptr;
    decltype(&eglGetCurrentDisplay) getCurrentDisplay = nullptr;
    decltype(&eglGetCurrentSurface) getCurrentSurface = nullptr;
    decltype(&eglGetCurrentContext) getCurrentContext = nullptr;
    decltype(&eglQueryContext) queryContext = nullptr;
    decltype(&eglGetError) getError = nullptr;
    PFNEGLQUERYDEVICESEXTPROC queryDevices = nullptr;
    PFNEGLGETPLATFORMDISPLAYEXTPROC getPlatformDisplay = nullptr;

    Egl()
    {
        // Never closed: drivers leave threads and handlers behind.
        void* library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr)
        {
            return;
        }
        const auto find = [library](auto& function, const char* name) {
            function =
                reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
            return function != nullptr;
        };
        const bool whole =
            find(initialize, "eglInitialize") && find(bindApi, "eglBindAPI") &&
            find(queryApi, "eglQueryAPI") && find(queryString, "eglQueryString") &&
            find(getDisplay, "eglGetDisplay") && find(createContext, "eglCreateContext") &&
            find(destroyContext, "eglDestroyContext") && find(makeCurrent, "eglMakeCurrent") &&
            find(getCurrentDisplay, "eglGetCurrentDisplay") &&
            find(getCurrentSurface, "eglGetCurrentSurface") &&
            find(getCurrentContext, "eglGetCurrentContext") &&
            find(queryContext, "eglQueryContext") && find(getError, "eglGetError") &&
            find(getProcAddress, "eglGetProcAddress");
        if (!whole)
        {
            getProcAddress = nullptr;
            return;
        }
        const auto extension = [this](auto& function, const char* name) {
            function =
                reinterpret_cast<std::remove_reference_t<decltype(function)>>(getProcAddress(name));
        };
        extension(queryDevices, "eglQueryDevicesEXT");
        extension(getPlatformDisplay, "eglGetPlatformDisplayEXT");
    }

    explicit operator bool() const { return getProcAddress != nullptr; }
};

const Egl& egl()
{
    static const Egl theOne;
    return theOne;
}

// Devices in the order of EGL, each one display; where devices cannot be listed, the default
// display is the only one.
int32_t listDevices(EGLDeviceEXT (&devices)[kMostDevices])
{
    EGLint count = 0;
    const bool listed = egl().queryDevices != nullptr && egl().getPlatformDisplay != nullptr &&
                        egl().queryDevices(kMostDevices, devices, &count) == EGL_TRUE;
    return listed ? count : 0;
}

EGLDisplay displayOf(int32_t device)
{
    EGLDeviceEXT devices[kMostDevices];
    const int32_t count = listDevices(devices);
    if (count == 0)
    {
        return egl().getDisplay(EGL_DEFAULT_DISPLAY);
    }
    return egl().getPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[device], nullptr);
}

void* eglProc(void*, const char* name)
{
    return egl() ? reinterpret_cast<void*>(egl().getProcAddress(name)) : nullptr;
}

// The newest that will do: OpenGL first, OpenGL ES where there is none. One that shares has to be
// the same of the two as what it shares with, and as talkative about being lost.
EGLContext makeContext(EGLDisplay display, EGLContext share)
{
    EGLint shared = EGL_NONE;
    if (share != EGL_NO_CONTEXT)
    {
        egl().queryContext(display, share, EGL_CONTEXT_CLIENT_TYPE, &shared);
    }
    struct Wanted
    {
        EGLenum api;
        EGLint major, minor;
    };
    constexpr Wanted kWanted[] = {{EGL_OPENGL_API, 4, 3}, {EGL_OPENGL_ES_API, 3, 1}};
    for (const Wanted& wanted : kWanted)
    {
        const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, wanted.major,
                                  EGL_CONTEXT_MINOR_VERSION, wanted.minor, EGL_NONE};
        const EGLint tellingOfLoss[] = {EGL_CONTEXT_MAJOR_VERSION,
                                        wanted.major,
                                        EGL_CONTEXT_MINOR_VERSION,
                                        wanted.minor,
                                        EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                                        EGL_LOSE_CONTEXT_ON_RESET,
                                        EGL_NONE};
        const bool suits = shared == EGL_NONE || shared == static_cast<EGLint>(wanted.api);
        if (!suits || egl().bindApi(wanted.api) != EGL_TRUE)
        {
            continue;
        }
        for (const EGLint* attributes : {tellingOfLoss, version})
        {
            EGLContext context = egl().createContext(display, EGL_NO_CONFIG_KHR, share, attributes);
            if (context != EGL_NO_CONTEXT)
            {
                return context;
            }
        }
    }
    return EGL_NO_CONTEXT;
}

void copyText(char (&to)[TN_GL_NAME_LENGTH], const unsigned char* from)
{
    std::snprintf(to, sizeof to, "%s",
                  from != nullptr ? reinterpret_cast<const char*>(from) : "unknown");
}

bool isSoftware(const char* renderer)
{
    for (const char* name : {"llvmpipe", "softpipe", "SwiftShader"})
    {
        if (std::strstr(renderer, name) != nullptr)
        {
            return true;
        }
    }
    return false;
}

} // namespace

int32_t GlContext::deviceCount() noexcept
{
    if (!egl())
    {
        return 0;
    }
    EGLDeviceEXT devices[kMostDevices];
    const int32_t count = listDevices(devices);
    return count > 0 ? count : 1;
}

bool GlContext::create(const tnGlDef& def, GlProblem* problem)
{
    if (def.source == tn_glCurrent)
    {
        return load(def.getProc != nullptr ? def.getProc : eglProc, def.user, problem) &&
               examine(problem);
    }
    const bool made =
        def.source == tn_glShared ? makeShared(problem) : makeHeadless(def.device, problem);
    if (!made)
    {
        return false;
    }
    if (!enter())
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "EGL made a context but cannot make it current without a surface "
                      "(error 0x%x)",
                      static_cast<unsigned>(egl().getError()));
        leave();
        destroy();
        return false;
    }
    const bool good = load(eglProc, nullptr, problem) && examine(problem);
    leave();
    if (!good)
    {
        destroy();
    }
    return good;
}

// On a display that is initialized; it stays so: others in the process may be using it.
bool GlContext::makeOn(void* display, void* share, GlProblem* problem)
{
    const EGLenum before = egl().queryApi();
    EGLContext context = makeContext(display, share);
    const EGLint error = egl().getError();
    egl().bindApi(before);
    if (context == EGL_NO_CONTEXT)
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "%s has neither OpenGL 4.3 nor OpenGL ES 3.1 (EGL error 0x%x)",
                      share != EGL_NO_CONTEXT ? "what shares with the current context"
                                              : "the device",
                      static_cast<unsigned>(error));
        return false;
    }
    made_ = true;
    display_ = display;
    context_ = context;
    return true;
}

bool GlContext::makeShared(GlProblem* problem)
{
    EGLContext share = egl() ? egl().getCurrentContext() : EGL_NO_CONTEXT;
    if (share == EGL_NO_CONTEXT)
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "no context of EGL is current on this thread; make the renderer's current "
                      "first, or use tn_glCurrent where another library made it");
        return false;
    }
    return makeOn(egl().getCurrentDisplay(), share, problem);
}

bool GlContext::makeHeadless(int32_t device, GlProblem* problem)
{
    if (!egl())
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "there is no libEGL.so.1; install a driver with EGL (libegl1, and "
                      "libgl1-mesa-dri for one in software)");
        return false;
    }
    const int32_t count = deviceCount();
    if (device < 0 || device >= count)
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "there is no device %d; EGL lists %d, counted from 0", device, count);
        return false;
    }
    EGLDisplay display = displayOf(device);
    if (display == EGL_NO_DISPLAY || egl().initialize(display, nullptr, nullptr) != EGL_TRUE)
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "the driver of device %d does not start (EGL error 0x%x)", device,
                      static_cast<unsigned>(egl().getError()));
        return false;
    }
    return makeOn(display, EGL_NO_CONTEXT, problem);
}

void GlContext::destroy() noexcept
{
    if (made_)
    {
        egl().destroyContext(display_, context_);
        made_ = false;
    }
}

bool GlContext::enter() noexcept
{
    if (!made_)
    {
        return true;
    }
    previous_ = {egl().getCurrentDisplay(), egl().getCurrentSurface(EGL_DRAW),
                 egl().getCurrentSurface(EGL_READ), egl().getCurrentContext(), egl().queryApi()};
    return egl().makeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_) == EGL_TRUE;
}

void GlContext::leave() noexcept
{
    if (!made_)
    {
        return;
    }
    egl().makeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (previous_.context != EGL_NO_CONTEXT)
    {
        egl().bindApi(previous_.api);
        egl().makeCurrent(previous_.display, previous_.draw, previous_.read, previous_.context);
    }
}

bool GlContext::load(tnGlGetProcFcn* getProc, void* user, GlProblem* problem)
{
    getProc_ = getProc;
    user_ = user;
    const char* missing = nullptr;
    const auto find = [&](auto& function, const char* name, bool needed) {
        function =
            reinterpret_cast<std::remove_reference_t<decltype(function)>>(getProc(user, name));
        missing = function == nullptr && needed && missing == nullptr ? name : missing;
    };
#define TARN_GL_NEEDED(Type, name) find(gl_.name, "gl" #name, true);
#define TARN_GL_WELCOME(Type, name) find(gl_.name, "gl" #name, false);
    TARN_GL_FUNCTIONS(TARN_GL_NEEDED)
    TARN_GL_OPTIONAL_FUNCTIONS(TARN_GL_WELCOME)
#undef TARN_GL_NEEDED
#undef TARN_GL_WELCOME
    if (missing != nullptr)
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "the function %s is missing; OpenGL 4.3 or OpenGL ES 3.1 has it", missing);
    }
    return missing == nullptr;
}

// Whether what is current will do.
bool GlContext::examine(GlProblem* problem)
{
    const auto* text = reinterpret_cast<const char*>(gl_.GetString(GL_VERSION));
    if (text == nullptr)
    {
        std::snprintf(
            problem->text, sizeof problem->text,
            "no context is current on this thread; make the host's context current first");
        return false;
    }
    es_ = std::strstr(text, "OpenGL ES") != nullptr;
    GLint major = 0;
    GLint minor = 0;
    gl_.GetIntegerv(GL_MAJOR_VERSION, &major);
    gl_.GetIntegerv(GL_MINOR_VERSION, &minor);
    const int needed = es_ ? 31 : 43;
    if (10 * major + minor < needed)
    {
        std::snprintf(problem->text, sizeof problem->text,
                      "OpenGL%s %d.%d (%s) is too old; compute shaders need %s", es_ ? " ES" : "",
                      major, minor, text, es_ ? "OpenGL ES 3.1" : "OpenGL 4.3");
        return false;
    }
    return true;
}

tnGlInfo GlContext::info() const
{
    tnGlInfo info = {};
    copyText(info.renderer, gl_.GetString(GL_RENDERER));
    copyText(info.version, gl_.GetString(GL_VERSION));
    info.usable = true;
    info.software = isSoftware(info.renderer);
    GLint64 largest = 0;
    gl_.GetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
    info.largestBuffer = largest;
    return info;
}

} // namespace tarn
