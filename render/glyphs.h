// Glyphs: letters as pen strokes.
#pragma once

#include "render/frame.h"

#include <vector>

namespace tarn::render
{

// Capitals are this high; y goes up from the base line.
inline constexpr float kCapUnits = 20.0F;

struct Glyph
{
    float advance = 0.0F;
    std::vector<std::vector<Point>> strokes;
};

// The glyph of a Unicode character; an empty box for those that the font does not have.
const Glyph& glyphOf(char32_t character);

} // namespace tarn::render
