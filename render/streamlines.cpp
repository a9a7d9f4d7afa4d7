#include "render/streamlines.h"

#include "render/bilinear.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace tarn::render
{
namespace
{

// Slower than this has no direction, m/s.
constexpr float kAtRest = 1e-9F;
// Half a circle, and a little more, so that the two ways from a seed meet.
constexpr float kMostTurn = 3.3F;
// More than this in a step is a whirl smaller than a step.
constexpr float kSharpest = 1.2F;

std::optional<Point> directionAt(const VelocityField& field, Point place)
{
    const Point v = field.at(place);
    const float speed = std::hypot(v.x, v.y);
    if (!(speed > kAtRest) || !std::isfinite(speed))
    {
        return std::nullopt;
    }
    return Point{v.x / speed, v.y / speed};
}

Point moved(Point p, Point along, float by)
{
    return {p.x + along.x * by, p.y + along.y * by};
}

std::optional<Point> stepped(const VelocityField& field, Point p, float step)
{
    const auto k1 = directionAt(field, p);
    const auto k2 = k1 ? directionAt(field, moved(p, *k1, 0.5F * step)) : k1;
    const auto k3 = k2 ? directionAt(field, moved(p, *k2, 0.5F * step)) : k2;
    const auto k4 = k3 ? directionAt(field, moved(p, *k3, step)) : k3;
    if (!k4)
    {
        return std::nullopt;
    }
    const Point mean = {(k1->x + 2.0F * (k2->x + k3->x) + k4->x) / 6.0F,
                        (k1->y + 2.0F * (k2->y + k3->y) + k4->y) / 6.0F};
    return moved(p, mean, step);
}

void followOneWay(const VelocityField& field, Point p, float step, int steps,
                  std::vector<Point>& line)
{
    float turned = 0.0F;
    Point before = {0.0F, 0.0F};
    for (int k = 0; k < steps; ++k)
    {
        const auto next = stepped(field, p, step);
        if (!next || !field.isOpen(*next))
        {
            return;
        }
        const Point way = {next->x - p.x, next->y - p.y};
        const float turn = k == 0 ? 0.0F
                                  : std::atan2(before.x * way.y - before.y * way.x,
                                               before.x * way.x + before.y * way.y);
        turned += turn;
        if (std::abs(turned) > kMostTurn || std::abs(turn) > kSharpest)
        {
            return;
        }
        before = way;
        p = *next;
        line.push_back(p);
    }
}

} // namespace

Point VelocityField::at(Point place) const
{
    const float across = (place.x - world.left) / world.width();
    const float up = (place.y - world.bottom) / world.height();
    return {bilinear(x, across, up), bilinear(y, across, up)};
}

bool VelocityField::isOpen(Point place) const
{
    const float across = (place.x - world.left) / world.width();
    const float up = (place.y - world.bottom) / world.height();
    const bool isInside = across >= 0.0F && across <= 1.0F && up >= 0.0F && up <= 1.0F;
    return isInside && !(solid.isThere() && bilinear(solid, across, up) > 0.5F);
}

void followStreamline(const VelocityField& field, Point seed, float step, int steps,
                      std::vector<Point>& line)
{
    line.clear();
    if (!field.isOpen(seed) || !directionAt(field, seed))
    {
        return;
    }
    followOneWay(field, seed, -step, steps, line);
    std::reverse(line.begin(), line.end());
    line.push_back(seed);
    followOneWay(field, seed, step, steps, line);
}

} // namespace tarn::render
