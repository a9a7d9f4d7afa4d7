// Colours in linear light, their codings, and colour maps.
//
// Mixing, blurring and covering are right in linear light; people write colours in sRGB and judge
// distances between them in OKLab (Ottosson 2020), in which the maps are drawn as splines.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

namespace tarn::render
{

// Linear light, Rec. 709 primaries; 0 is black, 1 is the display's brightest.
struct Colour
{
    float r = 0.0F;
    float g = 0.0F;
    float b = 0.0F;

    friend bool operator==(const Colour&, const Colour&) = default;
    friend Colour operator+(Colour p, Colour q) { return {p.r + q.r, p.g + q.g, p.b + q.b}; }
    friend Colour operator*(Colour p, Colour q) { return {p.r * q.r, p.g * q.g, p.b * q.b}; }
    friend Colour operator*(Colour p, float s) { return {p.r * s, p.g * s, p.b * s}; }
};

// A colour as people write it, three numbers in 0 .. 1.
Colour fromSrgb(float r, float g, float b);

// "#rrggbb" or "#rgb". Throws an Error that names the text.
Colour parseColour(std::string_view text);

// The sRGB coding of one channel of linear light, both in 0 .. 1, and its inverse.
float encodeSrgb(float linear);
float decodeSrgb(float coded);
Colour coded(Colour linear);

// Perceptual coordinates: lightness 0 .. 1, green to red, blue to yellow.
struct OkLab
{
    float lightness = 0.0F;
    float a = 0.0F;
    float b = 0.0F;
};
OkLab toOkLab(Colour colour);
Colour fromOkLab(OkLab lab);

// From `a` (t = 0) to `b` (t = 1).
inline Colour mix(Colour a, Colour b, float t)
{
    return {a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

// How bright a colour looks, in linear light.
inline float luminance(Colour c)
{
    return 0.2126F * c.r + 0.7152F * c.g + 0.0722F * c.b;
}

// Light of any strength to what a display shows, 0 .. 1: straight near black, then ever slower.
inline float toneShoulder(float light)
{
    return light / std::sqrt(1.0F + light * light);
}

enum class MapName
{
    heat,      // black, violet, red, orange, pale yellow: speed, temperature
    lagoon,    // deep blue, teal, green, pale sand: height, depth, concentration
    grey,      // black to white
    diverging, // blue, a quiet dark middle, orange: vorticity, divergence, pressure
    paper,     // the same with a light middle, for print
};

// A table of colours from the low end of a range to the high end; equal steps look equal.
class ColourMap
{
  public:
    explicit ColourMap(MapName name);

    // t in 0 .. 1; outside is clamped, not a number gives the low end.
    Colour at(float t) const;

    // Whether the middle means zero, so that ranges should be symmetric.
    bool isDiverging() const { return isDiverging_; }

    // The colours at equal steps, for a texture on the GPU as well.
    const std::vector<Colour>& table() const { return table_; }

  private:
    std::vector<Colour> table_;
    bool isDiverging_;
};

// "heat", "lagoon", ... in the order of MapName; and back, or an Error that lists them.
const std::vector<std::string>& mapNames();
MapName parseMapName(std::string_view text);

} // namespace tarn::render
