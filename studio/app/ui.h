// Ui: the studio's widgets: ImGui's, in the studio's looks. Each has a name, and where it was drawn
// is kept for a frame: tests press there as people do.
#pragma once

#include "studio/app/theme.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::studio
{

// Where a widget is, as far as it can be seen and pressed; in window coordinates.
struct Spot
{
    std::string name;
    ImVec2 low;
    ImVec2 high;
    bool isEnabled = true;
};

// What became of something that can be dragged.
struct Edit
{
    bool isChanged = false; // now
    bool isDone = false;    // it was let go after changes
};

enum class Emphasis
{
    quiet,  // no frame until the mouse is over it
    normal, // a frame
    strong, // the accent colour: what most people will press
};

class Ui
{
  public:
    explicit Ui(const Theme& theme) : theme_(theme) {}

    const Theme& theme() const { return theme_; }
    float points(float length) const { return theme_.points(length); }

    void beginFrame();
    const std::vector<Spot>& spots() const { return spots_; }
    const std::string& focused() const { return focused_; } // which has the keys; empty: none

    // Of the widget that was drawn last, where it is not one of those below.
    void remember(std::string_view name);
    void remember(std::string_view name, ImVec2 low, ImVec2 high);

    bool button(std::string_view name, std::string_view label, Emphasis emphasis = Emphasis::normal,
                float width = 0.0F);
    bool iconButton(std::string_view name, std::string_view icon, bool isOn = false,
                    float size = 34.0F);
    // An icon with a word below it and its key in the corner.
    bool toolButton(std::string_view name, std::string_view icon, std::string_view label,
                    std::string_view key, bool isOn, float width);
    bool tab(std::string_view name, std::string_view icon, std::string_view label, bool isOn,
             float width);
    bool check(std::string_view name, std::string_view label, bool& value);
    // A slider for numbers; logarithmic ones spread powers of ten evenly.
    Edit slider(std::string_view name, double& value, double low, double high, bool isLogarithmic,
                float width);
    // A field to type a number into; `isDone` with the new one when it was entered.
    Edit number(std::string_view name, double& value, bool isWhole, float width);
    bool choice(std::string_view name, std::span<const std::string> words, int& index, float width);
    // True when Enter was pressed.
    bool text(std::string_view name, std::string_view hint, std::string& value, float width);
    Edit colour(std::string_view name, float (&rgb)[3], float width);
    // A heading that opens and closes what is below.
    bool section(std::string_view name, std::string_view label, bool isOpenAtFirst);

    // About the widget before: what it does, and its key.
    void tip(std::string_view text, std::string_view key = {}) const;

    void smallText(std::string_view text, ImU32 colour = colours::kMuted) const;
    void wrapped(std::string_view text, ImU32 colour = colours::kText) const;
    void heading(std::string_view text) const;

    // The next widget gets the keyboard.
    void focusNext() const { ImGui::SetKeyboardFocusHere(); }

  private:
    const Theme& theme_;
    std::vector<Spot> spots_;
    std::string focused_;
    // What is being typed: it counts when the field is left.
    std::string typedInto_;
    double typed_ = 0.0;
};

// The part of a panel that scrolls, until ImGui::EndChild(). Arrows go in and out as if it were
// none.
inline void beginScrolling(const char* name)
{
    ImGui::BeginChild(name, {0.0F, 0.0F}, false, ImGuiWindowFlags_NavFlattened);
}

// A number as people like to read it: four figures, no zeros at the end.
std::string readable(double value);

} // namespace tarn::studio
