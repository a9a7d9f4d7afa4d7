#include "studio/app/parameters_panel.h"

#include "studio/app/icons.h"

#include "render/colour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace tarn::studio
{
namespace
{

constexpr float kFieldWidth = 78.0F;

// Linear light to what people write, and back, channel by channel.
std::string hexOf(const float (&rgb)[3])
{
    const auto byte = [](float level) {
        return int(std::lround(255.0F * std::clamp(level, 0.0F, 1.0F)));
    };
    return fmt::format("#{:02x}{:02x}{:02x}", byte(rgb[0]), byte(rgb[1]), byte(rgb[2]));
}

// What setting it means to the running scene, for its tip.
std::string tipOf(const Parameter& parameter)
{
    std::string text = parameter.hint;
    if (parameter.isExpensive())
    {
        text += fmt::format("\n\nExpensive: {}.", parameter.cost);
    }
    return text;
}

} // namespace

void ParametersPanel::follow(Desk& desk, const Parameter& parameter, const Setting& setting,
                             const Edit& edit)
{
    Session& session = desk.session;
    isPreviewing_ = !edit.isDone;
    if (edit.isChanged && !edit.isDone)
    {
        desk.later([&session, &parameter, setting] { session.preview(parameter, setting); });
    }
    if (edit.isDone)
    {
        desk.later([&session, &parameter, setting] {
            session.preview(parameter, setting);
            session.endPreview();
        });
    }
}

void ParametersPanel::settle(Desk& desk)
{
    if (ImGui::IsAnyItemActive())
    {
        return;
    }
    heldKey_.clear();
    if (isPreviewing_)
    {
        isPreviewing_ = false;
        desk.later([&session = desk.session] { session.endPreview(); });
    }
}

void ParametersPanel::drawLabel(Desk& desk, const Parameter& parameter)
{
    Ui& ui = desk.ui;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::TextUnformatted(parameter.label);
    ui.tip(tipOf(parameter));
    if (*parameter.unit != '\0')
    {
        ImGui::SameLine(0.0F, ui.points(6.0F));
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.points(1.5F));
        ui.smallText(parameter.unit);
    }
    if (desk.session.isFormula(parameter))
    {
        ImGui::SameLine(0.0F, ui.points(8.0F));
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.points(1.5F));
        ui.smallText("formula", colours::kAccent);
        ui.remember(fmt::format("{} formula", parameter.key));
        ui.tip(desk.session.writtenAs(parameter) +
               "\n\nMoving the slider puts a number in its place.");
    }
    const float right = ImGui::GetWindowContentRegionMax().x + ImGui::GetWindowPos().x;
    if (parameter.isExpensive())
    {
        const float side = ui.points(15.0F);
        ImGui::SetCursorScreenPos({right - ui.points(46.0F), at.y + ui.points(2.0F)});
        drawIcon(*ImGui::GetWindowDrawList(), "cost", ImGui::GetCursorScreenPos(), side,
                 colours::kWarning);
        ImGui::Dummy({side, side});
        ui.tip(fmt::format("Expensive: {}.", parameter.cost));
    }
    if (desk.session.isGiven(parameter))
    {
        ImGui::SetCursorScreenPos({right - ui.points(24.0F), at.y - ui.points(2.0F)});
        Session& session = desk.session;
        if (ui.iconButton(fmt::format("{} reset", parameter.key), "revert", false, 24.0F))
        {
            desk.later([&session, &parameter] { session.reset(parameter); });
        }
        ui.tip("Back to the default");
    }
    ImGui::SetCursorScreenPos({at.x, at.y + ui.points(20.0F)});
}

void ParametersPanel::drawNumber(Desk& desk, const Parameter& parameter, double number)
{
    Ui& ui = desk.ui;
    const bool isWhole = parameter.kind == ParameterKind::whole;
    double shown = heldKey_ == parameter.key ? heldNumber_ : number;
    const float width = ImGui::GetContentRegionAvail().x;
    const float field = ui.points(kFieldWidth);
    Edit edit = ui.slider(parameter.key, shown, parameter.low, parameter.high,
                          parameter.isLogarithmic, width - field - ui.points(8.0F));
    if (isWhole)
    {
        shown = std::round(shown);
    }
    const bool isAsked = ImGui::IsItemClicked() && ImGui::GetIO().KeyCtrl;
    if (parameter.isExpensive())
    {
        // It shows where it would go, and goes there when it is let go.
        if (edit.isChanged)
        {
            heldKey_ = parameter.key;
            heldNumber_ = shown;
        }
        edit.isChanged = edit.isDone;
        if (edit.isDone)
        {
            heldKey_.clear();
        }
    }
    if (edit.isDone || (edit.isChanged && shown != number))
    {
        follow(desk, parameter, shown, edit);
    }
    ImGui::SameLine(0.0F, ui.points(8.0F));
    if (isAsked)
    {
        ui.focusNext();
    }
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ui.points(2.0F));
    const Edit typed = ui.number(fmt::format("{} field", parameter.key), shown, isWhole, field);
    if (typed.isDone)
    {
        follow(desk, parameter, shown, typed);
    }
}

void ParametersPanel::drawPair(Desk& desk, const Parameter& parameter, std::array<double, 2> pair)
{
    Ui& ui = desk.ui;
    const float width = 0.5F * (ImGui::GetContentRegionAvail().x - ui.points(8.0F));
    const Edit x = ui.number(fmt::format("{} x", parameter.key), pair[0], false, width);
    ImGui::SameLine(0.0F, ui.points(8.0F));
    const Edit y = ui.number(fmt::format("{} y", parameter.key), pair[1], false, width);
    if (x.isDone || y.isDone)
    {
        follow(desk, parameter, pair, {true, true});
    }
}

void ParametersPanel::drawColour(Desk& desk, const Parameter& parameter, const std::string& written)
{
    float rgb[3] = {};
    const render::Colour colour = render::parseColour(written);
    rgb[0] = render::encodeSrgb(colour.r);
    rgb[1] = render::encodeSrgb(colour.g);
    rgb[2] = render::encodeSrgb(colour.b);
    const Edit edit = desk.ui.colour(parameter.key, rgb, ImGui::GetContentRegionAvail().x);
    if (edit.isChanged || edit.isDone)
    {
        follow(desk, parameter, hexOf(rgb), edit);
    }
}

void ParametersPanel::drawChoice(Desk& desk, const Parameter& parameter, const std::string& word)
{
    const auto found = std::find(parameter.words.begin(), parameter.words.end(), word);
    int index = int(found - parameter.words.begin());
    if (desk.ui.choice(parameter.key, parameter.words, index, ImGui::GetContentRegionAvail().x))
    {
        follow(desk, parameter, parameter.words[std::size_t(index)], {true, true});
    }
}

void ParametersPanel::drawValue(Desk& desk, const Parameter& parameter, const Setting& value)
{
    switch (parameter.kind)
    {
    case ParameterKind::number:
    case ParameterKind::whole:
        drawNumber(desk, parameter, std::get<double>(value));
        break;
    case ParameterKind::pair:
        drawPair(desk, parameter, std::get<std::array<double, 2>>(value));
        break;
    case ParameterKind::colour:
        drawColour(desk, parameter, std::get<std::string>(value));
        break;
    case ParameterKind::choice:
        drawChoice(desk, parameter, std::get<std::string>(value));
        break;
    case ParameterKind::flag:
        bool isOn = std::get<bool>(value);
        if (desk.ui.check(parameter.key, parameter.label, isOn))
        {
            follow(desk, parameter, isOn, {true, true});
        }
        desk.ui.tip(tipOf(parameter));
        break;
    }
}

// A formula may have no value at this moment: the row says so in place of it.
void ParametersPanel::drawRow(Desk& desk, const Parameter& parameter)
{
    Ui& ui = desk.ui;
    ImGui::PushID(parameter.key);
    if (parameter.kind != ParameterKind::flag)
    {
        drawLabel(desk, parameter);
    }
    std::optional<Setting> value;
    std::string problem;
    try
    {
        value = desk.session.valueOf(parameter);
    }
    catch (const std::exception& error)
    {
        problem = error.what();
    }
    if (value)
    {
        drawValue(desk, parameter, *value);
    }
    else
    {
        ui.wrapped(problem, colours::kError);
        ui.remember(fmt::format("{} problem", parameter.key));
    }
    ImGui::Dummy({0.0F, ui.points(3.0F)});
    ImGui::PopID();
}

// Liquids as buttons, as many to a line as fit.
void ParametersPanel::drawPresets(Desk& desk)
{
    Ui& ui = desk.ui;
    Session& session = desk.session;
    const auto presets = presetsOf(session.scene());
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
    bool isFirst = true;
    for (const Preset& preset : presets)
    {
        const float width =
            ImGui::CalcTextSize(preset.name).x + 2.0F * ImGui::GetStyle().FramePadding.x;
        if (!isFirst && ImGui::GetItemRectMax().x + ui.points(6.0F) + width < right)
        {
            ImGui::SameLine(0.0F, ui.points(6.0F));
        }
        isFirst = false;
        if (ui.button(fmt::format("preset {}", preset.name), preset.name))
        {
            desk.later([&session, &preset] { session.apply(preset); });
        }
        ui.tip(preset.hint);
    }
    if (!presets.empty())
    {
        ImGui::Dummy({0.0F, ui.points(2.0F)});
    }
}

void ParametersPanel::draw(Desk& desk)
{
    Ui& ui = desk.ui;
    if (wantsSearch_)
    {
        ui.focusNext();
        wantsSearch_ = false;
    }
    const float clear = search_.empty() ? 0.0F : ui.points(34.0F);
    ui.text("search", "Search: viscosity, foam, sun ...", search_,
            ImGui::GetContentRegionAvail().x - clear);
    if (!search_.empty())
    {
        ImGui::SameLine(0.0F, ui.points(4.0F));
        if (ui.iconButton("search clear", "close", false, 30.0F))
        {
            search_.clear();
        }
    }
    beginScrolling("##rows");
    if (search_.empty())
    {
        drawPresets(desk);
    }
    std::string_view group;
    bool isOpen = true;
    int groups = 0;
    int found = 0;
    for (const Parameter& parameter : parametersOf(desk.session.scene()))
    {
        if (!matches(parameter, search_))
        {
            continue;
        }
        ++found;
        if (group != parameter.group)
        {
            group = parameter.group;
            ++groups;
            // The first two are what most people want; a search shows all it finds.
            isOpen =
                ui.section(fmt::format("group {}", group), group, groups <= 2) || !search_.empty();
        }
        if (isOpen)
        {
            ImGui::Indent(ui.points(6.0F));
            drawRow(desk, parameter);
            ImGui::Unindent(ui.points(6.0F));
        }
    }
    if (found == 0)
    {
        ui.wrapped(fmt::format("Nothing is called '{}'.", search_), colours::kMuted);
    }
    ImGui::EndChild();
}

} // namespace tarn::studio
