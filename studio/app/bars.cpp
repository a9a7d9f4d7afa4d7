#include "studio/app/bars.h"

#include "studio/app/defaults.h"
#include "studio/app/icons.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <fmt/format.h>

namespace tarn::studio
{
namespace
{

constexpr Speed kSpeeds[] = {{0.125, "1/8 x"}, {0.25, "1/4 x"}, {0.5, "1/2 x"},
                             {1.0, "1 x"},     {2.0, "2 x"},    {4.0, "4 x"}};

// The icon of a tool.
const char* iconOf(ToolId tool)
{
    switch (tool)
    {
    case ToolId::dye:
        return "dye";
    case ToolId::push:
        return "push";
    case ToolId::wall:
        return "wall";
    case ToolId::eraseWall:
        return "eraser";
    case ToolId::pour:
        return "water";
    case ToolId::drain:
        return "drain";
    case ToolId::splash:
        return "splash";
    case ToolId::rain:
        return "rain";
    case ToolId::raiseGround:
        return "raise";
    case ToolId::digGround:
        return "lower";
    case ToolId::crate:
        return "crate";
    case ToolId::ball:
        return "ball";
    case ToolId::barrel:
        return "barrel";
    case ToolId::duck:
        return "duck";
    case ToolId::grab:
        return "grab";
    case ToolId::erase:
        return "remove";
    }
    return "";
}

void gap(const Ui& ui, float width)
{
    ImGui::SameLine(0.0F, ui.points(width));
}

void drawName(Desk& desk)
{
    Ui& ui = desk.ui;
    const float side = ui.points(24.0F);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    drawIcon(*ImGui::GetWindowDrawList(), "dye", {at.x, at.y + ui.points(4.0F)}, side,
             colours::kAccent);
    ImGui::Dummy({side, side});
    gap(ui, 9.0F);
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0F, 0.0F});
    ui.heading(desk.session.name());
    const Session& session = desk.session;
    ui.smallText(session.isChanged()      ? "changed"
                 : session.path().empty() ? "built in"
                                          : "saved",
                 session.isChanged() ? colours::kWarning : colours::kMuted);
    ImGui::PopStyleVar();
    ImGui::EndGroup();
    ui.remember("scene name");
    ui.tip(session.path().empty() ? session.scene().summary : session.path());
}

void drawTransport(Desk& desk)
{
    Ui& ui = desk.ui;
    Session& session = desk.session;
    desk.commands.button(ui, "reset");
    gap(ui, 2.0F);
    desk.commands.button(ui, "play", {}, session.isPlaying() ? "pause" : "play");
    gap(ui, 2.0F);
    desk.commands.button(ui, "step");
    gap(ui, 8.0F);
    std::array<std::string, std::size(kSpeeds)> words;
    int index = 0;
    for (std::size_t k = 0; k < words.size(); ++k)
    {
        words[k] = kSpeeds[k].text;
        index = std::abs(kSpeeds[k].times - session.speed()) < 1e-9 ? int(k) : index;
    }
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.points(3.0F));
    if (ui.choice("speed", words, index, ui.points(82.0F)))
    {
        session.setSpeed(kSpeeds[std::size_t(index)].times);
    }
    ui.tip("How fast time goes: slow motion on the left. [ and ] change it");
    gap(ui, 12.0F);
    ImGui::BeginGroup();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0.0F, 0.0F});
    ImGui::Text("%.2f s", session.run().time());
    ui.smallText(session.isPlaying() ? "playing" : "paused");
    ImGui::PopStyleVar();
    ImGui::EndGroup();
}

} // namespace

std::span<const Speed> speeds()
{
    return kSpeeds;
}

void beginArea(const char* name, const Area& area, ImVec2 padding, ImU32 colour, bool scrolls)
{
    ImGui::SetNextWindowPos(area.low);
    ImGui::SetNextWindowSize({area.width(), area.height()});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1.0F, 1.0F});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, colour);
    ImGui::Begin(name, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus |
                     (scrolls ? ImGuiWindowFlags_None : ImGuiWindowFlags_NoScrollbar));
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(2);
}

void endArea()
{
    ImGui::End();
}

void drawTopBar(Desk& desk, const Area& area)
{
    Ui& ui = desk.ui;
    beginArea("##top", area, {ui.points(14.0F), ui.points(9.0F)}, colours::kPanel);
    drawName(desk);
    const float line = ImGui::GetCursorStartPos().y;
    const float middle = 0.5F * area.width() - ui.points(130.0F);
    ImGui::SetCursorPos({std::max(middle, ui.points(150.0F)), line});
    drawTransport(desk);

    constexpr const char* kRight[] = {"undo", "redo",       "",       "open", "save",
                                      "",     "screenshot", "record", "",     "help"};
    const float step = ui.points(36.0F);
    const float space = ui.points(10.0F);
    float width = 0.0F;
    for (const char* name : kRight)
    {
        width += *name != '\0' ? step : space;
    }
    float x = area.width() - width - ui.points(8.0F);
    for (const char* name : kRight)
    {
        if (*name == '\0')
        {
            x += space;
            continue;
        }
        ImGui::SetCursorPos({x, line});
        const Session& session = desk.session;
        std::string hint;
        if (std::string_view(name) == "undo" && session.canUndo())
        {
            hint = "Undo: " + session.undoText();
        }
        if (std::string_view(name) == "redo" && session.canRedo())
        {
            hint = "Redo: " + session.redoText();
        }
        const bool isRecording = std::string_view(name) == "record" && desk.capture.isRecording();
        desk.commands.button(ui, name, hint, isRecording ? "stop" : "");
        x += step;
    }
    endArea();
}

void drawToolBar(Desk& desk, const Area& area)
{
    Ui& ui = desk.ui;
    Hand& hand = desk.session.hand();
    beginArea("##tools", area, {ui.points(6.0F), ui.points(6.0F)}, colours::kPanel, true);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.points(2.0F), ui.points(2.0F)});
    const float width = 0.5F * (ImGui::GetContentRegionAvail().x - ui.points(2.0F));
    bool isLeft = true;
    for (const Tool& tool : allTools())
    {
        if (!isUseful(tool.id, desk.session.scene()))
        {
            continue;
        }
        if (!isLeft)
        {
            ImGui::SameLine();
        }
        isLeft = !isLeft;
        const std::string key(1, char(std::toupper(static_cast<unsigned char>(tool.shortcut))));
        if (ui.toolButton(fmt::format("tool {}", tool.name), iconOf(tool.id), tool.name, key,
                          hand.tool() == tool.id, width))
        {
            hand.take(tool.id);
        }
        ui.tip(tool.hint, key);
    }
    ImGui::PopStyleVar();
    endArea();
}

void drawStatusBar(Desk& desk, const Area& area)
{
    Ui& ui = desk.ui;
    Session& session = desk.session;
    beginArea("##status", area, {ui.points(14.0F), ui.points(6.0F)}, colours::kPanel);
    const Tool& tool = toolOf(session.hand().tool());
    ui.smallText(fmt::format("{}   ·   right button pushes   ·   wheel zooms{}", tool.hint,
                             desk.viewport.hasSpace() ? ", middle button turns" : ""));

    std::string pace;
    ImU32 colour = colours::kMuted;
    if (desk.capture.isRecording())
    {
        pace = fmt::format("recording: {:.1f} s, {} pictures", desk.capture.seconds(),
                           desk.capture.frames());
        colour = colours::kError;
    }
    else if (!session.isPlaying())
    {
        pace = "paused";
    }
    else if (session.pace() < 0.97)
    {
        pace = fmt::format("running at {:.0f} % of real time",
                           100.0 * session.pace() * session.speed());
        colour = colours::kWarning;
    }
    else
    {
        pace = session.speed() == 1.0 ? "in real time" : fmt::format("{} x time", session.speed());
    }
    const std::string rest = fmt::format(
        "   ·   {:.0f} pictures/s   ·   {}", desk.framesPerSecond,
        session.options().backend == tn_backendGL ? "fluid on the GPU" : "fluid on the CPU");
    ImFont* font = ui.theme().small();
    const auto widthOf = [font](const std::string& text) {
        return font->CalcTextSizeA(heightOf(*font), 1e6F, 0.0F, text.c_str()).x;
    };
    ImGui::SameLine(area.width() - widthOf(pace) - widthOf(rest) - ui.points(14.0F));
    ui.smallText(pace, colour);
    ui.remember("pace");
    ImGui::SameLine(0.0F, 0.0F);
    ui.smallText(rest);
    endArea();
}

} // namespace tarn::studio
