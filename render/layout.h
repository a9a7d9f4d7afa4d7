// Layout: where the world and a legend are in a picture.
#pragma once

#include "render/canvas.h"
#include "render/frame.h"
#include "render/view.h"

namespace tarn::render
{

struct Layout
{
    int width = 0;
    int height = 0;
    float point = 1.0F; // in pixels
    Box world;
    Box strip; // of a legend below
};

// The world is as large as fits, in the middle of what a legend leaves.
Layout layOut(const View& view, const Rectangle& world);

} // namespace tarn::render
