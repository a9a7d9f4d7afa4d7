// The scenes that come with the program: the files of scenes/, put into it when it is built.
#pragma once

#include <span>
#include <string_view>

namespace tarn::scene
{

struct BuiltinScene
{
    std::string_view name; // of the file, without .toml
    std::string_view text;
};

// In alphabetical order.
std::span<const BuiltinScene> builtinScenes();

// Null when there is none of this name.
const BuiltinScene* findBuiltin(std::string_view name);

} // namespace tarn::scene
