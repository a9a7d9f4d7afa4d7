// Canvas: a picture in linear light while it is being drawn, three planes of floats, the top row
// first. Planes, not pixels, so that loops over them fill vectors.
#pragma once

#include "render/bands.h"
#include "render/colour.h"
#include "render/image.h"

#include <array>
#include <cstddef>
#include <vector>

namespace tarn::render
{

// A rectangle of numbers inside memory that someone else owns.
struct Plane
{
    float* data = nullptr;
    int width = 0;
    int height = 0;
    std::ptrdiff_t stride = 0;

    float* row(int y) const { return data + y * stride; }
};

// A rectangle of pixels.
struct Box
{
    int left = 0;
    int top = 0;
    int width = 0;
    int height = 0;

    bool contains(int x, int y) const
    {
        return x >= left && x < left + width && y >= top && y < top + height;
    }
};

// Memory for planes of one size, kept from frame to frame.
class PlaneStore
{
  public:
    // A plane of this size; what is in it is whatever was there.
    Plane resize(int width, int height);

  private:
    std::vector<float> values_;
};

using Planes = std::array<Plane, 3>; // red, green, blue

class Canvas
{
  public:
    void resize(int width, int height);
    int width() const { return planes_[0].width; }
    int height() const { return planes_[0].height; }
    Box all() const { return {0, 0, width(), height()}; }

    const Planes& planes() const { return planes_; }

    // The part inside a box, which must lie inside the canvas.
    Planes part(Box box) const;

    void fill(Colour colour, const Bands& bands);

    // Lays a colour over one pixel that must be inside. `alpha` is 0 .. 1.
    void blend(int x, int y, Colour colour, float alpha)
    {
        const float keep = 1.0F - alpha;
        float& r = planes_[0].row(y)[x];
        float& g = planes_[1].row(y)[x];
        float& b = planes_[2].row(y)[x];
        r = r * keep + colour.r * alpha;
        g = g * keep + colour.g * alpha;
        b = b * keep + colour.b * alpha;
    }

    // Clamps to what a display can show, codes and rounds; with `dither` the rounding is scattered
    // so that gradients keep no edges. Black and white stay clean either way.
    Image toImage(bool dither, const Bands& bands) const;

  private:
    std::array<PlaneStore, 3> stores_;
    Planes planes_;
};

} // namespace tarn::render
