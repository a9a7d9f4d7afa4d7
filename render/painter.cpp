// Painter: checks a view once and each frame before anything is drawn, lays out the picture, then
// draws from back to front.
#include "render/painter.h"

#include "render/canvas.h"
#include "render/checks.h"
#include "render/defaults.h"
#include "render/ink.h"
#include "render/layout.h"
#include "render/legend.h"
#include "render/liquid.h"
#include "render/mask.h"
#include "render/overlays.h"
#include "render/range_follower.h"
#include "render/resample.h"
#include "render/solids.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tarn::render
{
namespace
{

// Colours for values, by the map's table.
void paintScalar(const Plane& values, const ColourMap& map, Limits limits, const Planes& target,
                 const Bands& bands)
{
    const std::vector<Colour>& table = map.table();
    const auto last = static_cast<float>(table.size() - 1);
    const float scale = (last + 1.0F) / (limits.high - limits.low);
    bands.each(values.height, [&](int first, int end) {
        for (int y = first; y < end; ++y)
        {
            const float* value = values.row(y);
            float* r = target[0].row(y);
            float* g = target[1].row(y);
            float* b = target[2].row(y);
            for (int x = 0; x < values.width; ++x)
            {
                const float place = (value[x] - limits.low) * scale;
                const float inside = std::min(std::max(place, 0.0F), last);
                const Colour c =
                    std::isfinite(value[x]) ? table[static_cast<std::size_t>(inside)] : kSignal;
                r[x] = c.r;
                g[x] = c.g;
                b[x] = c.b;
            }
        }
    });
}

} // namespace

// All that a painter keeps: what the view means, memory, and what must not flicker.
class Painter::Studio
{
  public:
    Studio(View view, tnTaskSystem tasks)
        : view_(std::move(view)), bands_(tasks), map_(view_.scalar.map),
          follower_(view_.scalar.range), ink_(view_.ink), solids_(view_.solid),
          arrows_(view_.arrows)
    {
    }

    Image draw(const Frame& frame)
    {
        checkFrame(view_, frame);
        const Layout layout = layOut(view_, frame.world);
        canvas_.resize(layout.width, layout.height);
        mask_.resize(layout.width, layout.height);
        const bool isFilled =
            layout.world.width == layout.width && layout.world.height == layout.height;
        if (!isFilled)
        {
            canvas_.fill(view_.margin, bands_);
        }
        drawContent(frame, layout);
        if (frame.solid.isThere())
        {
            solids_.paint(frame.solid, canvas_.part(layout.world), layout.point, bands_);
        }
        drawOverlays(frame, layout);
        drawTexts(frame, layout);
        return canvas_.toImage(view_.dither, bands_);
    }

    void reset()
    {
        follower_.reset();
        arrows_.reset();
    }

    const View& view() const { return view_; }

  private:
    void drawContent(const Frame& frame, const Layout& layout)
    {
        const Planes target = canvas_.part(layout.world);
        switch (view_.content)
        {
        case Content::scalar:
        {
            limits_ = follower_.follow(frame.scalar, frame.solid);
            const Plane values = scalarStore_.resize(layout.world.width, layout.world.height);
            resample(frame.scalar, values, Upscale::sharp, bands_);
            paintScalar(values, map_, limits_, target, bands_);
            break;
        }
        case Content::ink:
            ink_.paint(frame.dyes, target, layout.point, bands_);
            break;
        case Content::texture:
            liquid_.paint(frame.texture, target, bands_);
            break;
        }
    }

    void drawOverlays(const Frame& frame, const Layout& layout)
    {
        const Projection projection = {frame.world, layout.world};
        drawStreaklines(canvas_, mask_, frame.streaklines, view_.streaks, projection, layout.point);
        drawTracers(canvas_, frame.tracers, view_.tracers, projection, layout.point);
        if (view_.arrows.shown)
        {
            arrows_.paint(canvas_, mask_, frame, projection, layout.point);
        }
    }

    void drawTexts(const Frame& frame, const Layout& layout)
    {
        if (view_.legend != LegendPlace::none && view_.content == Content::scalar)
        {
            const Box box = view_.legend == LegendPlace::below ? layout.strip : layout.world;
            drawLegend(canvas_, mask_, box, view_.scalar, map_, limits_, view_.legend,
                       layout.point);
        }
        const std::string time = view_.showTime ? timeText(frame.time) : std::string();
        drawLabels(canvas_, mask_, layout.world, view_.title, time, layout.point);
    }

    View view_;
    Bands bands_;
    ColourMap map_;
    RangeFollower follower_;
    Limits limits_;
    InkPainter ink_;
    LiquidPainter liquid_;
    SolidPainter solids_;
    ArrowPainter arrows_;
    Canvas canvas_;
    Mask mask_;
    PlaneStore scalarStore_;
};

Painter::Painter(View view, tnTaskSystem tasks)
{
    checkView(view);
    studio_ = std::make_unique<Studio>(std::move(view), tasks);
}

Painter::~Painter() = default;
Painter::Painter(Painter&& other) noexcept = default;
Painter& Painter::operator=(Painter&& other) noexcept = default;

Image Painter::draw(const Frame& frame)
{
    return studio_->draw(frame);
}

void Painter::reset()
{
    studio_->reset();
}

const View& Painter::view() const
{
    return studio_->view();
}

} // namespace tarn::render
