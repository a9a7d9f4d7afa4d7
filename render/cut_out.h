// CutOut: a drawing with its transparency, whatever draws it.
//
// It is drawn over black and over white: what is laid over both with opacity a keeps 1 - a of their
// difference.
#pragma once

#include "render/canvas.h"
#include "render/image.h"
#include "render/mask.h"

#include <functional>
#include <vector>

namespace tarn::render
{

class CutOut
{
  public:
    using Drawing = std::function<void(Canvas&, Mask&)>;

    // `drawing` is called twice and must do the same both times.
    void draw(int width, int height, const Drawing& drawing);

    // Of each pixel linear light times alpha, and alpha; the bottom row first.
    const std::vector<float>& rgba() const { return rgba_; }

  private:
    Canvas onBlack_;
    Canvas onWhite_;
    Mask mask_;
    std::vector<float> rgba_;
};

// The same of two finished pictures of one size. Colours are not multiplied by alpha.
Image cutOut(Image onBlack, const Image& onWhite);

} // namespace tarn::render
