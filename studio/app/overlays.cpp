#include "studio/app/overlays.h"

#include "studio/app/icons.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace tarn::studio
{
namespace
{

constexpr std::pair<const char*, const char*> kMouse[] = {
    {"Left", "uses the tool in hand"},
    {"Right", "pushes the fluid, or takes a body along"},
    {"Wheel", "zooms"},
    {"Middle", "turns the view; with Shift it moves it"},
    {"Drop", "a scene, an OBJ to float, a picture to use"},
};

void beginCard(Ui& ui, const char* name, ImVec2 middle, float width, float height)
{
    ImGui::SetNextWindowPos(middle, ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({width, height});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.points(10.0F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.points(22.0F), ui.points(18.0F)});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, shade(0x151a20, 244));
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
}

void keyLine(Ui& ui, std::string_view key, std::string_view text)
{
    const float start = ImGui::GetCursorPosX();
    ui.smallText(key, colours::kAccent);
    ImGui::SameLine(start + ui.points(92.0F));
    ui.smallText(text, colours::kText);
}

} // namespace

void drawHelp(Desk& desk, const Area& picture)
{
    Ui& ui = desk.ui;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const ImVec2 middle = {0.5F * (picture.low.x + picture.high.x),
                           0.5F * (picture.low.y + picture.high.y)};
    beginCard(ui, "##help", middle, std::min(ui.points(700.0F), 0.94F * screen.x),
              std::min(ui.points(520.0F), 0.92F * screen.y));
    ImGui::PushFont(ui.theme().title());
    ImGui::TextUnformatted("Help");
    ImGui::PopFont();
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ui.points(30.0F));
    if (ui.iconButton("help close", "close", false, 30.0F))
    {
        desk.isHelpShown = false;
    }
    if (ImGui::BeginTable("##columns", 2))
    {
        ImGui::TableNextColumn();
        ui.heading("Mouse");
        for (const auto& [key, text] : kMouse)
        {
            keyLine(ui, key, text);
        }
        ImGui::Dummy({0.0F, ui.points(6.0F)});
        ui.heading("Tools");
        for (const Tool& tool : allTools())
        {
            if (isUseful(tool.id, desk.session.scene()))
            {
                const auto letter = static_cast<unsigned char>(tool.shortcut);
                keyLine(ui, std::string(1, char(std::toupper(letter))), tool.name);
            }
        }
        ImGui::TableNextColumn();
        std::string group;
        for (const Command& command : desk.commands.all())
        {
            if (command.group != group)
            {
                ImGui::Dummy({0.0F, group.empty() ? 0.0F : ui.points(4.0F)});
                group = command.group;
                ui.heading(group);
            }
            keyLine(ui, keyText(command.key), command.label);
        }
        ImGui::EndTable();
    }
    ImGui::End();
}

void drawFirstSteps(Desk& desk, const Area& picture)
{
    Ui& ui = desk.ui;
    const float width = std::min(ui.points(430.0F), 0.9F * picture.width());
    beginCard(ui, "##first",
              {0.5F * (picture.low.x + picture.high.x), picture.high.y - ui.points(156.0F)}, width,
              ui.points(176.0F));
    ui.heading("Touch the water");
    ui.wrapped("Press into the picture: the tool at the left does it. The right button pushes, the "
               "wheel and the middle button move the view.",
               colours::kMuted);
    ui.wrapped("Everything at the right changes the fluid while it runs.", colours::kMuted);
    ImGui::Dummy({0.0F, ui.points(3.0F)});
    if (ui.button("first steps done", "Let me play", Emphasis::strong))
    {
        desk.preferences.areHintsSeen = true;
    }
    ImGui::SameLine(0.0F, ui.points(8.0F));
    if (ui.button("first steps help", "All keys", Emphasis::quiet))
    {
        desk.preferences.areHintsSeen = true;
        desk.isHelpShown = true;
    }
    ImGui::End();
}

void drawViewButtons(Desk& desk, const Area& picture)
{
    Ui& ui = desk.ui;
    constexpr const char* kSpace[] = {"view perspective", "view top", "view side", "view under",
                                      "view fit"};
    constexpr const char* kMap[] = {"view fit"};
    const std::span<const char* const> names =
        desk.viewport.hasSpace() ? std::span<const char* const>(kSpace) : kMap;
    const float step = ui.points(34.0F);
    const float width = step * float(names.size()) + ui.points(8.0F);
    const float height = ui.points(42.0F);
    const ImVec2 low = {picture.low.x + ui.points(12.0F), picture.high.y - ui.points(54.0F)};
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.points(8.0F));
    beginArea("##views", {low, {low.x + width, low.y + height}}, {ui.points(4.0F), ui.points(4.0F)},
              shade(0x171c22, 205));
    ImGui::PopStyleVar();
    for (std::size_t k = 0; k < names.size(); ++k)
    {
        ImGui::SetCursorPos({ui.points(4.0F) + step * float(k), ui.points(4.0F)});
        desk.commands.button(ui, names[k]);
    }
    endArea();
}

void drawHandMarks(Desk& desk, const Area& picture, const render::Point& place, bool isByKeys)
{
    Ui& ui = desk.ui;
    const Hand& hand = desk.session.hand();
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const auto onScreen = [&](tnVec3 point) -> std::optional<ImVec2> {
        const auto found = desk.viewport.placeOf(point);
        return found ? std::optional(picture.at(*found)) : std::nullopt;
    };
    list.PushClipRect(picture.low, picture.high);
    if (isByKeys)
    {
        const ImVec2 at = picture.at(place);
        const float arm = ui.points(9.0F);
        list.AddLine({at.x - arm, at.y}, {at.x + arm, at.y}, colours::kAccent, ui.points(2.0F));
        list.AddLine({at.x, at.y - arm}, {at.x, at.y + arm}, colours::kAccent, ui.points(2.0F));
    }
    if (hand.held())
    {
        if (const auto end = onScreen(hand.heldPoint()))
        {
            list.AddCircle(*end, ui.points(7.0F), colours::kAccent, 24, ui.points(2.0F));
        }
    }
    else if (toolOf(hand.tool()).hasRadius)
    {
        const auto aim = hand.aim(desk.viewport.rayThrough(place));
        if (aim && aim->isInside)
        {
            constexpr int kCorners = 48;
            std::array<ImVec2, kCorners> ring;
            int count = 0;
            for (int k = 0; k < kCorners; ++k)
            {
                const float angle = 6.2831853F * float(k) / float(kCorners);
                const auto radius = float(hand.radius());
                const auto corner =
                    onScreen({aim->point.x + radius * std::cos(angle),
                              aim->point.y + radius * std::sin(angle), aim->point.z});
                if (corner)
                {
                    ring[std::size_t(count++)] = *corner;
                }
            }
            list.AddPolyline(ring.data(), count, shade(0x000000, 90), ImDrawFlags_Closed,
                             ui.points(3.0F));
            list.AddPolyline(ring.data(), count, shade(0xffffff, 200), ImDrawFlags_Closed,
                             ui.points(1.3F));
        }
    }
    list.PopClipRect();
}

} // namespace tarn::studio
