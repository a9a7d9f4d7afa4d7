// Window: GLFW's window with its OpenGL 3.3 context, current from its birth to its death.
//
// The context is made by EGL where that is to be had, so that a fluid on the GPU can share objects
// with it and be current beside it on one thread; by the window system's own way otherwise.
#pragma once

#include <string>

struct GLFWwindow;

namespace tarn::studio
{

class Window
{
  public:
    // The size is in points, pixels of an ordinary screen. Throws std::runtime_error with what GLFW
    // says and what to do.
    Window(const std::string& title, int width, int height, bool isMaximized);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    GLFWwindow* handle() const { return window_; }

    struct Size
    {
        int width = 0;
        int height = 0;
    };
    Size size() const;   // as the mouse counts
    Size points() const; // as the constructor counts, on every screen
    Size pixels() const; // as OpenGL counts; 0 while it is minimised

    // How much larger text shall be than on an ordinary screen, in what size() counts in; and how
    // many pixels one of those has. X11 counts in pixels, so that a dense screen has 2 and 1;
    // Wayland in points: 1 and 2.
    float contentScale() const;
    float density() const;

    // Made by EGL, so that a fluid on the GPU can share objects with it.
    bool isEgl() const;

    bool isMaximized() const;
    bool wantsToClose() const;
    void setTitle(const std::string& title) const;
    void show() const; // swaps buffers
    void close() const;
    void keepOpen() const; // after a wish to close that was not granted

    static double seconds(); // since the beginning

    // A function of OpenGL, for render::gl::Context.
    static void* getProc(void* user, const char* name);

  private:
    GLFWwindow* window_ = nullptr;
};

} // namespace tarn::studio
