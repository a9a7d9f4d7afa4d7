// The outline of a placed shape, piece by piece: straight sides, and the discs that round its
// corners. For the files that answer questions about shapes; all places are from the shape's
// origin.
#pragma once

#include "field/shape.h"

namespace tarn
{

struct Side
{
    Vec2 from;
    Vec2 to; // the shape lies to the left
};

inline Vec2 nextVertex(const PlacedShape& shape, int32_t index)
{
    return shape.vertices[index + 1 < shape.count ? index + 1 : 0];
}

// A line has two sides, a point none.
inline int32_t sideCount(const PlacedShape& shape)
{
    return shape.count > 1 ? shape.count : 0;
}

// Outward, of length 1, of the side that starts at this vertex; 0 if it has no length.
inline Vec2 sideNormal(const PlacedShape& shape, int32_t index)
{
    const Vec2 way = nextVertex(shape, index) - shape.vertices[index];
    const double size = length(way);
    return size > 0.0 ? Vec2{way.y / size, -way.x / size} : Vec2{};
}

inline Side side(const PlacedShape& shape, int32_t index)
{
    const Side core = {shape.vertices[index], nextVertex(shape, index)};
    if (shape.rounding == 0.0)
    {
        return core;
    }
    const Vec2 outward = shape.rounding * sideNormal(shape, index);
    return {core.from + outward, core.to + outward};
}

// Half a chord of a disc of radius r, at a distance from its centre; 0 beyond it.
inline double halfChord(double r, double distance)
{
    const double square = (r - distance) * (r + distance);
    return square > 0.0 ? std::sqrt(square) : 0.0;
}

} // namespace tarn
