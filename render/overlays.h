// What is drawn over a field: arrows of its velocity, tracers, streaklines.
#pragma once

#include "render/canvas.h"
#include "render/frame.h"
#include "render/mask.h"
#include "render/range_follower.h"
#include "render/view.h"

#include <span>

namespace tarn::render
{

// Metres to pixels.
struct Projection
{
    Rectangle world;
    Box box; // where the world is in the picture

    Point at(float x, float y) const
    {
        return {static_cast<float>(box.left) +
                    (x - world.left) / world.width() * static_cast<float>(box.width),
                static_cast<float>(box.top) +
                    (world.top - y) / world.height() * static_cast<float>(box.height)};
    }
};

// Arrows on a lattice of the picture, each centred on its place, as long as the flow is fast.
class ArrowPainter
{
  public:
    explicit ArrowPainter(const ArrowStyle& style)
        : style_(style), follower_({RangeKind::fromZero, 0.0F, 1.0F})
    {
    }

    void paint(Canvas& canvas, Mask& mask, const Frame& frame, const Projection& projection,
               float point);

    void reset() { follower_.reset(); }
    void restyle(const ArrowStyle& style) { style_ = style; }

  private:
    // The velocity under each arrow and its speed.
    void sample(const Frame& frame, const Projection& projection, float spacing);
    void drawArrow(Mask& mask, Point place, Point along, float length, float point,
                   float grown) const;

    ArrowStyle style_;
    RangeFollower follower_;
    struct Arrow
    {
        Point place;    // pixels
        Point velocity; // m/s, y up
    };
    std::vector<Arrow> arrows_;
    std::vector<float> speeds_;
};

// Soft points.
void drawTracers(Canvas& canvas, std::span<const Tracer> tracers, const TracerStyle& style,
                 const Projection& projection, float point);

// Lines that fade with age.
void drawStreaklines(Canvas& canvas, Mask& mask, std::span<const Streakline> lines,
                     const StreakStyle& style, const Projection& projection, float point);

} // namespace tarn::render
