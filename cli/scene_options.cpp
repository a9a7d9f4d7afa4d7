#include "cli/scene_options.h"

#include "cli/usage_error.h"
#include "scene/defaults.h"
#include "scene/error.h"
#include "scene/picture_size.h"
#include "tarn/tasks.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <optional>

namespace tarn::cli
{
namespace
{

scene::Override parsedSetting(const std::string& text)
{
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
    {
        throw UsageError(fmt::format("--set {}: give a key and a value, as in --set "
                                     "flow.fluid.viscosity=0.01",
                                     text));
    }
    return {text.substr(0, equals), text.substr(equals + 1), "--set " + text};
}

void addSize(const std::string& size, std::vector<scene::Override>& changes)
{
    const std::optional<scene::PictureSize> parsed = scene::parseSize(size);
    if (!parsed)
    {
        throw UsageError(fmt::format("--size {}: give a width and a height of 1 to {}, as in "
                                     "1280x720",
                                     size, scene::kMaxPictureSide));
    }
    const std::string label = "--size " + size;
    changes.push_back({"view.width", fmt::format("{}", parsed->width), label});
    changes.push_back({"view.height", fmt::format("{}", parsed->height), label});
}

// Options that are short for a key of the scene.
std::vector<scene::Override> changesFrom(const SceneOptions& options)
{
    std::vector<scene::Override> changes;
    for (const std::string& setting : options.settings)
    {
        changes.push_back(parsedSetting(setting));
    }
    const auto add = [&](const char* option, const char* key, const std::string& value) {
        if (!value.empty())
        {
            changes.push_back({key, value, fmt::format("{} {}", option, value)});
        }
    };
    add("--dt", "run.dt", options.dt);
    add("--view", "view.show", options.view);
    add("--inside", "view.inside.show", options.inside);
    add("--fps", "view.fps", options.fps);
    if (!options.size.empty())
    {
        addSize(options.size, changes);
    }
    return changes;
}

} // namespace

void addSceneOptions(CLI::App& command, SceneOptions& options)
{
    command
        .add_option("SCENE", options.scene,
                    "A scene file, or the name of a built-in scene; see 'tarn scenes'")
        ->required()
        ->type_name("");
    auto* steps = command.add_option("--steps", options.steps, "How many steps")
                      ->type_name("N")
                      ->check(CLI::Range(std::int64_t(0), std::int64_t(1000000000000000)));
    command.add_option("--time", options.time, "How long, in simulated seconds")
        ->type_name("S")
        ->check(CLI::Range(0.0, 1e9))
        ->excludes(steps);
    command.add_option("--dt", options.dt, "Length of a step in seconds, as in 1/120")
        ->type_name("S");
    command.add_option("--threads", options.threads, "Threads at work; 0: one per core")
        ->type_name("K")
        ->check(CLI::Range(0, TN_MAX_THREADS));
    command
        .add_option("--set", options.settings,
                    "Change a value of the scene, as in flow.fluid.viscosity=0.01; may be repeated")
        ->type_name("KEY=VALUE")
        ->allow_extra_args(false);
}

void addPictureSize(CLI::App& command, SceneOptions& options)
{
    command.add_option("--size", options.size, "Size of pictures, as in 1280x720")
        ->type_name("WxH");
    command.add_option("--fps", options.fps, "Pictures a second of video")->type_name("N");
}

scene::Scene loadScene(const SceneOptions& options, const std::vector<scene::Override>& more)
{
    std::vector<scene::Override> changes = changesFrom(options);
    changes.insert(changes.end(), more.begin(), more.end());
    try
    {
        return scene::Scene::find(options.scene, changes);
    }
    catch (const scene::UnknownScene& error)
    {
        throw UsageError(error.what());
    }
}

std::int64_t stepCount(const SceneOptions& options, const scene::RunDescription& run)
{
    if (options.steps)
    {
        return *options.steps;
    }
    const double steps = std::ceil(options.time.value_or(run.time) / run.dt - 1e-6);
    if (!(steps < 1e15))
    {
        throw UsageError(fmt::format("{} s in steps of {} s are more than anybody can wait for; "
                                     "give a smaller --time or a larger --dt",
                                     options.time.value_or(run.time), run.dt));
    }
    return static_cast<std::int64_t>(std::max(0.0, steps));
}

} // namespace tarn::cli
