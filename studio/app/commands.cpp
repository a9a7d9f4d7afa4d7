#include "studio/app/commands.h"

#include <GLFW/glfw3.h>

#include <algorithm>
#include <fmt/format.h>

namespace tarn::studio
{
namespace
{

bool isPossible(const Command& command)
{
    return !command.isEnabled || command.isEnabled();
}

std::string nameOf(int key)
{
    switch (key)
    {
    case GLFW_KEY_SPACE:
        return "Space";
    case GLFW_KEY_TAB:
        return "Tab";
    case GLFW_KEY_PAGE_UP:
        return "Page up";
    case GLFW_KEY_PAGE_DOWN:
        return "Page down";
    case GLFW_KEY_LEFT:
        return "Left";
    case GLFW_KEY_RIGHT:
        return "Right";
    case GLFW_KEY_UP:
        return "Up";
    case GLFW_KEY_DOWN:
        return "Down";
    case GLFW_KEY_EQUAL:
        return "Plus"; // with or without Shift
    case GLFW_KEY_MINUS:
        return "Minus";
    default:
        break;
    }
    if (key >= GLFW_KEY_F1 && key <= GLFW_KEY_F12)
    {
        return fmt::format("F{}", key - GLFW_KEY_F1 + 1);
    }
    return {char(key)};
}

} // namespace

std::string keyText(const KeyPress& key)
{
    if (key.key == 0)
    {
        return {};
    }
    return fmt::format("{}{}{}", key.withControl ? "Ctrl+" : "", key.withShift ? "Shift+" : "",
                       nameOf(key.key));
}

const Command* Commands::find(std::string_view name) const
{
    const auto found =
        std::find_if(commands_.begin(), commands_.end(),
                     [name](const Command& command) { return command.name == name; });
    return found != commands_.end() ? &*found : nullptr;
}

bool Commands::press(const KeyPress& key) const
{
    const auto isIt = [&key](const KeyPress& other) {
        return other.key != 0 && other.key == key.key && other.withControl == key.withControl &&
               other.withShift == key.withShift;
    };
    const auto found =
        std::find_if(commands_.begin(), commands_.end(), [&isIt](const Command& command) {
            return isIt(command.key) ||
                   std::any_of(command.otherKeys.begin(), command.otherKeys.end(), isIt);
        });
    if (found == commands_.end() || !isPossible(*found))
    {
        return false;
    }
    found->act();
    return true;
}

void Commands::button(Ui& ui, std::string_view name, std::string_view hint,
                      std::string_view icon) const
{
    const Command& command = *find(name);
    ImGui::BeginDisabled(!isPossible(command));
    if (ui.iconButton(command.name, icon.empty() ? std::string_view(command.icon) : icon,
                      command.isOn && command.isOn()))
    {
        command.act();
    }
    ImGui::EndDisabled();
    ui.tip(hint.empty() ? std::string_view(command.label) : hint, keyText(command.key));
}

} // namespace tarn::studio
