// Parameters: every number, switch and choice of a scene that people turn, with its name, its unit
// and the range of its slider.
//
// A parameter is a key of the scene's text. What it is now comes from the scene as it was read, so
// that the tables hold no defaults: the default of a key is what the reader takes without it.
//
//     for (const Parameter& parameter : parametersOf(session.scene())) { ... a row ... }
#pragma once

#include "scene/scene.h"

#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace tarn::studio
{

enum class ParameterKind
{
    number,
    whole,
    flag,
    choice, // one of `words`
    colour, // "#rrggbb"
    pair    // two numbers: x and y
};

// What a parameter is: number and whole are double, choice and colour std::string.
using Setting = std::variant<double, bool, std::string, std::array<double, 2>>;

struct Parameter
{
    const char* key;   // "water.liquid.viscosity"
    const char* group; // "Liquid"; those of a group stand together
    const char* label; // "Viscosity"
    const char* unit;  // "Pa s"; may be empty
    const char* hint;  // a sentence or two
    ParameterKind kind = ParameterKind::number;
    double low = 0.0; // of the slider; what is typed may go as far as the reader allows
    double high = 1.0;
    bool isLogarithmic = false; // where low is 0, the slider begins with a 0 below high * 1e-6
    std::span<const std::string> words = {};
    const char* cost = ""; // what is expensive about a change, in words; empty: nothing

    bool isPerDye = false; // the key is a list with a number for each dye, all the same here

    // What it is in a scene at time t.
    std::function<Setting(const scene::Scene& scene, double t)> read;

    bool isExpensive() const { return *cost != '\0'; }
};

// Those of a flow or of a water, those of the view included, group by group.
std::span<const Parameter> parametersOf(const scene::Scene& scene);

// Null where no table has the key.
const Parameter* findParameter(const scene::Scene& scene, std::string_view key);

// Whether a search for these words should show it: all of them are in its label, group, key, unit
// or hint, whatever the case.
bool matches(const Parameter& parameter, std::string_view words);

// As a scene's text has it: 0.25, true, "honey", [0.0, -9.81].
std::string tomlOf(const Setting& setting);
// The same for a parameter: whole numbers have no point, those of dyes are lists.
std::string tomlOf(const Parameter& parameter, const Setting& setting, int dyeChannels);

} // namespace tarn::studio
