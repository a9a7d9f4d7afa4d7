// Mask: shapes drawn as coverage before they get a colour.
//
// Shapes in one mask unite: where two overlap the greater coverage counts, so that joints and
// crossings of one drawing are not darker than the rest. Coordinates are pixels from the upper left
// corner; a pixel's centre is at 0.5. Shapes may reach out of the picture.
#pragma once

#include "render/canvas.h"
#include "render/frame.h"

#include <span>
#include <vector>

namespace tarn::render
{

class Mask
{
  public:
    void resize(int width, int height);

    // A straight pen stroke with round ends, as strong as given at either end (0 .. 1).
    void stroke(Point from, Point to, float penWidth, float strengthFrom = 1.0F,
                float strengthTo = 1.0F);

    // A triangle, `grown` pixels larger on each side.
    void triangle(Point a, Point b, Point c, float grown = 0.0F);

    // An upright rectangle with rounded corners.
    void roundedBox(Point low, Point high, float radius);

    // Lays `colour` over the canvas where there are shapes, as far as `clip` reaches, and empties
    // the mask.
    void compose(Canvas& canvas, Box clip, Colour colour, float opacity);

  private:
    // Raises coverage in the pixels around a box to what `coverage(x, y)` says of their centres.
    template <class F>
    void raise(Point low, Point high, float reach, const F& coverage);

    PlaneStore store_;
    Plane plane_;
    // The part that is not empty.
    int left_ = 0;
    int top_ = 0;
    int right_ = 0;
    int bottom_ = 0;
};

} // namespace tarn::render
