// Input: what hands do, brought from GLFW to ImGui in the order in which it happened.
//
// ImGui looks at the state of mouse and keys once a frame. Where a frame takes long, a click
// and the way to it, or a key down and up, would fall into one, and be seen in the wrong place or
// not at all. So events wait in a line, and a frame takes only as many as do not contradict each
// other; the rest comes with the next one. A finger on a touch screen arrives as a mouse.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <vector>

struct GLFWcursor;
struct GLFWwindow;
struct ImGuiIO;

namespace tarn::studio
{

// A key that went down, for shortcuts.
struct KeyPress
{
    int key = 0; // GLFW_KEY_...
    bool withControl = false;
    bool withShift = false;
};

class Input
{
  public:
    // Takes over the window's callbacks, and ImGui's clipboard and pointer shapes.
    explicit Input(GLFWwindow* window);
    ~Input();
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    // Before ImGui::NewFrame(). `seconds` is how long the last frame took.
    void beginFrame(ImGuiIO& io, double seconds);

    // Of this frame, in order.
    const std::vector<KeyPress>& keys() const { return keys_; }
    const std::vector<std::string>& droppedFiles() const { return files_; }

    // More is waiting for the next frame.
    bool hasMore() const { return !events_.empty(); }

  private:
    enum class Kind
    {
        move,
        leave,
        button,
        wheel,
        key,
        character
    };
    struct Event
    {
        Kind kind = Kind::move;
        double x = 0.0;
        double y = 0.0;
        int code = 0; // of a button or a key, or the character
        bool isDown = false;
        bool isRepeat = false;
    };
    // What has changed in the frame that is being made.
    struct Taken
    {
        bool isMoved = false;
        bool isWheeled = false;
        bool isKeyed = false;
        bool isTyped = false;
        std::array<bool, 5> buttons = {};
        std::vector<int> keys;
        bool hasButton() const;
    };

    static Input& of(GLFWwindow* window);
    void installCallbacks();
    bool fits(const Event& event, const Taken& taken) const;
    void take(const Event& event, Taken& taken, ImGuiIO& io);
    void takeKey(const Event& event, ImGuiIO& io);
    void showPointer(const ImGuiIO& io);

    GLFWwindow* window_;
    std::deque<Event> events_;
    std::vector<KeyPress> keys_;
    std::vector<std::string> files_;
    std::vector<std::string> filesOfNextFrame_;
    std::vector<GLFWcursor*> pointers_; // by ImGuiMouseCursor; null: the ordinary one
};

} // namespace tarn::studio
