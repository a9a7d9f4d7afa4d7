#include "studio/app/ui.h"

#include "studio/app/icons.h"

#include <imgui_internal.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>

namespace tarn::studio
{
namespace
{

// Sliders that begin at 0 and are logarithmic: the smallest number above it, as part of the range.
constexpr double kSmallestPart = 1e-6;
constexpr double kNextToZero = 0.02; // of the slider's way

double valueAt(double part, double low, double high, bool isLogarithmic)
{
    if (!isLogarithmic)
    {
        return low + part * (high - low);
    }
    if (low > 0.0)
    {
        return low * std::pow(high / low, part);
    }
    return part < kNextToZero ? low
                              : high * std::pow(kSmallestPart, (1.0 - part) / (1.0 - kNextToZero));
}

double partOf(double value, double low, double high, bool isLogarithmic)
{
    value = std::clamp(value, low, high);
    if (!isLogarithmic)
    {
        return high > low ? (value - low) / (high - low) : 0.0;
    }
    if (low > 0.0)
    {
        return std::log(value / low) / std::log(high / low);
    }
    if (value <= kSmallestPart * high)
    {
        return 0.0;
    }
    return 1.0 - (1.0 - kNextToZero) * std::log(value / high) / std::log(kSmallestPart);
}

// ImGui tells widgets apart by their label; what is behind ## is not shown.
std::string hidden(std::string_view name)
{
    return fmt::format("##{}", name);
}

void drawCentred(ImDrawList& list, ImFont* font, std::string_view text, ImVec2 middle, ImU32 colour)
{
    const float height = heightOf(*font);
    const ImVec2 size =
        font->CalcTextSizeA(height, 1e6F, 0.0F, text.data(), text.data() + text.size());
    list.AddText(font, height,
                 {std::round(middle.x - 0.5F * size.x), std::round(middle.y - 0.5F * size.y)},
                 colour, text.data(), text.data() + text.size());
}

// The frame behind a button that is drawn here.
ImU32 frameColour(bool isOn)
{
    if (ImGui::IsItemActive())
    {
        return colours::kPressed;
    }
    if (isOn)
    {
        return colours::kAccentDim;
    }
    return ImGui::IsItemHovered() ? colours::kHovered : shade(0, 0);
}

ImU32 faded(ImU32 colour)
{
    return ImGui::GetColorU32(ImGui::ColorConvertU32ToFloat4(colour));
}

} // namespace

std::string readable(double value)
{
    return fmt::format("{:.4g}", value);
}

void Ui::beginFrame()
{
    spots_.clear();
    focused_.clear();
}

void Ui::remember(std::string_view name)
{
    if (ImGui::GetIO().NavVisible && ImGui::IsItemFocused())
    {
        focused_ = name;
    }
    remember(name, ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

void Ui::remember(std::string_view name, ImVec2 low, ImVec2 high)
{
    const ImGuiWindow* window = ImGui::GetCurrentWindowRead();
    const ImRect& clip = window->ClipRect;
    low = {std::max(low.x, clip.Min.x), std::max(low.y, clip.Min.y)};
    high = {std::min(high.x, clip.Max.x), std::min(high.y, clip.Max.y)};
    if (low.x < high.x && low.y < high.y)
    {
        const bool isEnabled =
            (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) == 0;
        spots_.push_back({std::string(name), low, high, isEnabled});
    }
}

bool Ui::button(std::string_view name, std::string_view label, Emphasis emphasis, float width)
{
    int colourCount = 0;
    const auto push = [&colourCount](ImGuiCol index, ImU32 colour) {
        ImGui::PushStyleColor(index, colour);
        ++colourCount;
    };
    if (emphasis == Emphasis::strong)
    {
        push(ImGuiCol_Button, colours::kAccent);
        push(ImGuiCol_ButtonHovered, shade(0x5cd3e3));
        push(ImGuiCol_ButtonActive, shade(0x8be4ef));
        push(ImGuiCol_Text, colours::kOnAccent);
    }
    if (emphasis == Emphasis::quiet)
    {
        push(ImGuiCol_Button, shade(0, 0));
    }
    const bool isPressed = ImGui::Button(fmt::format("{}##{}", label, name).c_str(), {width, 0.0F});
    ImGui::PopStyleColor(colourCount);
    remember(name);
    return isPressed;
}

bool Ui::iconButton(std::string_view name, std::string_view icon, bool isOn, float size)
{
    const float side = points(size);
    const bool isPressed = ImGui::InvisibleButton(hidden(name).c_str(), {side, side});
    remember(name);
    const ImVec2 low = ImGui::GetItemRectMin();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, ImGui::GetItemRectMax(), frameColour(isOn), points(6.0F));
    ImGui::RenderNavHighlight({low, ImGui::GetItemRectMax()}, ImGui::GetItemID());
    const float inner = 0.56F * side;
    const float margin = 0.5F * (side - inner);
    drawIcon(list, icon, {low.x + margin, low.y + margin}, inner,
             faded(isOn ? colours::kAccent : colours::kText));
    return isPressed;
}

bool Ui::toolButton(std::string_view name, std::string_view icon, std::string_view label,
                    std::string_view key, bool isOn, float width)
{
    const float height = points(51.0F);
    const bool isPressed = ImGui::InvisibleButton(hidden(name).c_str(), {width, height});
    remember(name);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(low, high, frameColour(isOn), points(7.0F));
    ImGui::RenderNavHighlight({low, high}, ImGui::GetItemID());
    const float side = points(21.0F);
    const ImU32 colour = faded(isOn ? colours::kAccent : colours::kText);
    drawIcon(list, icon, {0.5F * (low.x + high.x - side), low.y + points(7.0F)}, side, colour);
    drawCentred(list, theme_.small(), label, {0.5F * (low.x + high.x), high.y - points(11.0F)},
                faded(isOn ? colours::kText : colours::kMuted));
    drawCentred(list, theme_.small(), key, {high.x - points(8.0F), low.y + points(10.0F)},
                faded(shade(0x65717e)));
    return isPressed;
}

bool Ui::tab(std::string_view name, std::string_view icon, std::string_view label, bool isOn,
             float width)
{
    const float height = points(46.0F);
    const bool isPressed = ImGui::InvisibleButton(hidden(name).c_str(), {width, height});
    remember(name);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered() && !isOn)
    {
        list.AddRectFilled(low, high, colours::kRaised, points(6.0F));
    }
    ImGui::RenderNavHighlight({low, high}, ImGui::GetItemID());
    const float side = points(19.0F);
    drawIcon(list, icon, {0.5F * (low.x + high.x - side), low.y + points(6.0F)}, side,
             isOn ? colours::kAccent : colours::kMuted);
    drawCentred(list, theme_.small(), label, {0.5F * (low.x + high.x), high.y - points(11.0F)},
                isOn ? colours::kText : colours::kMuted);
    if (isOn)
    {
        list.AddRectFilled({low.x + points(8.0F), high.y - points(2.0F)},
                           {high.x - points(8.0F), high.y}, colours::kAccent);
    }
    return isPressed;
}

bool Ui::check(std::string_view name, std::string_view label, bool& value)
{
    const bool isChanged = ImGui::Checkbox(fmt::format("{}##{}", label, name).c_str(), &value);
    remember(name);
    return isChanged;
}

Edit Ui::slider(std::string_view name, double& value, double low, double high, bool isLogarithmic,
                float width)
{
    auto part = float(partOf(value, low, high, isLogarithmic));
    // ImGui moves it, by mouse and by keys; it is drawn here.
    for (const ImGuiCol index : {ImGuiCol_FrameBg, ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                                 ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive})
    {
        ImGui::PushStyleColor(index, shade(0, 0));
    }
    ImGui::SetNextItemWidth(width);
    const bool isMoved =
        ImGui::SliderFloat(hidden(name).c_str(), &part, 0.0F, 1.0F, "", ImGuiSliderFlags_NoInput);
    ImGui::PopStyleColor(5);
    remember(name);
    const Edit edit = {isMoved, ImGui::IsItemDeactivatedAfterEdit()};
    if (isMoved)
    {
        value = valueAt(double(part), low, high, isLogarithmic);
    }

    const ImVec2 from = ImGui::GetItemRectMin();
    const ImVec2 to = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float knob = points(ImGui::IsItemActive() ? 7.5F : 6.5F);
    // As ImGui has its grab.
    const float margin = 2.0F + 0.5F * ImGui::GetStyle().GrabMinSize;
    const float y = 0.5F * (from.y + to.y);
    const float x = from.x + margin + part * (to.x - from.x - 2.0F * margin);
    const float half = points(2.0F);
    const bool isHot = ImGui::IsItemActive() || ImGui::IsItemHovered();
    list.AddRectFilled({from.x + margin, y - half}, {to.x - margin, y + half},
                       faded(colours::kPressed), half);
    list.AddRectFilled({from.x + margin, y - half}, {x, y + half}, faded(colours::kAccent), half);
    list.AddCircleFilled({x, y}, knob, faded(isHot ? colours::kText : shade(0xcfd7df)), 24);
    return edit;
}

Edit Ui::number(std::string_view name, double& value, bool isWhole, float width)
{
    double typed = value;
    ImGui::SetNextItemWidth(width);
    ImGui::PushFont(theme_.small());
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {points(6.0F), points(4.0F)});
    if (ImGui::InputDouble(hidden(name).c_str(), &typed, 0.0, 0.0, isWhole ? "%.0f" : "%.4g",
                           ImGuiInputTextFlags_CharsScientific | ImGuiInputTextFlags_AutoSelectAll))
    {
        typedInto_ = name;
        typed_ = typed;
    }
    const bool isLeft = ImGui::IsItemDeactivatedAfterEdit() && typedInto_ == name;
    ImGui::PopStyleVar();
    ImGui::PopFont();
    remember(name);
    if (!isLeft)
    {
        return {};
    }
    typedInto_.clear();
    const double entered = isWhole ? std::round(typed_) : typed_;
    if (!std::isfinite(entered) || entered == value)
    {
        return {};
    }
    value = entered;
    return {true, true};
}

bool Ui::choice(std::string_view name, std::span<const std::string> words, int& index, float width)
{
    const bool isKnown = index >= 0 && index < int(words.size());
    ImGui::SetNextItemWidth(width);
    bool isChanged = false;
    const bool isOpen =
        ImGui::BeginCombo(hidden(name).c_str(), isKnown ? words[std::size_t(index)].c_str() : "");
    remember(name);
    if (isOpen)
    {
        for (int k = 0; k < int(words.size()); ++k)
        {
            const std::string& word = words[std::size_t(k)];
            if (ImGui::Selectable(word.c_str(), k == index))
            {
                isChanged = k != index;
                index = k;
            }
            remember(fmt::format("{}={}", name, word));
            if (k == index && ImGui::IsWindowAppearing())
            {
                ImGui::SetItemDefaultFocus();
            }
        }
        ImGui::EndCombo();
    }
    return isChanged;
}

bool Ui::text(std::string_view name, std::string_view hint, std::string& value, float width)
{
    ImGui::SetNextItemWidth(width);
    const bool isEntered = ImGui::InputTextWithHint(
        hidden(name).c_str(), std::string(hint).c_str(), &value,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    remember(name);
    return isEntered;
}

Edit Ui::colour(std::string_view name, float (&rgb)[3], float width)
{
    ImGui::SetNextItemWidth(width);
    const bool isChanged = ImGui::ColorEdit3(
        hidden(name).c_str(), rgb, ImGuiColorEditFlags_DisplayHex | ImGuiColorEditFlags_NoLabel);
    remember(name);
    return {isChanged, ImGui::IsItemDeactivatedAfterEdit()};
}

bool Ui::section(std::string_view name, std::string_view label, bool isOpenAtFirst)
{
    ImGuiStorage& storage = *ImGui::GetStateStorage();
    const ImGuiID id = ImGui::GetID(hidden(name).c_str());
    bool isOpen = storage.GetBool(id, isOpenAtFirst);
    const float width = ImGui::GetContentRegionAvail().x;
    if (ImGui::InvisibleButton(hidden(name).c_str(), {width, points(28.0F)}))
    {
        isOpen = !isOpen;
        storage.SetBool(id, isOpen);
    }
    remember(name);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (ImGui::IsItemHovered())
    {
        list.AddRectFilled(low, high, colours::kRaised, points(6.0F));
    }
    ImGui::RenderNavHighlight({low, high}, ImGui::GetItemID());
    const float side = points(12.0F);
    const float middle = 0.5F * (low.y + high.y);
    drawIcon(list, isOpen ? "down" : "right", {low.x + points(2.0F), middle - 0.5F * side}, side,
             colours::kMuted);
    const float height = heightOf(*theme_.strong());
    list.AddText(theme_.strong(), height,
                 {low.x + points(22.0F), std::round(middle - 0.5F * height)}, colours::kText,
                 label.data(), label.data() + label.size());
    return isOpen;
}

void Ui::tip(std::string_view text, std::string_view key) const
{
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled) || text.empty())
    {
        return;
    }
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {points(11.0F), points(9.0F)});
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(points(300.0F));
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    if (!key.empty())
    {
        smallText(key, colours::kAccent);
    }
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
    ImGui::PopStyleVar();
}

void Ui::smallText(std::string_view text, ImU32 colour) const
{
    ImGui::PushFont(theme_.small());
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

void Ui::wrapped(std::string_view text, ImU32 colour) const
{
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushTextWrapPos(0.0F);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

void Ui::heading(std::string_view text) const
{
    ImGui::PushFont(theme_.strong());
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopFont();
}

} // namespace tarn::studio
