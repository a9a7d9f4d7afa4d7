// Reads a scene from the top: constants first, since all formulas may use them.
#include "scene/scene.h"

#include "scene/builtin.h"
#include "scene/defaults.h"
#include "scene/error.h"
#include "scene/sections.h"
#include "scene/suggest.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace tarn::scene
{
namespace
{

std::variant<FlowDescription, WaterDescription> readPart(Reader& root)
{
    if (root.has("water"))
    {
        root.context().part = "water";
        return readWater(root.table("water"));
    }
    return readFlow(root.table("flow"));
}

void nameFilesWhole(Value& value, const std::filesystem::path& folder)
{
    if (auto* array = std::get_if<Array>(&value.data))
    {
        std::for_each(array->begin(), array->end(),
                      [&](Value& item) { nameFilesWhole(item, folder); });
    }
    else if (auto* table = std::get_if<Table>(&value.data))
    {
        for (Member& member : table->members)
        {
            auto* name = std::get_if<std::string>(&member.value.data);
            if (name != nullptr && namesFile(member.key))
            {
                std::error_code ignored;
                *name = std::filesystem::absolute(folder / *name, ignored)
                            .lexically_normal()
                            .generic_string();
            }
            nameFilesWhole(member.value, folder);
        }
    }
}

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
    if (root.has("water") && root.has("flow"))
    {
        root.origin("water").fail("both [flow] and [water] are given; a scene has one of them");
    }
    scene.part = readPart(root);
    std::visit(
        [&](auto& part) {
            scene.probes = readProbes(root, part);
            scene.view = readView(root.table("view"), part);
        },
        scene.part);
    root.finish();
    Value written = value;
    nameFilesWhole(written, folder);
    scene.written = std::make_shared<const Value>(std::move(written));
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

std::int32_t cellsOf(double cells)
{
    return static_cast<std::int32_t>(std::max(1.0, std::round(cells)));
}

template <class Def>
void refineGrid(Def& def, double times)
{
    const double width = double(def.nx) * double(def.cellSize);
    const double height = double(def.ny) * double(def.cellSize);
    def.nx = cellsOf(def.nx * times);
    def.cellSize = static_cast<float>(width / def.nx);
    def.ny = cellsOf(height / double(def.cellSize));
}

} // namespace

void Scene::refine(double times)
{
    std::visit([times](auto& each) { refineGrid(each.def, times); }, part);
    auto* water = std::get_if<WaterDescription>(&part);
    if (water != nullptr && water->onFlow)
    {
        water->onFlow->nx = cellsOf(water->onFlow->nx * times);
        water->onFlow->ny = cellsOf(water->onFlow->ny * times);
    }
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
    const SceneText found = SceneText::find(nameOrPath);
    return parse(found.text, found.source, changes, found.folder);
}

SceneText SceneText::find(const std::string& nameOrPath)
{
    std::error_code ignored;
    if (std::filesystem::exists(nameOrPath, ignored))
    {
        return {readTextFile(nameOrPath), nameOrPath,
                std::filesystem::path(nameOrPath).parent_path().string()};
    }
    if (const BuiltinScene* builtin = findBuiltin(nameOrPath))
    {
        return {std::string(builtin->text), fmt::format("{}.toml", builtin->name), {}};
    }
    throw UnknownScene(fmt::format("there is no file and no built-in scene '{}'; {}", nameOrPath,
                                   suggestion(nameOrPath, builtinNames())));
}

} // namespace tarn::scene
