// InsideKeys: what explains marks and maps: colour bars whose ends carry the range's numbers, and
// arrows with what their length stands for. Drawn on the CPU into a small picture with
// transparency, anew only when something in it has changed visibly.
#pragma once

#include "render/colour.h"
#include "render/cut_out.h"
#include "render/range_follower.h"
#include "render/view.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tarn::render
{

struct BarKey
{
    ScalarStyle style;
    Limits limits;
};

struct ArrowKey
{
    std::string text; // "velocity, 1.2 m/s"
    Colour colour;
    float length = 30.0F; // points
};

struct KeyList
{
    std::vector<BarKey> bars; // the first is the lowest
    std::vector<ArrowKey> arrows;
    float above = 0.0F; // points from where the lowest would be

    bool isEmpty() const { return bars.empty() && arrows.empty(); }
};

class InsideKeys
{
  public:
    // Keys of a picture of that size, to be laid over its lower left corner. Returns whether they
    // were drawn anew.
    bool draw(const KeyList& keys, int width, int height);

    // sRGB and transparency, the bottom row first.
    const std::vector<std::uint8_t>& rgba() const { return rgba_; }
    int width() const { return width_; }
    int height() const { return height_; }

  private:
    bool isDrawn(const KeyList& keys, int width, int height) const;
    void lay(Canvas& canvas, Mask& mask, float point);
    void drawArrows(Canvas& canvas, Mask& mask, float bottom, float point) const;
    const ColourMap& mapOf(MapName name);

    KeyList keys_;
    int pictureWidth_ = 0;
    int pictureHeight_ = 0;
    int width_ = 0;
    int height_ = 0;
    CutOut marks_;
    std::map<MapName, ColourMap> maps_;
    std::vector<std::uint8_t> rgba_;
};

} // namespace tarn::render
