// What commands that run scenes have in common: which scene, changed how, for how long.
#pragma once

#include "scene/scene.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI
{
class App;
}

namespace tarn::cli
{

struct SceneOptions
{
    std::string scene;
    std::optional<std::int64_t> steps;
    std::optional<double> time;
    std::vector<std::string> settings;
    std::string dt;
    std::string view;
    std::string inside;
    std::string size;
    std::string fps;
    int threads = 0;
};

// The options of those, but for --view, which commands describe themselves.
void addSceneOptions(CLI::App& command, SceneOptions& options);
void addPictureSize(CLI::App& command, SceneOptions& options);

// The scene with all changes. `more` come after those of the options. Throws a UsageError, or an
// Error of the scene's.
scene::Scene loadScene(const SceneOptions& options, const std::vector<scene::Override>& more = {});

std::int64_t stepCount(const SceneOptions& options, const scene::RunDescription& run);

} // namespace tarn::cli
