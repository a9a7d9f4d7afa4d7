// Small helpers for the tables of parameters: how a number of a scene becomes a Setting.
#pragma once

#include "studio/model/parameters.h"

#include "render/colour.h"

#include <vector>

namespace tarn::studio
{

// Of the part's table, each in a file of its own; those of the view come last.
std::vector<Parameter> flowParameters();
std::vector<Parameter> waterParameters();
std::vector<Parameter> flowViewParameters();
std::vector<Parameter> waterViewParameters();

// What is expensive, in words.
inline constexpr const char* kRegrids = "Makes a new grid; the fluid is kept.";
inline constexpr const char* kRestarts = "Starts the scene anew.";

// "#rrggbb"
std::string colourText(render::Colour colour);

// The text that a scene's key has, where it has one.
std::string writtenText(const scene::Scene& scene, const std::string& key,
                        const std::string& fallback);

inline Setting asPair(double x, double y)
{
    return std::array<double, 2>{x, y};
}

} // namespace tarn::studio
