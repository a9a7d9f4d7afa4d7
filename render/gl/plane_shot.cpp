#include "render/gl/plane_shot.h"

#include "render/gl/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn::render::gl
{

Point PlaneShot::cellsPerPixel(int columns, int rows) const
{
    const float across = camera.seen.width() / world.width() / static_cast<float>(width);
    const float up = camera.seen.height() / world.height() / static_cast<float>(height);
    return {across * static_cast<float>(columns), up * static_cast<float>(rows)};
}

float PlaneShot::lod(int columns, int rows) const
{
    const Point cells = cellsPerPixel(columns, rows);
    // A tenth more than a pixel is not worth a blurred copy.
    const float most = std::max(cells.x, cells.y);
    return most > 1.1F ? std::log2(most) : 0.0F;
}

void PlaneShot::look(Program& program, int columns, int rows) const
{
    const Point cells = cellsPerPixel(columns, rows);
    const float pixels = 1.0F / std::max(std::max(cells.x, cells.y), 1e-6F);
    const float t =
        std::clamp((pixels - kCrispPixels) / (kSmoothPixels - kCrispPixels), 0.0F, 1.0F);
    program.set("seen", (camera.seen.left - world.left) / world.width(),
                (camera.seen.bottom - world.bottom) / world.height(),
                camera.seen.width() / world.width(), camera.seen.height() / world.height());
    program.set("softness", t * t * (3.0F - 2.0F * t));
    program.set("lod", lod(columns, rows));
    set(program, "margin", margin);
}

void set(Program& program, const char* name, const Cover& cover)
{
    program.set(name, cover.colour.r * cover.alpha, cover.colour.g * cover.alpha,
                cover.colour.b * cover.alpha, cover.alpha);
}

} // namespace tarn::render::gl
