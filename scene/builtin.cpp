// Looks built-in scenes up; their texts are in a file that the build makes (embed.cmake).
#include "scene/builtin.h"

#include <algorithm>

namespace tarn::scene
{

const BuiltinScene* findBuiltin(std::string_view name)
{
    const std::span<const BuiltinScene> scenes = builtinScenes();
    const auto found = std::find_if(scenes.begin(), scenes.end(),
                                    [&](const BuiltinScene& scene) { return scene.name == name; });
    return found == scenes.end() ? nullptr : &*found;
}

} // namespace tarn::scene
