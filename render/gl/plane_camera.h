// PlaneCamera: what of a flow's plane a picture shows, from edge to edge.
//
//     PlaneCamera camera = PlaneCamera::fitting(frame.world, 16.0F / 9.0F);
//     camera.zoom(1.2F, cursor);       // what is under the cursor stays there
//     camera.pan(-0.1F, 0.0F);         // metres
#pragma once

#include "render/frame.h"

#include <algorithm>

namespace tarn::render::gl
{

struct PlaneCamera
{
    Rectangle seen; // metres

    // All of the world in the middle of a picture of that shape (width / height).
    static PlaneCamera fitting(const Rectangle& world, float aspect)
    {
        const float height = std::max(world.height(), world.width() / aspect);
        return around({0.5F * (world.left + world.right), 0.5F * (world.bottom + world.top)},
                      height, aspect);
    }

    static PlaneCamera around(Point middle, float height, float aspect)
    {
        const float up = 0.5F * height;
        const float right = up * aspect;
        return {{middle.x - right, middle.y - up, middle.x + right, middle.y + up}};
    }

    void pan(float x, float y)
    {
        seen = {seen.left + x, seen.bottom + y, seen.right + x, seen.top + y};
    }

    // Above 1: nearer.
    void zoom(float factor, Point about)
    {
        const float s = 1.0F / factor;
        seen = {about.x + s * (seen.left - about.x), about.y + s * (seen.bottom - about.y),
                about.x + s * (seen.right - about.x), about.y + s * (seen.top - about.y)};
    }

    // The place under a spot of the picture, both coordinates 0 .. 1 from the lower left.
    Point at(float x, float y) const
    {
        return {seen.left + x * seen.width(), seen.bottom + y * seen.height()};
    }
};

} // namespace tarn::render::gl
