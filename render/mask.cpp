// Coverage by distance: half a pixel inside an edge is 1, half a pixel outside is 0.
#include "render/mask.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{
namespace
{

inline float covered(float outside)
{
    return std::min(std::max(0.5F - outside, 0.0F), 1.0F);
}

// The nearest whole number in low .. high; safe for any float.
int wholeWithin(float value, int low, int high)
{
    if (!(value > static_cast<float>(low)))
    {
        return low;
    }
    return value < static_cast<float>(high) ? static_cast<int>(value) : high;
}

} // namespace

void Mask::resize(int width, int height)
{
    if (plane_.width != width || plane_.height != height)
    {
        plane_ = store_.resize(width, height);
        std::fill_n(plane_.data, std::size_t(width) * std::size_t(height), 0.0F);
        left_ = right_ = top_ = bottom_ = 0;
    }
}

template <class F>
void Mask::raise(Point low, Point high, float reach, const F& coverage)
{
    const int x0 = wholeWithin(low.x - reach, 0, plane_.width);
    const int x1 = wholeWithin(high.x + reach + 1.0F, 0, plane_.width);
    const int y0 = wholeWithin(low.y - reach, 0, plane_.height);
    const int y1 = wholeWithin(high.y + reach + 1.0F, 0, plane_.height);
    if (x0 >= x1 || y0 >= y1)
    {
        return;
    }
    const bool isEmpty = left_ == right_;
    left_ = isEmpty ? x0 : std::min(left_, x0);
    right_ = isEmpty ? x1 : std::max(right_, x1);
    top_ = isEmpty ? y0 : std::min(top_, y0);
    bottom_ = isEmpty ? y1 : std::max(bottom_, y1);
    for (int y = y0; y < y1; ++y)
    {
        float* row = plane_.row(y);
        for (int x = x0; x < x1; ++x)
        {
            const float value =
                coverage(static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F);
            row[x] = std::max(row[x], value);
        }
    }
}

void Mask::stroke(Point from, Point to, float penWidth, float strengthFrom, float strengthTo)
{
    const float alongX = to.x - from.x;
    const float alongY = to.y - from.y;
    const float perLength = 1.0F / std::max(alongX * alongX + alongY * alongY, 1e-12F);
    // Finer than a pixel a line cannot be drawn: it gets fainter instead.
    const float radius = 0.5F * std::max(penWidth, 1.0F);
    const float faint = std::min(penWidth, 1.0F);
    const Point low = {std::min(from.x, to.x), std::min(from.y, to.y)};
    const Point high = {std::max(from.x, to.x), std::max(from.y, to.y)};
    raise(low, high, radius + 0.5F, [&](float x, float y) {
        const float dx = x - from.x;
        const float dy = y - from.y;
        const float t = std::min(std::max((dx * alongX + dy * alongY) * perLength, 0.0F), 1.0F);
        const float offX = dx - t * alongX;
        const float offY = dy - t * alongY;
        const float strength = strengthFrom + (strengthTo - strengthFrom) * t;
        return faint * strength * covered(std::sqrt(offX * offX + offY * offY) - radius);
    });
}

void Mask::triangle(Point a, Point b, Point c, float grown)
{
    // Distances to the three sides, counted outwards whichever way round the corners are.
    const Point corner[3] = {a, b, c};
    float normalX[3];
    float normalY[3];
    float offset[3];
    const float turn = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    for (int k = 0; k < 3; ++k)
    {
        const Point p = corner[k];
        const Point q = corner[(k + 1) % 3];
        const float length = std::max(std::hypot(q.x - p.x, q.y - p.y), 1e-6F);
        const float sign = turn > 0.0F ? 1.0F / length : -1.0F / length;
        normalX[k] = sign * (q.y - p.y);
        normalY[k] = sign * (p.x - q.x);
        offset[k] = normalX[k] * p.x + normalY[k] * p.y + grown;
    }
    const Point low = {std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y})};
    const Point high = {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y})};
    raise(low, high, 2.0F * grown + 0.5F, [&](float x, float y) {
        const float d0 = normalX[0] * x + normalY[0] * y - offset[0];
        const float d1 = normalX[1] * x + normalY[1] * y - offset[1];
        const float d2 = normalX[2] * x + normalY[2] * y - offset[2];
        return covered(std::max(d0, std::max(d1, d2)));
    });
}

void Mask::roundedBox(Point low, Point high, float radius)
{
    const Point middle = {0.5F * (low.x + high.x), 0.5F * (low.y + high.y)};
    const float reachX = 0.5F * (high.x - low.x) - radius;
    const float reachY = 0.5F * (high.y - low.y) - radius;
    raise(low, high, 0.5F, [&](float x, float y) {
        const float dx = std::abs(x - middle.x) - reachX;
        const float dy = std::abs(y - middle.y) - reachY;
        const float corner = std::hypot(std::max(dx, 0.0F), std::max(dy, 0.0F));
        return covered(corner + std::min(std::max(dx, dy), 0.0F) - radius);
    });
}

void Mask::compose(Canvas& canvas, Box clip, Colour colour, float opacity)
{
    for (int y = top_; y < bottom_; ++y)
    {
        float* row = plane_.row(y);
        for (int x = left_; x < right_; ++x)
        {
            if (row[x] > 0.0F && clip.contains(x, y))
            {
                canvas.blend(x, y, colour, opacity * row[x]);
            }
            row[x] = 0.0F;
        }
    }
    left_ = right_ = top_ = bottom_ = 0;
}

} // namespace tarn::render
