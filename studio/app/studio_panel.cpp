#include "studio/app/studio_panel.h"

#include "studio/app/defaults.h"

#include <array>
#include <fmt/format.h>

namespace tarn::studio
{
namespace
{

// A label above a widget that fills the line.
float labelled(Ui& ui, const char* label, const char* hint)
{
    ImGui::TextUnformatted(label);
    ui.tip(hint);
    return ImGui::GetContentRegionAvail().x;
}

// Metres.
double gridWidth(const Session& session)
{
    if (const scene::FlowRun* flow = session.flow())
    {
        return double(flow->def().cellSize) * flow->def().nx;
    }
    const scene::WaterRun* water = session.water();
    return water != nullptr ? double(water->def().cellSize) * water->def().nx : 1.0;
}

void drawHand(Desk& desk)
{
    Ui& ui = desk.ui;
    Hand& hand = desk.session.hand();
    ui.heading("The hand");
    const float field = ui.points(70.0F);
    const auto row = [&](const char* name, const char* label, const char* hint, double& value,
                         double low, double high) {
        const float width = labelled(ui, label, hint) - field - ui.points(8.0F);
        const bool isMoved = ui.slider(name, value, low, high, true, width).isChanged;
        ImGui::SameLine(0.0F, ui.points(8.0F));
        return ui.number(fmt::format("{} field", name), value, false, field).isDone || isMoved;
    };
    double radius = hand.radius();
    const double reach = gridWidth(desk.session);
    if (row("hand radius", "Radius (m)", "How far the tool in hand reaches.", radius, 0.005 * reach,
            0.25 * reach))
    {
        hand.setRadius(radius);
    }
    double strength = hand.strength();
    if (row("hand strength", "Strength", "1 is the usual one.", strength, 0.1, 10.0))
    {
        hand.setStrength(strength);
    }
    const int dyes = desk.session.flow() != nullptr    ? desk.session.flow()->def().dyeChannels
                     : desk.session.water() != nullptr ? desk.session.water()->def().dyeChannels
                                                       : 0;
    if (dyes > 1)
    {
        std::vector<std::string> words;
        for (int k = 0; k < dyes; ++k)
        {
            words.push_back(fmt::format("dye {}", k + 1));
        }
        int index = hand.dye();
        if (ui.choice("hand dye", words, index, labelled(ui, "Dye", "What the dye tool gives.")))
        {
            hand.setDye(index);
        }
    }
}

void drawPictures(Desk& desk)
{
    Ui& ui = desk.ui;
    Preferences& preferences = desk.preferences;
    ui.heading("Picture");
    QualityGovernor& governor = desk.viewport.governor();
    int quality = governor.chosen();
    if (ui.choice(
            "quality", qualityNames(), quality,
            labelled(ui, "Quality", "auto: as good as this machine can draw 30 times a second.")))
    {
        preferences.quality = qualityNames()[std::size_t(quality)];
        governor.choose(preferences.quality);
        desk.viewport.invalidate();
    }
    const float width =
        labelled(ui, "Folder of pictures and videos", "Empty: where the studio was started.");
    ui.text("capture folder", "where the studio was started", preferences.captureFolder, width);
    ui.check("cut out", "Pictures without background", desk.isCutOut);
    ui.tip("Pictures (F2) are transparent where nothing is, for laying over something else.");
    static const std::array<std::string, 4> kRates = {"24", "25", "30", "60"};
    int rate = 2;
    for (std::size_t k = 0; k < kRates.size(); ++k)
    {
        rate = std::stoi(kRates[k]) == preferences.captureFps ? int(k) : rate;
    }
    if (ui.choice("capture fps", kRates, rate,
                  labelled(ui, "Video, pictures a second",
                           "A video runs smoothly even where the "
                           "window does not.")))
    {
        preferences.captureFps = std::stoi(kRates[std::size_t(rate)]);
    }
}

void drawWindow(Desk& desk)
{
    Ui& ui = desk.ui;
    Preferences& preferences = desk.preferences;
    ui.heading("Window");
    static const std::array<std::string, 7> kScales = {"as the screen", "75 %",  "100 %", "125 %",
                                                       "150 %",         "200 %", "300 %"};
    constexpr double kFactors[] = {0.0, 0.75, 1.0, 1.25, 1.5, 2.0, 3.0};
    int index = 0;
    for (std::size_t k = 0; k < kScales.size(); ++k)
    {
        index = kFactors[k] == preferences.scale ? int(k) : index;
    }
    if (ui.choice("scale", kScales, index,
                  labelled(ui, "Size of text and buttons", "Also by Ctrl+Plus and Ctrl+Minus.")))
    {
        preferences.scale = kFactors[index];
    }
    if (ui.button("hints again", "Show the first steps again"))
    {
        preferences.areHintsSeen = false;
    }
    ImGui::Dummy({0.0F, ui.points(4.0F)});
    ui.smallText(fmt::format("OpenGL {}", desk.context.version()));
    ui.smallText(desk.context.renderer());
}

} // namespace

void drawStudioPanel(Desk& desk)
{
    Ui& ui = desk.ui;
    beginScrolling("##studio");
    drawHand(desk);
    ImGui::Dummy({0.0F, ui.points(8.0F)});
    drawPictures(desk);
    ImGui::Dummy({0.0F, ui.points(8.0F)});
    drawWindow(desk);
    ImGui::EndChild();
}

} // namespace tarn::studio
