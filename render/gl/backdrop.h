// Backdrop: a finished picture that something is drawn over: from where it was seen, the surface
// that marks are draped over, and what hides them.
#pragma once

#include "render/frame.h"
#include "render/gl/matrix.h"
#include "render/gl/objects.h"

namespace tarn::render::gl
{

struct Backdrop
{
    Matrix viewProjection;
    Vec3 eye;
    Vec3 forward = {0.0F, 0.0F, -1.0F};
    bool isFlat = true;               // orthographic
    const Texture* heights = nullptr; // of water and ground (m) over the frame's world; null: z = 0
    const Texture* depth = nullptr;   // of the picture, as OpenGL has it; null: nothing hides
    int columns = 1;                  // quads of the surface as it was drawn
    int rows = 1;

    // A plane seen straight from above, `seen` as large as it fits into a picture of that size.
    static Backdrop flat(const Rectangle& seen, int width, int height);
};

} // namespace tarn::render::gl
