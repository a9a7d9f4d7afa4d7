#include "support/picture_distance.h"

#include "render/colour.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tarn::test
{
namespace
{

using render::Image;
using Plane = std::vector<float>;

// A binomial filter, 7 pixels wide: a standard deviation of 1.2.
constexpr std::array<float, 7> kWeights = {1, 6, 15, 20, 15, 6, 1};

Plane blurred(const Plane& plane, int width, int height)
{
    const auto along = [&](const Plane& from, int dx, int dy) {
        Plane to(from.size());
        for (int y = 0; y < height; ++y)
        {
            for (int x = 0; x < width; ++x)
            {
                float sum = 0.0F;
                for (int k = -3; k <= 3; ++k)
                {
                    const int atX = std::clamp(x + k * dx, 0, width - 1);
                    const int atY = std::clamp(y + k * dy, 0, height - 1);
                    sum += kWeights[std::size_t(k + 3)] *
                           from[std::size_t(atY) * std::size_t(width) + std::size_t(atX)];
                }
                to[std::size_t(y) * std::size_t(width) + std::size_t(x)] = sum / 64.0F;
            }
        }
        return to;
    };
    return along(along(plane, 1, 0), 0, 1);
}

std::array<Plane, 3> planesOf(const Image& image)
{
    std::array<Plane, 3> planes;
    for (std::size_t k = 0; k < image.rgb.size(); k += 3)
    {
        const auto part = [&](std::size_t c) { return float(image.rgb[k + c]) / 255.0F; };
        const render::OkLab lab = render::toOkLab(render::fromSrgb(part(0), part(1), part(2)));
        planes[0].push_back(lab.lightness);
        planes[1].push_back(lab.a);
        planes[2].push_back(lab.b);
    }
    for (Plane& plane : planes)
    {
        plane = blurred(plane, image.width, image.height);
    }
    return planes;
}

} // namespace

PictureDistance distanceBetween(const Image& a, const Image& b)
{
    const std::array<Plane, 3> p = planesOf(a);
    const std::array<Plane, 3> q = planesOf(b);
    std::vector<double> distances(p[0].size());
    double sum = 0.0;
    for (std::size_t k = 0; k < distances.size(); ++k)
    {
        double squares = 0.0;
        for (std::size_t c = 0; c < 3; ++c)
        {
            const double off = 100.0 * (double(p[c][k]) - double(q[c][k]));
            squares += off * off;
        }
        distances[k] = std::sqrt(squares);
        sum += distances[k];
    }
    std::sort(distances.begin(), distances.end());
    return {sum / double(distances.size()), distances[distances.size() * 99 / 100]};
}

} // namespace tarn::test
