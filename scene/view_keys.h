// Keys that the views of all scenes share.
#pragma once

#include "scene/reader.h"
#include "scene/scene.h"

#include "render/view.h"

#include <span>
#include <string>

namespace tarn::scene
{

inline constexpr Rule kPartRule = within("part", "", 0.0, 1.0);
inline constexpr Rule kPointsRule = notNegative("length", "points");

float readFloat(Reader& table, const char* key, const Rule& rule, float fallback);
void readColour(Reader& table, const char* key, render::Colour& colour);

// The colour map and range of a quantity, where they are not as `style` has them.
render::ScalarStyle readScalar(Reader table, render::ScalarStyle style);
void readInk(Reader table, render::InkStyle& ink);

// Size, window, labels, pace, arrows, what is shown of the inside. `area` is the grid's, `maps` are
// the quantities that can be shown there.
void readViewKeys(Reader& table, const Rectangle& area, double cellSize,
                  std::span<const std::string> maps, ViewDescription& view);

} // namespace tarn::scene
