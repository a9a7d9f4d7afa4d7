#include "render/gl/pixel_scale.h"

#include "render/gl/defaults.h"

#include <algorithm>
#include <cmath>

namespace tarn::render::gl
{

PixelScale::PixelScale(const Matrix& viewProjection, int width, int height)
    : matrix_(viewProjection), width_(width), height_(height)
{
}

float PixelScale::depthOf(Vec3 p) const
{
    return matrix_.at(3, 0) * p.x + matrix_.at(3, 1) * p.y + matrix_.at(3, 2) * p.z +
           matrix_.at(3, 3);
}

Point PixelScale::pixelOf(Vec3 place) const
{
    const Vec3 seen = transformed(matrix_, place);
    return {0.5F * (seen.x + 1.0F) * static_cast<float>(width_),
            0.5F * (seen.y + 1.0F) * static_cast<float>(height_)};
}

float PixelScale::facing(Vec3 place) const
{
    // The second row is the picture's upward axis over half its height.
    const Vec3 up(matrix_.at(1, 0), matrix_.at(1, 1), matrix_.at(1, 2));
    return depthOf(place) / (0.5F * static_cast<float>(height_) * length(up));
}

float PixelScale::level(Vec3 place) const
{
    // Derivatives of pixels along x and y, by the rule for quotients.
    const float w = depthOf(place);
    const Vec3 seen = transformed(matrix_, place);
    const auto change = [&](int row, float at, int column) {
        const auto size = static_cast<float>(row == 0 ? width_ : height_);
        return 0.5F * size * (matrix_.at(row, column) - at * matrix_.at(3, column)) / w;
    };
    const float area =
        change(0, seen.x, 0) * change(1, seen.y, 1) - change(0, seen.x, 1) * change(1, seen.y, 0);
    const float least = facing(place);
    // Ground that is seen at its edge would ask for marks of any length.
    return std::clamp(1.0F / std::sqrt(std::max(std::abs(area), 1e-20F)), least, kGrazing * least);
}

} // namespace tarn::render::gl
