// Keys that the views of all scenes share.
#pragma once

#include "scene/reader.h"
#include "scene/scene.h"

#include "render/view.h"

#include <string>

namespace tarn::scene
{

inline constexpr Rule kPartRule = within("part", "", 0.0, 1.0);
inline constexpr Rule kPointsRule = notNegative("length", "points");

float readFloat(Reader& table, const char* key, const Rule& rule, float fallback);
void readColour(Reader& table, const char* key, render::Colour& colour);

// The colour map and range of a quantity that render knows.
render::ScalarStyle readScalar(Reader table, const std::string& quantity);
void readInk(Reader table, render::InkStyle& ink);

// Size, window, labels, pace, arrows. `area` is the grid's.
void readViewKeys(Reader& table, const Rectangle& area, double cellSize, ViewDescription& view);

} // namespace tarn::scene
