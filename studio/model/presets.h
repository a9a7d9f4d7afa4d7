// Presets: several parameters at once under one name, such as the liquids.
#pragma once

#include "scene/scene.h"

#include <span>

namespace tarn::studio
{

// A key of the scene's text and its TOML; null: the key is taken out, which gives its default.
struct PresetKey
{
    const char* key;
    const char* toml;
};

struct Preset
{
    const char* name; // "Honey"
    const char* hint; // a sentence
    std::span<const PresetKey> keys;
};

// Those that fit the scene's part.
std::span<const Preset> presetsOf(const scene::Scene& scene);

} // namespace tarn::studio
