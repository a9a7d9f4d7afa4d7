// Commands: everything the studio can be told to do by a button or a key, in one list: buttons,
// shortcuts and the help page are made from it.
#pragma once

#include "studio/app/input.h"
#include "studio/app/ui.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::studio
{

struct Command
{
    std::string name; // "play", as of its button
    std::string icon;
    std::string group; // of the help page
    std::string label; // "Play or pause"
    KeyPress key;      // none: 0
    std::function<void()> act;
    std::function<bool()> isEnabled = {}; // none: always
    std::function<bool()> isOn = {};      // none: it has no state
    std::vector<KeyPress> otherKeys = {}; // that do the same
};

// "Ctrl+Shift+S"; empty: no key.
std::string keyText(const KeyPress& key);

class Commands
{
  public:
    void add(Command command) { commands_.push_back(std::move(command)); }

    const std::vector<Command>& all() const { return commands_; }
    const Command* find(std::string_view name) const;

    // Does what the key stands for; false: nothing.
    bool press(const KeyPress& key) const;

    // A button with the command's icon, on where it is on, with a tip. `hint` comes in place of
    // the label.
    void button(Ui& ui, std::string_view name, std::string_view hint = {},
                std::string_view icon = {}) const;

  private:
    std::vector<Command> commands_;
};

} // namespace tarn::studio
