// How a map lies in the picture: what the eye sees of a world that is seen from above.
#pragma once

#include "studio/app/eye.h"
#include "studio/model/hand.h"

#include <algorithm>

namespace tarn::studio
{

// A rectangle of this shape around all of a world, with a little room.
inline render::Rectangle roomAround(const render::Rectangle& world, float aspect)
{
    constexpr float kRoom = 1.04F;
    const float height = kRoom * std::max(world.height(), world.width() / aspect);
    const float x = 0.5F * (world.left + world.right);
    const float y = 0.5F * (world.bottom + world.top);
    return {x - 0.5F * aspect * height, y - 0.5F * height, x + 0.5F * aspect * height,
            y + 0.5F * height};
}

// What the picture shows now.
inline render::Rectangle shownBy(const Eye& eye, float aspect)
{
    const render::Point middle = eye.middle();
    const float tall = eye.halfHeight();
    return {middle.x - aspect * tall, middle.y - tall, middle.x + aspect * tall, middle.y + tall};
}

inline Ray rayOnMap(const Eye& eye, float aspect, render::Point place)
{
    return Ray::at(double(eye.middle().x + place.x * aspect * eye.halfHeight()),
                   double(eye.middle().y + place.y * eye.halfHeight()));
}

inline render::Point placeOnMap(const Eye& eye, float aspect, render::Point point)
{
    return {(point.x - eye.middle().x) / (aspect * eye.halfHeight()),
            (point.y - eye.middle().y) / eye.halfHeight()};
}

} // namespace tarn::studio
