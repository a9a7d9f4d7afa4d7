// PixelScale: how places in the world and pixels of a picture go together.
#pragma once

#include "render/frame.h"
#include "render/gl/matrix.h"

namespace tarn::render::gl
{

class PixelScale
{
  public:
    PixelScale(const Matrix& viewProjection, int width, int height);

    bool isInFront(Vec3 place) const { return depthOf(place) > 0.0F; }

    // From the lower left corner. The place must be in front of the eye, as for what follows.
    Point pixelOf(Vec3 place) const;

    // Metres that a pixel covers at a place: of what faces the eye, and of level ground, along a
    // side of a square that looks as large.
    float facing(Vec3 place) const;
    float level(Vec3 place) const;

    int width() const { return width_; }
    int height() const { return height_; }

  private:
    float depthOf(Vec3 place) const; // the fourth number of its projection

    Matrix matrix_;
    int width_;
    int height_;
};

} // namespace tarn::render::gl
