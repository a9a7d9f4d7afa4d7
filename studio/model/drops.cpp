#include "studio/model/drops.h"

#include "studio/model/defaults.h"
#include "studio/model/letters.h"
#include "studio/model/session.h"

#include "scene/error.h"
#include "scene/mesh.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace tarn::studio
{
namespace
{

namespace fs = std::filesystem;

std::string suffixOf(const std::string& path)
{
    return lowerCase(fs::path(path).extension().string());
}

// As TOML, by its whole name: the scene may be saved anywhere.
std::string fileToml(const std::string& path)
{
    std::error_code ignored;
    return scene::quoted(fs::absolute(path, ignored).generic_string());
}

// Letters, digits, - and _ of the file's name.
std::string nameFrom(const std::string& path)
{
    std::string name;
    for (const char c : fs::path(path).stem().string())
    {
        const auto letter = static_cast<unsigned char>(c);
        name += letter < 0x80 && (std::isalnum(letter) != 0 || c == '-' || c == '_') ? c : '_';
    }
    return name.empty() ? "body" : name.substr(0, kLongestName);
}

// A mesh is shown as large as other bodies are, unless it is of a fitting size already.
double fittingScale(double reach, double side)
{
    const bool fits = reach > kLeastMeshPart * side && reach < kMostMeshPart * side;
    return fits || reach <= 0.0 ? 1.0 : kBodyPart * side / reach;
}

scene::Change dropBody(Session& session, const std::string& path, tnVec3 place)
{
    const scene::Rectangle area = session.scene().water().area();
    const double side = std::min(area.right - area.left, area.top - area.bottom);
    const double reach = scene::reachOf(scene::readObj(path)); // says what is wrong with it
    const double scale = fittingScale(reach, side);
    const std::string name = session.freeName("water.bodies", nameFrom(path));
    return session.add("water.bodies",
                       fmt::format("name = {}\nshape = \"mesh\"\nfile = {}\ndensity = {}\n"
                                   "scale = {:.4g}\nposition = [{:.3f}, {:.3f}, {:.3f}]\n",
                                   scene::quoted(name), fileToml(path),
                                   scene::numberToml(kMeshDensity), scale, place.x, place.y,
                                   double(place.z) + scale * reach),
                       fmt::format("Drop {}", name));
}

} // namespace

const char* nameOf(DropUse use)
{
    switch (use)
    {
    case DropUse::openScene:
        return "Open the scene";
    case DropUse::floatingBody:
        return "Floating body";
    case DropUse::terrain:
        return "Terrain";
    case DropUse::walls:
        return "Walls";
    case DropUse::liquidTexture:
        return "Liquid texture";
    }
    return "";
}

std::vector<DropUse> usesOf(const std::string& path, const Session& session)
{
    const std::string suffix = suffixOf(path);
    const bool isPicture = suffix == ".png" || suffix == ".jpg" || suffix == ".jpeg";
    if (suffix == ".toml")
    {
        return {DropUse::openScene};
    }
    if (session.water() != nullptr)
    {
        return suffix == ".obj" ? std::vector{DropUse::floatingBody}
               : isPicture      ? std::vector{DropUse::terrain}
                                : std::vector<DropUse>();
    }
    return isPicture && session.flow() != nullptr
               ? std::vector{DropUse::liquidTexture, DropUse::walls}
               : std::vector<DropUse>();
}

scene::Change drop(Session& session, const std::string& path, DropUse use, tnVec3 place)
{
    switch (use)
    {
    case DropUse::openScene:
        session.open(path);
        return scene::Change::restarts;
    case DropUse::floatingBody:
        return dropBody(session, path, place);
    case DropUse::terrain:
    {
        // Bright is dry land. The water begins level on it.
        const double level = double(session.scene().water().def.level);
        const double high = std::max(kLandPart * level, level + kLeastLand);
        const scene::KeyText keys[] = {
            {"water.terrain", fmt::format("{{ image = {}, low = 0.0, high = {} }}", fileToml(path),
                                          scene::numberToml(high))}};
        return session.setPicture(keys, "Terrain from a picture", true);
    }
    case DropUse::walls:
    {
        const scene::KeyText keys[] = {
            {"flow.mask", fmt::format("{{ image = {} }}", fileToml(path))}};
        return session.setPicture(keys, "Walls from a picture", false);
    }
    case DropUse::liquidTexture:
    {
        const scene::KeyText keys[] = {
            {"flow.texture", "true"},        {"view.show", "\"texture\""},
            {"view.texture.red", {}, true},  {"view.texture.green", {}, true},
            {"view.texture.blue", {}, true}, {"view.texture.image", fileToml(path)}};
        return session.setPicture(keys, "Liquid texture", false);
    }
    }
    return scene::Change::none;
}

} // namespace tarn::studio
