#include "studio/app/inside_panel.h"

#include "render/flow_inside.h"
#include "render/inside_readout.h"
#include "render/water_inside.h"

#include <algorithm>

namespace tarn::studio
{
namespace
{

// Each quantity in its own, or all in one.
const std::vector<std::string>& mapWords()
{
    static const std::vector<std::string> kWords = [] {
        std::vector<std::string> words = render::mapNames();
        words.insert(words.begin(), "usual");
        return words;
    }();
    return kWords;
}

render::ScalarStyle styleOf(const Desk& desk, const std::string& quantity)
{
    return desk.session.flow() != nullptr ? render::flowMapStyle(quantity)
                                          : render::waterMapStyle(quantity);
}

// The quantity that the map shows, as the first of a choice or one of those behind it.
bool chooseQuantity(Desk& desk, render::InsideView& view)
{
    Ui& ui = desk.ui;
    std::vector<std::string> words = {"none"};
    const std::vector<std::string>& names =
        desk.session.flow() != nullptr ? render::flowMapNames() : render::waterMapNames();
    words.insert(words.end(), names.begin(), names.end());
    const auto found =
        view.map ? std::find(words.begin(), words.end(), view.map->name) : words.begin();
    int index = found != words.end() ? int(found - words.begin()) : 0;
    ImGui::TextUnformatted("Map");
    ui.tip("A quantity as colours, with its range beside it.");
    if (!ui.choice("inside map", words, index, ImGui::GetContentRegionAvail().x))
    {
        return false;
    }
    view.map.reset();
    if (index > 0)
    {
        view.map = styleOf(desk, words[std::size_t(index)]);
        if (!desk.preferences.colourMap.empty())
        {
            view.map->map = render::parseMapName(desk.preferences.colourMap);
        }
    }
    return true;
}

bool chooseColours(Desk& desk, render::InsideView& view)
{
    Ui& ui = desk.ui;
    ImGui::TextUnformatted("Colours");
    ui.tip("All of them can be told apart by colour-blind eyes; equal steps look equal.");
    const std::string& chosen = desk.preferences.colourMap;
    const std::vector<std::string>& words = mapWords();
    const auto found = std::find(words.begin(), words.end(), chosen);
    int index = found != words.end() ? int(found - words.begin()) : 0;
    if (!ui.choice("inside colours", words, index, ImGui::GetContentRegionAvail().x))
    {
        return false;
    }
    desk.preferences.colourMap = index > 0 ? words[std::size_t(index)] : std::string();
    if (view.map)
    {
        view.map->map = index > 0 ? render::parseMapName(desk.preferences.colourMap)
                                  : styleOf(desk, view.map->name).map;
    }
    return true;
}

} // namespace

void drawInsidePanel(Desk& desk)
{
    Ui& ui = desk.ui;
    render::InsideView view = desk.viewport.inside();
    beginScrolling("##inside");
    bool isChanged = chooseQuantity(desk, view);
    isChanged = chooseColours(desk, view) || isChanged;
    ImGui::TextUnformatted("Opacity");
    double opacity = double(view.mapOpacity);
    if (ui.slider("inside opacity", opacity, 0.0, 1.0, false, ImGui::GetContentRegionAvail().x)
            .isChanged)
    {
        view.mapOpacity = float(opacity);
        isChanged = true;
    }
    ImGui::Dummy({0.0F, ui.points(6.0F)});
    const auto mark = [&](const char* name, const char* label, const char* hint, bool& value) {
        isChanged = ui.check(name, label, value) || isChanged;
        ui.tip(hint);
    };
    mark("inside arrows", "Velocity arrows", "Which way the fluid goes, and how fast.",
         view.arrows);
    mark("inside streamlines", "Streamlines", "Lines along the velocity as it is now.",
         view.streamlines);
    mark("inside grid", "The grid", "The cells of the simulation; zoom in to see small ones.",
         view.grid);
    if (desk.session.water() != nullptr)
    {
        mark("inside wetted", "Wetted parts of bodies", "What is under water, by its pressure.",
             view.wetted);
        mark("inside forces", "Forces on bodies", "Weight, buoyancy, and all that waves do.",
             view.forces);
    }
    mark("inside legend", "Keys and colour bars", "What colours and lengths stand for.",
         view.legend);
    ui.check("inside readout", "Numbers under the pointer", desk.hasReadout);
    ui.tip("Velocity, depth, dye ... where the pointer is.");
    if (isChanged)
    {
        desk.later([&desk, view] { desk.viewport.showInside(view); });
    }
    ImGui::EndChild();
}

void drawReadout(Desk& desk, const Area& picture, const render::Point& place)
{
    Ui& ui = desk.ui;
    const auto aim = desk.session.hand().aim(desk.viewport.rayThrough(place));
    if (!aim || !aim->isInside)
    {
        return;
    }
    const tnVec2 point = {aim->point.x, aim->point.y};
    std::vector<render::ReadoutRow> rows;
    if (const scene::FlowRun* flow = desk.session.flow())
    {
        rows = render::flowReadout(flow->flow(), point);
    }
    else if (const scene::WaterRun* water = desk.session.water())
    {
        rows = render::waterReadout(water->water(), point);
    }
    const ImVec2 at = picture.at(place);
    // Towards the middle, so that it stays in the picture.
    const bool isRight = place.x > 0.3F;
    const bool isLow = place.y < 0.0F;
    const float away = ui.points(18.0F);
    ImGui::SetNextWindowPos({at.x + (isRight ? -away : away), at.y + (isLow ? -away : away)},
                            ImGuiCond_Always, {isRight ? 1.0F : 0.0F, isLow ? 1.0F : 0.0F});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, ui.points(7.0F));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.points(10.0F), ui.points(8.0F)});
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ui.points(8.0F), ui.points(2.0F)});
    ImGui::PushStyleColor(ImGuiCol_WindowBg, shade(0x12171c, 225));
    ImGui::Begin("##readout", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav);
    for (const render::ReadoutRow& row : rows)
    {
        ui.smallText(row.label);
        ImGui::SameLine(ui.points(86.0F));
        ui.smallText(row.text + " " + row.unit, colours::kText);
    }
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
}

} // namespace tarn::studio
