// PlaneShot: how the layers of one picture of a flow lie over each other.
#pragma once

#include "render/frame.h"
#include "render/gl/plane_camera.h"
#include "render/gl/program.h"

namespace tarn::render::gl
{

// A colour that is multiplied by its alpha.
struct Cover
{
    Colour colour;
    float alpha = 1.0F;
};

struct PlaneShot
{
    int width = 0; // pixels
    int height = 0;
    float point = 1.0F; // in pixels
    Rectangle world;
    PlaneCamera camera;
    Cover margin;
    bool isTransparent = false; // there is no ground

    // Cells of a field to a pixel.
    Point cellsPerPixel(int columns, int rows) const;

    // Sets `seen`, `softness`, `lod` and `margin` of a pass that looks at a map of that size.
    void look(Program& program, int columns, int rows) const;
    // Level of detail: 0 where cells are no smaller than pixels.
    float lod(int columns, int rows) const;
};

void set(Program& program, const char* name, const Cover& cover);

} // namespace tarn::render::gl
