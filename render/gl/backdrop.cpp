#include "render/gl/backdrop.h"

#include <algorithm>

namespace tarn::render::gl
{

Backdrop Backdrop::flat(const Rectangle& seen, int width, int height)
{
    const auto across = static_cast<float>(width);
    const auto up = static_cast<float>(height);
    const float pixel = std::max(seen.width() / across, seen.height() / up); // metres
    Backdrop backdrop;
    Matrix& m = backdrop.viewProjection;
    m.at(0, 0) = 2.0F / (pixel * across);
    m.at(1, 1) = 2.0F / (pixel * up);
    m.at(0, 3) = -0.5F * (seen.left + seen.right) * m.at(0, 0);
    m.at(1, 3) = -0.5F * (seen.bottom + seen.top) * m.at(1, 1);
    m.at(2, 2) = 0.0F;
    return backdrop;
}

} // namespace tarn::render::gl
