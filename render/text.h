// Text in the built-in pen font: ASCII and the signs ² ³ · × − ° µ; anything else is an empty box.
#pragma once

#include "render/mask.h"

#include <functional>
#include <string>
#include <string_view>

namespace tarn::render
{

// How wide a line of UTF-8 text is, in units of `capHeight`, the height of its capitals.
float textWidth(std::string_view text, float capHeight);

// Hyphens become the sign that is as wide as a plus.
std::string withMinusSigns(std::string text);

// The strokes of a line of text one by one, as pixels with y going down; `origin` is where its base
// line starts. A pen of kTextPen times the height of capitals draws them.
inline constexpr float kTextPen = 0.11F;
void visitStrokes(std::string_view text, Point origin, float capHeight,
                  const std::function<void(Point from, Point to)>& visit);

// Draws a line of text into a mask. `origin` is where its base line starts. The pen is a ninth of
// the height of capitals and `grown` pixels more on either side.
void drawText(Mask& mask, std::string_view text, Point origin, float capHeight, float grown = 0.0F);

} // namespace tarn::render
