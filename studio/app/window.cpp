#include "studio/app/window.h"

#include "studio/app/defaults.h"

#include <GLFW/glfw3.h>

#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <stdexcept>

namespace tarn::studio
{
namespace
{

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kLooksForLeaks = true;
#elif defined(__has_feature)
constexpr bool kLooksForLeaks = __has_feature(address_sanitizer);
#else
constexpr bool kLooksForLeaks = false;
#endif

std::string lastWords()
{
    const char* text = nullptr;
    glfwGetError(&text);
    return text != nullptr ? text : "GLFW gives no reason";
}

GLFWwindow* create(const std::string& title, int width, int height, int api)
{
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_CONTEXT_CREATION_API, api);
    // The picture is drawn elsewhere and laid into the window: it needs neither.
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "tarn-studio");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "tarn-studio");
    return glfwCreateWindow(width, height, title.c_str(), nullptr, nullptr);
}

} // namespace

Window::Window(const std::string& title, int width, int height, bool isMaximized)
{
    if (glfwInit() != GLFW_TRUE)
    {
        throw std::runtime_error(
            fmt::format("no window can be opened: {}; set DISPLAY or WAYLAND_DISPLAY, or draw "
                        "without a window: tarn render",
                        lastWords()));
    }
    glfwWindowHint(GLFW_MAXIMIZED, isMaximized ? GLFW_TRUE : GLFW_FALSE);
    window_ = create(title, width, height, GLFW_EGL_CONTEXT_API);
    if (window_ == nullptr)
    {
        window_ = create(title, width, height, GLFW_NATIVE_CONTEXT_API);
    }
    if (window_ == nullptr)
    {
        const std::string reason = lastWords();
        glfwTerminate();
        throw std::runtime_error(
            fmt::format("no window with OpenGL 3.3 can be opened: {}; a driver of this decade has "
                        "it, or Mesa's in software (libgl1-mesa-dri)",
                        reason));
    }
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
    glfwSetWindowSizeLimits(window_, kSmallestWidth, kSmallestHeight, GLFW_DONT_CARE,
                            GLFW_DONT_CARE);
}

Window::~Window()
{
    glfwDestroyWindow(window_);
    // LeakSanitizer would take what a driver keeps to its end for lost, once the driver is
    // unloaded.
    if constexpr (!kLooksForLeaks)
    {
        glfwTerminate();
    }
}

Window::Size Window::size() const
{
    Size size;
    glfwGetWindowSize(window_, &size.width, &size.height);
    return size;
}

Window::Size Window::points() const
{
    const Size now = size();
    const float scale = contentScale();
    return {int(std::lround(float(now.width) / scale)),
            int(std::lround(float(now.height) / scale))};
}

Window::Size Window::pixels() const
{
    Size size;
    glfwGetFramebufferSize(window_, &size.width, &size.height);
    return size;
}

float Window::contentScale() const
{
    float x = 1.0F;
    float y = 1.0F;
    glfwGetWindowContentScale(window_, &x, &y);
    return x > 0.0F ? x / density() : 1.0F;
}

float Window::density() const
{
    const int wide = size().width;
    const int pixelsWide = pixels().width;
    return wide > 0 && pixelsWide > 0 ? float(pixelsWide) / float(wide) : 1.0F;
}

bool Window::isEgl() const
{
    return glfwGetWindowAttrib(window_, GLFW_CONTEXT_CREATION_API) == GLFW_EGL_CONTEXT_API;
}

bool Window::isMaximized() const
{
    return glfwGetWindowAttrib(window_, GLFW_MAXIMIZED) == GLFW_TRUE;
}

bool Window::wantsToClose() const
{
    return glfwWindowShouldClose(window_) == GLFW_TRUE;
}

void Window::setTitle(const std::string& title) const
{
    glfwSetWindowTitle(window_, title.c_str());
}

void Window::show() const
{
    glfwSwapBuffers(window_);
}

void Window::close() const
{
    glfwSetWindowShouldClose(window_, GLFW_TRUE);
}

void Window::keepOpen() const
{
    glfwSetWindowShouldClose(window_, GLFW_FALSE);
}

double Window::seconds()
{
    return glfwGetTime();
}

void* Window::getProc(void* /*user*/, const char* name)
{
    return std::bit_cast<void*>(glfwGetProcAddress(name));
}

} // namespace tarn::studio
