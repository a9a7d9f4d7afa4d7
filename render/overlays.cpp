// Overlays, each anti-aliased and clipped by the part of the picture that shows the world.
#include "render/overlays.h"

#include "render/bilinear.h"

#include <algorithm>
#include <cmath>

namespace tarn::render
{
namespace
{

constexpr float kShaft = 1.7F;      // points
constexpr float kHeadLength = 7.0F; // points, less on short arrows
constexpr float kHeadWidth = 0.75F; // of its length
constexpr float kOutline = 1.3F;    // points of dark around an arrow
constexpr float kOutlineOpacity = 0.9F;
constexpr float kLongest = 1.5F;  // times the spacing: faster flow is drawn no longer
constexpr float kShortest = 0.1F; // times the spacing: slower flow is a dot
constexpr float kOldest = 0.2F;   // how strong a streakline is at its end

bool isNear(Point p, Box box, float reach)
{
    const auto left = static_cast<float>(box.left);
    const auto top = static_cast<float>(box.top);
    return p.x > left - reach && p.y > top - reach &&
           p.x < left + static_cast<float>(box.width) + reach &&
           p.y < top + static_cast<float>(box.height) + reach;
}

} // namespace

void ArrowPainter::sample(const Frame& frame, const Projection& projection, float spacing)
{
    const Rectangle& seen = projection.world;
    const Rectangle& world = frame.world;
    arrows_.clear();
    speeds_.clear();
    const int columns =
        std::max(1, static_cast<int>(static_cast<float>(projection.box.width) / spacing));
    const int rows =
        std::max(1, static_cast<int>(static_cast<float>(projection.box.height) / spacing));
    for (int j = 0; j < rows; ++j)
    {
        for (int i = 0; i < columns; ++i)
        {
            const Point place = {seen.left + (static_cast<float>(i) + 0.5F) /
                                                 static_cast<float>(columns) * seen.width(),
                                 seen.bottom + (static_cast<float>(j) + 0.5F) /
                                                   static_cast<float>(rows) * seen.height()};
            const float across = (place.x - world.left) / world.width();
            const float up = (place.y - world.bottom) / world.height();
            if (!(across >= 0.0F && across <= 1.0F && up >= 0.0F && up <= 1.0F))
            {
                continue;
            }
            const Point velocity = {bilinear(frame.velocityX, across, up),
                                    bilinear(frame.velocityY, across, up)};
            const bool isSolid = frame.solid.isThere() && bilinear(frame.solid, across, up) > 0.5F;
            const float speed = std::hypot(velocity.x, velocity.y);
            if (isSolid || !std::isfinite(speed))
            {
                continue;
            }
            arrows_.push_back({projection.at(place.x, place.y), velocity});
            speeds_.push_back(speed);
        }
    }
}

void ArrowPainter::drawArrow(Mask& mask, Point place, Point along, float length, float point,
                             float grown) const
{
    const float pen = std::max(kShaft * point, 1.0F);
    const float head = std::min(kHeadLength * point, 0.6F * length);
    const Point tip = {place.x + 0.5F * length * along.x, place.y + 0.5F * length * along.y};
    const Point tail = {place.x - 0.5F * length * along.x, place.y - 0.5F * length * along.y};
    const Point neck = {tip.x - head * along.x, tip.y - head * along.y};
    const float half = std::max(0.5F * kHeadWidth * head, 0.9F * pen);
    mask.stroke(tail, neck, pen + 2.0F * grown);
    mask.triangle(tip, {neck.x - half * along.y, neck.y + half * along.x},
                  {neck.x + half * along.y, neck.y - half * along.x}, grown);
}

void ArrowPainter::paint(Canvas& canvas, Mask& mask, const Frame& frame,
                         const Projection& projection, float point)
{
    const float spacing = std::max(style_.spacing * point, 4.0F);
    sample(frame, projection, spacing);
    if (arrows_.empty())
    {
        return;
    }
    const auto count = static_cast<int>(speeds_.size());
    const Limits limits = follower_.follow({speeds_.data(), count, 1, count}, {});
    const float fullSpeed = style_.fullSpeed > 0.0F ? style_.fullSpeed : limits.high;
    const auto drawAll = [&](float grown) {
        for (std::size_t k = 0; k < arrows_.size(); ++k)
        {
            const Arrow& arrow = arrows_[k];
            const float length = spacing * std::min(speeds_[k] / fullSpeed, kLongest);
            if (length < kShortest * spacing)
            {
                mask.stroke(arrow.place, arrow.place,
                            std::max(kShaft * point, 1.0F) + 2.0F * grown);
                continue;
            }
            // y goes down in a picture.
            const Point along = {arrow.velocity.x / speeds_[k], -arrow.velocity.y / speeds_[k]};
            drawArrow(mask, arrow.place, along, length, point, grown);
        }
    };
    drawAll(std::max(kOutline * point, 1.0F));
    mask.compose(canvas, projection.box, {0.0F, 0.0F, 0.0F}, kOutlineOpacity);
    drawAll(0.0F);
    mask.compose(canvas, projection.box, style_.colour, 1.0F);
}

void drawTracers(Canvas& canvas, std::span<const Tracer> tracers, const TracerStyle& style,
                 const Projection& projection, float point)
{
    // A bell that ends at twice the radius, where it is (1 - 1)^2 = 0.
    const float reach = std::max(2.0F * style.radius * point, 1.0F);
    const float perSquare = 1.0F / (reach * reach);
    const Box box = projection.box;
    for (const Tracer& tracer : tracers)
    {
        const Point p = projection.at(tracer.x, tracer.y);
        if (!isNear(p, box, reach))
        {
            continue;
        }
        const float opacity = style.opacity * std::clamp(tracer.opacity, 0.0F, 1.0F);
        const int x0 = std::max(box.left, static_cast<int>(std::floor(p.x - reach)));
        const int x1 = std::min(box.left + box.width - 1, static_cast<int>(p.x + reach));
        const int y0 = std::max(box.top, static_cast<int>(std::floor(p.y - reach)));
        const int y1 = std::min(box.top + box.height - 1, static_cast<int>(p.y + reach));
        for (int y = y0; y <= y1; ++y)
        {
            for (int x = x0; x <= x1; ++x)
            {
                const float dx = static_cast<float>(x) + 0.5F - p.x;
                const float dy = static_cast<float>(y) + 0.5F - p.y;
                const float inside = std::max(1.0F - (dx * dx + dy * dy) * perSquare, 0.0F);
                canvas.blend(x, y, style.colour, opacity * inside * inside);
            }
        }
    }
}

void drawStreaklines(Canvas& canvas, Mask& mask, std::span<const Streakline> lines,
                     const StreakStyle& style, const Projection& projection, float point)
{
    const float pen = style.width * point;
    for (const Streakline& line : lines)
    {
        const std::size_t count = line.points.size();
        const auto strength = [&](std::size_t i) {
            const float age = static_cast<float>(i) / static_cast<float>(count - 1);
            return 1.0F - (1.0F - kOldest) * age;
        };
        for (std::size_t i = 1; i < count; ++i)
        {
            const Point from = projection.at(line.points[i - 1].x, line.points[i - 1].y);
            const Point to = projection.at(line.points[i].x, line.points[i].y);
            mask.stroke(from, to, pen, strength(i - 1), strength(i));
        }
    }
    mask.compose(canvas, projection.box, style.colour, style.opacity);
}

} // namespace tarn::render
