#include "studio/app/input.h"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>
#include <limits>

namespace tarn::studio
{
namespace
{

constexpr float kNowhere = -std::numeric_limits<float>::max();

struct KeyName
{
    ImGuiKey_ imgui;
    int glfw;
};
constexpr KeyName kKeys[] = {
    {ImGuiKey_Tab, GLFW_KEY_TAB},
    {ImGuiKey_LeftArrow, GLFW_KEY_LEFT},
    {ImGuiKey_RightArrow, GLFW_KEY_RIGHT},
    {ImGuiKey_UpArrow, GLFW_KEY_UP},
    {ImGuiKey_DownArrow, GLFW_KEY_DOWN},
    {ImGuiKey_PageUp, GLFW_KEY_PAGE_UP},
    {ImGuiKey_PageDown, GLFW_KEY_PAGE_DOWN},
    {ImGuiKey_Home, GLFW_KEY_HOME},
    {ImGuiKey_End, GLFW_KEY_END},
    {ImGuiKey_Insert, GLFW_KEY_INSERT},
    {ImGuiKey_Delete, GLFW_KEY_DELETE},
    {ImGuiKey_Backspace, GLFW_KEY_BACKSPACE},
    {ImGuiKey_Space, GLFW_KEY_SPACE},
    {ImGuiKey_Enter, GLFW_KEY_ENTER},
    {ImGuiKey_Escape, GLFW_KEY_ESCAPE},
    {ImGuiKey_KeyPadEnter, GLFW_KEY_KP_ENTER},
    {ImGuiKey_A, GLFW_KEY_A},
    {ImGuiKey_C, GLFW_KEY_C},
    {ImGuiKey_V, GLFW_KEY_V},
    {ImGuiKey_X, GLFW_KEY_X},
    {ImGuiKey_Y, GLFW_KEY_Y},
    {ImGuiKey_Z, GLFW_KEY_Z},
};

bool isModifier(int key)
{
    return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER;
}

// Keys that change text or leave its field: they wait for letters before them.
bool isForText(int key)
{
    return key >= GLFW_KEY_ESCAPE && key <= GLFW_KEY_END;
}

const char* clipboard(void* window)
{
    return glfwGetClipboardString(static_cast<GLFWwindow*>(window));
}

void setClipboard(void* window, const char* text)
{
    glfwSetClipboardString(static_cast<GLFWwindow*>(window), text);
}

} // namespace

bool Input::Taken::hasButton() const
{
    return std::any_of(buttons.begin(), buttons.end(), [](bool changed) { return changed; });
}

Input::Input(GLFWwindow* window) : window_(window), pointers_(ImGuiMouseCursor_COUNT)
{
    ImGuiIO& io = ImGui::GetIO();
    io.BackendPlatformName = "tarn-studio";
    io.BackendFlags |= ImGuiBackendFlags_HasMouseCursors;
    for (const KeyName& key : kKeys)
    {
        io.KeyMap[key.imgui] = key.glfw;
    }
    io.GetClipboardTextFn = clipboard;
    io.SetClipboardTextFn = setClipboard;
    io.ClipboardUserData = window;
    io.MousePos = {kNowhere, kNowhere};
    pointers_[ImGuiMouseCursor_TextInput] = glfwCreateStandardCursor(GLFW_IBEAM_CURSOR);
    pointers_[ImGuiMouseCursor_ResizeNS] = glfwCreateStandardCursor(GLFW_VRESIZE_CURSOR);
    pointers_[ImGuiMouseCursor_ResizeEW] = glfwCreateStandardCursor(GLFW_HRESIZE_CURSOR);
    pointers_[ImGuiMouseCursor_Hand] = glfwCreateStandardCursor(GLFW_HAND_CURSOR);
    glfwSetWindowUserPointer(window, this);
    installCallbacks();
}

Input::~Input()
{
    glfwSetWindowUserPointer(window_, nullptr);
    glfwSetCursorPosCallback(window_, nullptr);
    glfwSetCursorEnterCallback(window_, nullptr);
    glfwSetMouseButtonCallback(window_, nullptr);
    glfwSetScrollCallback(window_, nullptr);
    glfwSetKeyCallback(window_, nullptr);
    glfwSetCharCallback(window_, nullptr);
    glfwSetDropCallback(window_, nullptr);
    for (GLFWcursor* pointer : pointers_)
    {
        glfwDestroyCursor(pointer);
    }
}

Input& Input::of(GLFWwindow* window)
{
    return *static_cast<Input*>(glfwGetWindowUserPointer(window));
}

void Input::installCallbacks()
{
    glfwSetCursorPosCallback(window_, [](GLFWwindow* window, double x, double y) {
        // Only the last of several places on the way matters.
        std::deque<Event>& events = of(window).events_;
        if (!events.empty() && events.back().kind == Kind::move)
        {
            events.pop_back();
        }
        events.push_back({Kind::move, x, y});
    });
    glfwSetCursorEnterCallback(window_, [](GLFWwindow* window, int hasEntered) {
        if (hasEntered == GLFW_FALSE)
        {
            of(window).events_.push_back({Kind::leave});
        }
    });
    glfwSetMouseButtonCallback(window_, [](GLFWwindow* window, int button, int action, int) {
        if (button < int(Taken().buttons.size()))
        {
            of(window).events_.push_back({Kind::button, 0.0, 0.0, button, action == GLFW_PRESS});
        }
    });
    glfwSetScrollCallback(window_, [](GLFWwindow* window, double x, double y) {
        of(window).events_.push_back({Kind::wheel, x, y});
    });
    glfwSetKeyCallback(window_, [](GLFWwindow* window, int key, int, int action, int) {
        if (key != GLFW_KEY_UNKNOWN)
        {
            of(window).events_.push_back(
                {Kind::key, 0.0, 0.0, key, action != GLFW_RELEASE, action == GLFW_REPEAT});
        }
    });
    glfwSetCharCallback(window_, [](GLFWwindow* window, unsigned character) {
        of(window).events_.push_back({Kind::character, 0.0, 0.0, int(character)});
    });
    glfwSetDropCallback(window_, [](GLFWwindow* window, int count, const char** paths) {
        std::vector<std::string>& files = of(window).filesOfNextFrame_;
        files.insert(files.end(), paths, paths + count);
    });
}

bool Input::fits(const Event& event, const Taken& taken) const
{
    switch (event.kind)
    {
    case Kind::move:
    case Kind::leave:
        return !taken.hasButton() && !taken.isWheeled;
    case Kind::button:
        // What is dragged must be seen at its end before it is let go.
        return (event.isDown || !taken.isMoved) && !taken.buttons[std::size_t(event.code)] &&
               !taken.isWheeled && !taken.isKeyed && !taken.isTyped;
    case Kind::wheel:
        return !taken.hasButton();
    case Kind::key:
        if (std::find(taken.keys.begin(), taken.keys.end(), event.code) != taken.keys.end())
        {
            return false;
        }
        // Control that is let go right after the A of Ctrl+A still belongs to it.
        if (isModifier(event.code) &&
            (taken.isWheeled || !std::all_of(taken.keys.begin(), taken.keys.end(), isModifier)))
        {
            return false;
        }
        return !taken.hasButton() && !(taken.isTyped && isForText(event.code));
    case Kind::character:
        return !taken.hasButton() && std::none_of(taken.keys.begin(), taken.keys.end(), isForText);
    }
    return true;
}

void Input::takeKey(const Event& event, ImGuiIO& io)
{
    io.KeysDown[event.code] = event.isDown;
    const auto isDown = [&io](int left, int right) {
        return io.KeysDown[left] || io.KeysDown[right];
    };
    io.KeyCtrl = isDown(GLFW_KEY_LEFT_CONTROL, GLFW_KEY_RIGHT_CONTROL);
    io.KeyShift = isDown(GLFW_KEY_LEFT_SHIFT, GLFW_KEY_RIGHT_SHIFT);
    io.KeyAlt = isDown(GLFW_KEY_LEFT_ALT, GLFW_KEY_RIGHT_ALT);
    io.KeySuper = isDown(GLFW_KEY_LEFT_SUPER, GLFW_KEY_RIGHT_SUPER);
    if (event.isDown && !isModifier(event.code))
    {
        keys_.push_back({event.code, io.KeyCtrl, io.KeyShift});
    }
}

void Input::take(const Event& event, Taken& taken, ImGuiIO& io)
{
    switch (event.kind)
    {
    case Kind::move:
        io.MousePos = {float(event.x), float(event.y)};
        taken.isMoved = true;
        break;
    case Kind::leave:
        // A drag goes on outside.
        if (std::none_of(io.MouseDown, io.MouseDown + 5, [](bool isDown) { return isDown; }))
        {
            io.MousePos = {kNowhere, kNowhere};
        }
        break;
    case Kind::button:
        io.MouseDown[event.code] = event.isDown;
        taken.buttons[std::size_t(event.code)] = true;
        break;
    case Kind::wheel:
        io.MouseWheelH += float(event.x);
        io.MouseWheel += float(event.y);
        taken.isWheeled = true;
        break;
    case Kind::key:
        // A key that is held repeats by ImGui's own clock; shortcuts take GLFW's.
        taken.isKeyed = true;
        if (!event.isRepeat)
        {
            taken.keys.push_back(event.code);
        }
        takeKey(event, io);
        break;
    case Kind::character:
        io.AddInputCharacter(unsigned(event.code));
        taken.isTyped = true;
        break;
    }
}

void Input::showPointer(const ImGuiIO& io)
{
    if ((io.ConfigFlags & ImGuiConfigFlags_NoMouseCursorChange) != 0)
    {
        return;
    }
    const ImGuiMouseCursor shape = ImGui::GetMouseCursor();
    glfwSetCursor(window_, shape >= 0 ? pointers_[std::size_t(shape)] : nullptr);
}

void Input::beginFrame(ImGuiIO& io, double seconds)
{
    int width = 0;
    int height = 0;
    int pixelsWide = 0;
    int pixelsHigh = 0;
    glfwGetWindowSize(window_, &width, &height);
    glfwGetFramebufferSize(window_, &pixelsWide, &pixelsHigh);
    io.DisplaySize = {float(width), float(height)};
    if (width > 0 && height > 0)
    {
        io.DisplayFramebufferScale = {float(pixelsWide) / float(width),
                                      float(pixelsHigh) / float(height)};
    }
    io.DeltaTime = std::max(float(seconds), 1e-4F);

    keys_.clear();
    files_ = std::move(filesOfNextFrame_);
    filesOfNextFrame_.clear();
    Taken taken;
    while (!events_.empty() && fits(events_.front(), taken))
    {
        take(events_.front(), taken, io);
        events_.pop_front();
    }
    showPointer(io);
}

} // namespace tarn::studio
