// `tarn scenes`: lists the built-in scenes, or prints the file of one to start from.
#include "cli/commands.h"
#include "cli/usage_error.h"
#include "scene/builtin.h"
#include "scene/error.h"
#include "scene/scene.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <memory>

namespace tarn::cli
{
namespace
{

void listScenes()
{
    for (const scene::BuiltinScene& builtin : scene::builtinScenes())
    {
        const scene::Scene scene = scene::Scene::find(std::string(builtin.name));
        fmt::print("{:<18}{}\n", builtin.name, scene.summary);
    }
}

void printScene(const std::string& name)
{
    if (const scene::BuiltinScene* builtin = scene::findBuiltin(name))
    {
        fmt::print("{}", builtin->text);
        return;
    }
    throw UsageError(
        fmt::format("there is no built-in scene '{}'; 'tarn scenes' lists them", name));
}

} // namespace

void addScenesCommand(CLI::App& program)
{
    CLI::App* command = program.add_subcommand("scenes", "List the built-in scenes");
    command->group("Commands");
    const auto name = std::make_shared<std::string>();
    command->add_option("NAME", *name, "Print this one's file, as a start for your own")
        ->type_name("");
    command->callback([name] {
        if (name->empty())
        {
            listScenes();
        }
        else
        {
            printScene(*name);
        }
    });
}

} // namespace tarn::cli
