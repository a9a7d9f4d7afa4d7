// View: how pictures look. Every field has a default that makes a good picture.
//
// Lengths in "points" are 1/720 of the picture's shorter side, so that a view looks the same at any
// size; in small pictures they are no less than 0.6 pixels.
#pragma once

#include "render/colour.h"

#include <string>
#include <string_view>
#include <vector>

namespace tarn::render
{

// How long a point is in a picture of this size, in pixels.
float pointOf(int width, int height);

// The most dye channels that one picture mixes.
inline constexpr int kMaxDyes = 8;

enum class Content
{
    scalar,  // Frame::scalar through a colour map
    ink,     // Frame::dyes as light or pigment
    texture, // Frame::texture carried along by the liquid
};

enum class RangeKind
{
    fixed,     // low .. high as given
    automatic, // follows the field
    fromZero,  // 0 .. what the field reaches
    symmetric, // as far below zero as above
};

// Which values the ends of a colour map stand for. A range that follows the field leaves out the
// most extreme values, widens at once and narrows slowly.
struct Range
{
    RangeKind kind = RangeKind::automatic;
    float low = 0.0F; // of a fixed range
    float high = 1.0F;

    friend bool operator==(const Range&, const Range&) = default;
};

struct ScalarStyle
{
    std::string name; // on the legend, as in "speed"
    std::string unit; // as in "m/s"; may have the signs of text.h; empty: none
    MapName map = MapName::heat;
    Range range;
};

// The style of a quantity that every fluid has: speed, vorticity, pressure, divergence,
// temperature, dye, height, depth, foam, ground pressure, displaced. Throws an Error that lists
// them.
ScalarStyle quantityStyle(std::string_view quantity);

enum class InkMode
{
    light,   // glows on a dark ground
    pigment, // takes light away from paper
    smoke,   // hides what is behind it, lit from above; a Painter draws it as light
};

struct InkStyle
{
    InkMode mode = InkMode::light;
    std::vector<Colour> colours; // of each dye at amount 1; those missing come from inkPalette
    std::vector<float> glow;     // smoke: how far each dye gives light instead, 0 .. 1; else 0
    float strength = 1.0F;       // amounts are multiplied by this
    Colour ground = {0.0F, 0.0F, 0.0F};              // behind light and smoke
    Colour paper = fromSrgb(0.965F, 0.949F, 0.917F); // behind pigment
    float bloom = 0.5F;  // how much bright light spreads, 0 .. 1; not pigment
    float relief = 0.0F; // how strongly a lamp at the upper left models the ink, 0 .. 1
};

// Colours that go well together, for inks nobody chose colours for.
Colour inkPalette(int index, InkMode mode);

struct SolidStyle
{
    Colour fill = fromSrgb(0.33F, 0.35F, 0.39F);
    Colour edge = fromSrgb(0.72F, 0.74F, 0.78F);
    float edgeWidth = 1.6F; // points; 0: no edge
};

struct ArrowStyle
{
    bool shown = false;
    float spacing = 30.0F;  // points from one to the next
    float fullSpeed = 0.0F; // m/s of an arrow as long as the spacing; 0: follows the field
    Colour colour = {1.0F, 1.0F, 1.0F};
};

struct TracerStyle
{
    float radius = 2.0F; // points
    Colour colour = fromSrgb(1.0F, 0.98F, 0.9F);
    float opacity = 0.85F;
};

struct StreakStyle
{
    float width = 2.0F; // points
    Colour colour = fromSrgb(1.0F, 0.98F, 0.9F);
    float opacity = 0.9F; // at the newest end; fades to a fifth of it at the oldest
};

enum class LegendPlace
{
    none,
    inside, // a panel over the lower left corner
    below,  // a strip under the fluid, which covers none of it
};

struct View
{
    int width = 1280; // pixels
    int height = 0;   // pixels; 0: as the world's shape asks for
    Content content = Content::scalar;
    ScalarStyle scalar;
    InkStyle ink;
    SolidStyle solid;
    ArrowStyle arrows;
    TracerStyle tracers;
    StreakStyle streaks;
    LegendPlace legend = LegendPlace::none;          // of Content::scalar
    std::string title;                               // at the upper left; empty: none
    bool showTime = false;                           // at the upper right
    Colour margin = fromSrgb(0.07F, 0.075F, 0.085F); // around a world of another shape
    bool dither = true;                              // hides the steps of 8 bits in dark gradients
};

} // namespace tarn::render
