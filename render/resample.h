// A field scaled to pixels, axis by axis.
//
// Where there are more pixels than cells the field is interpolated between cell centres, where
// there are fewer it is averaged over each pixel's area. Beyond the outermost centres it is
// constant.
#pragma once

#include "render/canvas.h"
#include "render/frame.h"

namespace tarn::render
{

enum class Upscale
{
    sharp,  // Catmull-Rom, held within the values around: crisp, no ringing
    smooth, // cubic B-spline: smooth contours, detail softened by half a cell
};

// Fills `target` (top row first) from `field` (bottom row first).
void resample(const FieldView& field, const Plane& target, Upscale upscale, const Bands& bands);

} // namespace tarn::render
