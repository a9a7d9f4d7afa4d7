// The legend (a colour bar with its quantity, unit and ticks) and the labels in the upper corners.
#pragma once

#include "render/canvas.h"
#include "render/colour.h"
#include "render/mask.h"
#include "render/range_follower.h"
#include "render/view.h"

#include <string>
#include <vector>

namespace tarn::render
{

// Where numbers stand on an axis, and what they read.
struct Ticks
{
    std::vector<float> values;
    std::vector<std::string> texts;
    int exponent = 0; // texts are values over 10^exponent
};

// Multiples of 1, 2 or 5 times a power of ten inside the limits, `most` at most. Between one
// hundredth and 100000 they are written out, else as multiples of a power of ten.
Ticks niceTicks(Limits limits, int most);

// The limits themselves, to three digits, and those of niceTicks that are not in their way.
Ticks endTicks(Limits limits, int most);

// "12.50 s"; longer times lose decimals.
std::string timeText(double seconds);

// How high the strip of LegendPlace::below is, in pixels.
int legendStripHeight(float point);

// How high the panel of LegendPlace::inside is, and how far from the corner, in pixels.
float legendPanelHeight(float point);
float legendInset(float point);

enum class LegendNumbers
{
    nice, // of niceTicks
    ends, // of endTicks
};

// Draws the legend into `box`: a panel in its lower left corner, or the strip itself.
void drawLegend(Canvas& canvas, Mask& mask, Box box, const ScalarStyle& style, const ColourMap& map,
                Limits limits, LegendPlace place, float point,
                LegendNumbers numbers = LegendNumbers::nice);

// A panel as the legend's, and text in its colours, for what else explains a picture.
void drawPanel(Canvas& canvas, Mask& mask, Point low, Point high, float point);
void drawPanelText(Canvas& canvas, Mask& mask, const std::string& text, Point origin, float point);
float panelTextWidth(const std::string& text, float point);
float panelTextHeight(float point); // of capitals

// Draws the title at the left and the other label at the right of the upper edge of `box`; either
// may be empty. Legible on any ground.
void drawLabels(Canvas& canvas, Mask& mask, Box box, const std::string& title,
                const std::string& time, float point);

} // namespace tarn::render
