#include "studio/model/tools.h"

#include <algorithm>
#include <cctype>

namespace tarn::studio
{
namespace
{

constexpr Tool kTools[] = {
    {ToolId::dye, "Dye", 'd', "Colours the fluid along the pointer's way and draws it along.", true,
     true, true, true},
    {ToolId::push, "Push", 'p',
     "Draws the fluid along. The right mouse button does so with every tool.", true, true, true,
     true},
    {ToolId::wall, "Wall", 'w', "Paints walls that nothing passes.", true, false, true, false},
    {ToolId::eraseWall, "Erase wall", 'e', "Takes painted walls away.", true, false, true, false},
    {ToolId::pour, "Pour", 'w', "Pours water where the pointer is.", false, true, true, true},
    {ToolId::drain, "Drain", 'n', "Takes water away.", false, true, true, true},
    {ToolId::splash, "Splash", 's', "Slaps the water: a dent with a ring around it.", false, true,
     true, true},
    {ToolId::rain, "Rain", 'r', "A shower where the pointer is.", false, true, true, true},
    {ToolId::raiseGround, "Raise ground", 'u', "Heaps up the ground.", false, true, true, true},
    {ToolId::digGround, "Dig", 'j', "Digs the ground away.", false, true, true, true},
    {ToolId::crate, "Crate", 'c', "Drops a wooden crate where you click.", false, true, false,
     false},
    {ToolId::ball, "Ball", 'b', "Drops a ball where you click.", false, true, false, false},
    {ToolId::barrel, "Barrel", 'l', "Drops a barrel where you click.", false, true, false, false},
    {ToolId::duck, "Duck", 'k', "Drops a rubber duck where you click.", false, true, false, false},
    {ToolId::grab, "Grab", 'g', "Takes a body along; let go while moving to throw it.", false, true,
     false, false},
    {ToolId::erase, "Take away", 'x',
     "Takes the body that you click away. One of a crowd comes back when the scene is reset.",
     false, true, false, false},
};

int dyesOf(const scene::Scene& scene)
{
    return std::visit([](const auto& part) { return part.def.dyeChannels; }, scene.part);
}

} // namespace

std::span<const Tool> allTools()
{
    return kTools;
}

const Tool& toolOf(ToolId id)
{
    return *std::find_if(std::begin(kTools), std::end(kTools),
                         [id](const Tool& tool) { return tool.id == id; });
}

bool isUseful(ToolId id, const scene::Scene& scene)
{
    const Tool& tool = toolOf(id);
    const bool isFlow = std::holds_alternative<scene::FlowDescription>(scene.part);
    return (isFlow ? tool.isForFlow : tool.isForWater) && (id != ToolId::dye || dyesOf(scene) > 0);
}

ToolId firstTool(const scene::Scene& scene)
{
    const bool isFlow = std::holds_alternative<scene::FlowDescription>(scene.part);
    return isFlow ? (isUseful(ToolId::dye, scene) ? ToolId::dye : ToolId::push) : ToolId::crate;
}

const Tool* findTool(char shortcut, const scene::Scene& scene)
{
    const int letter = std::tolower(static_cast<unsigned char>(shortcut));
    const auto found = std::find_if(std::begin(kTools), std::end(kTools), [&](const Tool& tool) {
        return tool.shortcut == letter && isUseful(tool.id, scene);
    });
    return found == std::end(kTools) ? nullptr : &*found;
}

} // namespace tarn::studio
