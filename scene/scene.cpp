// Reads a scene from the top: constants first, since all formulas may use them.
#include "scene/scene.h"

#include "scene/builtin.h"
#include "scene/defaults.h"
#include "scene/error.h"
#include "scene/sections.h"
#include "scene/suggest.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>

namespace tarn::scene
{
namespace
{

Scene readScene(const Document& document, const std::string& folder)
{
    ReadContext context;
    context.folder = folder;
    const Value& value = document.root();
    Reader root(context, value.asTable(), "", {value.where});
    Scene scene;
    scene.summary = root.text("summary", "");

    scene.seed = static_cast<std::uint32_t>(
        root.whole("seed", within("seed", "", 0.0, 2147483647.0), kDefaultSeed));
    context.formulas.seed = scene.seed;
    readConstants(root.table("constants"), context.formulas);
    scene.run = readRun(root.table("run"));
    scene.flow = readFlow(root.table("flow"));
    scene.probes = readProbes(root, scene.flow);
    scene.view = readView(root.table("view"), scene.flow);
    root.finish();
    return scene;
}

std::vector<std::string> builtinNames()
{
    std::vector<std::string> names;
    for (const BuiltinScene& scene : builtinScenes())
    {
        names.emplace_back(scene.name);
    }
    return names;
}

} // namespace

tnFlowSettings FluidDescription::at(double t) const
{
    tnFlowSettings settings = constant;
    for (const VaryingSetting& setting : varying)
    {
        setting.of(settings, setting.index) = static_cast<float>(setting.value.at(t));
    }
    return settings;
}

bool SolidDescription::isLed() const
{
    return position[0].varies() || position[1].varies() || angle.varies();
}

bool SolidDescription::hasVaryingSpeed() const
{
    return velocity[0].varies() || velocity[1].varies() || spin.varies();
}

bool BrushDescription::varies() const
{
    const auto any = [](const Vector& v) { return v[0].varies() || v[1].varies(); };
    return any(position) || (to && any(*to)) || radius.varies() || any(velocity) ||
           std::any_of(dye.begin(), dye.end(), [](const Quantity& q) { return q.varies(); }) ||
           temperature.varies() || holdRate.varies() || isOn.varies();
}

Rectangle FlowDescription::area() const
{
    const double h = double(def.cellSize);
    const double left = double(def.origin.x);
    const double bottom = double(def.origin.y);
    return {left, bottom, left + h * def.nx, bottom + h * def.ny};
}

Scene Scene::parse(std::string_view text, const std::string& source,
                   const std::vector<Override>& changes, const std::string& folder)
{
    Document document(text, source);
    for (const Override& change : changes)
    {
        document.set(change);
    }
    Scene scene = readScene(document, folder);
    scene.name = std::filesystem::path(source).stem().string();
    return scene;
}

Scene Scene::load(const std::string& path, const std::vector<Override>& changes)
{
    const std::string text = readTextFile(path);
    return parse(text, path, changes, std::filesystem::path(path).parent_path().string());
}

Scene Scene::find(const std::string& nameOrPath, const std::vector<Override>& changes)
{
    std::error_code ignored;
    if (std::filesystem::exists(nameOrPath, ignored))
    {
        return load(nameOrPath, changes);
    }
    if (const BuiltinScene* builtin = findBuiltin(nameOrPath))
    {
        return parse(builtin->text, std::string(builtin->name) + ".toml", changes);
    }
    throw UnknownScene(fmt::format("there is no file and no built-in scene '{}'; {}", nameOrPath,
                                   suggestion(nameOrPath, builtinNames())));
}

} // namespace tarn::scene
