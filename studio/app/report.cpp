#include "studio/app/report.h"

#include "studio/app/defaults.h"
#include "studio/model/folders.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace tarn::studio
{
namespace
{

using Json = nlohmann::ordered_json;

Json vector(tnVec3 v)
{
    return {v.x, v.y, v.z};
}

Json rectangle(ImVec2 low, ImVec2 high)
{
    return {low.x, low.y, high.x, high.y};
}

Json widgetsOf(const Ui& ui)
{
    Json widgets = Json::object();
    for (const Spot& spot : ui.spots())
    {
        widgets[spot.name] = {{"rect", rectangle(spot.low, spot.high)},
                              {"enabled", spot.isEnabled}};
    }
    return widgets;
}

Json noticesOf(const Notices& notices)
{
    constexpr const char* kKinds[] = {"info", "warning", "error"};
    Json list = Json::array();
    for (const Notice& notice : notices.shown())
    {
        list.push_back(
            {{"number", notice.number}, {"kind", kKinds[int(notice.kind)]}, {"text", notice.text}});
    }
    return list;
}

Json parametersOf(const Session& session)
{
    Json parameters = Json::object();
    for (const Parameter& parameter : studio::parametersOf(session.scene()))
    {
        try
        {
            const Setting setting = session.valueOf(parameter);
            std::visit([&](const auto& value) { parameters[parameter.key] = value; }, setting);
        }
        catch (const std::exception&)
        {
            parameters[parameter.key] = nullptr; // a formula without a value at this moment
        }
    }
    return parameters;
}

// Where a point of the scene is in the window.
Json pixelOf(const Desk& desk, const Area& picture, tnVec3 point)
{
    const auto place = desk.viewport.placeOf(point);
    if (!place)
    {
        return nullptr;
    }
    const ImVec2 pixel = picture.at(*place);
    return {pixel.x, pixel.y};
}

Json bodiesOf(Desk& desk, const Area& picture)
{
    Json list = Json::array();
    const scene::WaterRun* water = desk.session.water();
    if (water == nullptr)
    {
        return list;
    }
    for (std::size_t k = 0; k < water->bodies().size(); ++k)
    {
        const scene::RunBody& body = water->bodies()[k];
        if (!body.isThere())
        {
            continue;
        }
        const scene::RigidMotion motion = water->rigid().motion(body.rigid);
        tnBodyForce force = {};
        tnWater_GetBodyForces(water->water(), &body.water, 1, &force);
        list.push_back({{"number", k},
                        {"name", water->scene().water().bodies[std::size_t(body.group)].name},
                        {"position", vector(motion.position)},
                        {"velocity", vector(motion.velocity)},
                        {"submerged", force.submergedVolume},
                        {"density", body.density},
                        {"pixel", pixelOf(desk, picture, motion.position)}});
    }
    return list;
}

// How much there is of the fluid, and how it moves.
Json fluidOf(const Session& session)
{
    if (const scene::FlowRun* flow = session.flow())
    {
        const tnFlowTotals totals = flow->totals();
        return {{"energy", totals.kineticEnergy}, {"dye", totals.dye[0]}};
    }
    if (const scene::WaterRun* water = session.water())
    {
        const tnWaterTotals totals = water->totals();
        return {{"energy", totals.kineticEnergy},
                {"volume", totals.volume},
                {"momentum", {totals.momentumX, totals.momentumY}}};
    }
    return nullptr;
}

Json sceneOf(const Session& session)
{
    return {{"name", session.name()},
            {"path", session.path()},
            {"changed", session.isChanged()},
            {"part", session.flow() != nullptr    ? "flow"
                     : session.water() != nullptr ? "water"
                                                  : "twin"}};
}

Json eyeOf(const Eye& eye)
{
    constexpr const char* kKinds[] = {"perspective", "top", "side", "under"};
    return {
        {"kind", kKinds[int(eye.kind())]},          {"azimuth", eye.orbit().azimuth},
        {"elevation", eye.orbit().elevation},       {"distance", eye.orbit().distance},
        {"field_of_view", eye.orbit().fieldOfView}, {"middle", {eye.middle().x, eye.middle().y}},
        {"half_height", eye.halfHeight()}};
}

} // namespace

void Report::update(Desk& desk, const ReportState& state)
{
    if (path_.empty() || desk.now - last_ < kReportSeconds)
    {
        return;
    }
    last_ = desk.now;
    const Session& session = desk.session;
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    Json json;
    json["frame"] = state.frame;
    json["seconds"] = desk.now;
    json["pictures"] = state.pictures;
    json["gl_errors"] = state.glErrors;
    json["errors_told"] = desk.notices.errorsTold();
    json["scene"] = sceneOf(session);
    json["playing"] = session.isPlaying();
    json["time"] = session.run().time();
    json["steps"] = session.run().steps();
    json["speed"] = session.speed();
    json["pace"] = session.pace();
    json["backend"] = session.options().backend == tn_backendGL ? "gl" : "cpu";
    json["tool"] = toolOf(desk.session.hand().tool()).name;
    json["held"] = desk.session.hand().held().has_value();
    json["undo"] = session.undoText();
    json["redo"] = session.redoText();
    json["panel"] = desk.arePanelsShown ? kPanelNames[int(desk.panel)] : "";
    json["help"] = desk.isHelpShown;
    json["dialog"] = state.isDialogOpen;
    json["recording"] = desk.capture.isRecording();
    json["recorded"] = desk.capture.frames();
    json["last_file"] = state.lastFile;
    json["focus"] = desk.ui.focused();
    json["typing"] = ImGui::GetIO().WantTextInput;
    json["keys_in_panels"] = ImGui::GetIO().NavActive;
    json["window"] = {size.x, size.y};
    json["picture"] = rectangle(state.picture.low, state.picture.high);
    json["eye"] = eyeOf(desk.viewport.eye());
    json["notices"] = noticesOf(desk.notices);
    json["fluid"] = fluidOf(session);
    json["bodies"] = bodiesOf(desk, state.picture);
    json["parameters"] = parametersOf(session);
    json["widgets"] = widgetsOf(desk.ui);
    writeWhole(path_, json.dump(1));
}

} // namespace tarn::studio
