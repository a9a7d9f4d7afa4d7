// Painter: checks a view once and each frame before anything is drawn, lays out the picture, then
// draws from back to front.
#include "render/painter.h"

#include "render/canvas.h"
#include "render/checks.h"
#include "render/defaults.h"
#include "render/error.h"
#include "render/ink.h"
#include "render/legend.h"
#include "render/liquid.h"
#include "render/mask.h"
#include "render/overlays.h"
#include "render/range_follower.h"
#include "render/resample.h"
#include "render/solids.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <utility>

namespace tarn::render
{
namespace
{

// What is not a number: a colour that no map has.
constexpr Colour kSignal = {1.0F, 0.0F, 0.9F};

void check(const View& view)
{
    requireSize("view.width", view.width, 1);
    requireSize("view.height", view.height, 0);
    requireRange("view.ink.bloom", view.ink.bloom, 0.0F, 1.0F);
    requireRange("view.ink.relief", view.ink.relief, 0.0F, 1.0F);
    requireRange("view.ink.strength", view.ink.strength, 0.0F, kMaxDye);
    requireRange("view.arrows.spacing", view.arrows.spacing, 4.0F, 1000.0F);
    requireRange("view.arrows.full_speed", view.arrows.fullSpeed, 0.0F, 1e9F);
    const Range& range = view.scalar.range;
    const bool isRange = std::isfinite(range.low) && std::isfinite(range.high) &&
                         std::isfinite(range.high - range.low) && range.low < range.high;
    if (range.kind == RangeKind::fixed && !isRange)
    {
        throw Error(fmt::format("view.scalar.range: {} .. {} is no range; the first number must be "
                                "smaller than the second",
                                range.low, range.high));
    }
    if (view.ink.colours.size() > kMaxDyes)
    {
        throw Error(fmt::format("view.ink.colours: {} colours; there are {} dyes at most",
                                view.ink.colours.size(), kMaxDyes));
    }
}

void checkInk(const Frame& frame)
{
    if (frame.dyes.empty() || frame.dyes.size() > kMaxDyes)
    {
        throw Error(fmt::format("frame.dyes: {} dyes; a picture of ink needs 1 .. {}",
                                frame.dyes.size(), kMaxDyes));
    }
    for (const FieldView& dye : frame.dyes)
    {
        requireField("frame.dyes", dye);
        if (dye.columns != frame.dyes[0].columns || dye.rows != frame.dyes[0].rows)
        {
            throw Error(fmt::format("frame.dyes: {} x {} cells beside {} x {}; all dyes must have "
                                    "one resolution",
                                    dye.columns, dye.rows, frame.dyes[0].columns,
                                    frame.dyes[0].rows));
        }
    }
}

void checkTexture(const TextureFrame& frame)
{
    if (frame.texture == nullptr || !frame.layers[0].u.isThere())
    {
        throw Error("frame.texture: there is no texture or no first layer; a picture of a liquid "
                    "needs both");
    }
    for (const TextureLayer& layer : frame.layers)
    {
        if (layer.u.isThere())
        {
            requireField("frame.texture.u", layer.u);
            requireField("frame.texture.v", layer.v);
            requireField("frame.texture.weight", layer.weight);
        }
    }
}

void check(const View& view, const Frame& frame)
{
    requireWorld(frame.world);
    switch (view.content)
    {
    case Content::scalar:
        requireField("frame.scalar", frame.scalar);
        break;
    case Content::ink:
        checkInk(frame);
        break;
    case Content::texture:
        checkTexture(frame.texture);
        break;
    }
    checkOptional("frame.solid", frame.solid);
    if (view.arrows.shown)
    {
        requireField("frame.velocityX", frame.velocityX);
        requireField("frame.velocityY", frame.velocityY);
    }
}

// Where things are in a picture.
struct Layout
{
    int width = 0;
    int height = 0;
    float point = 1.0F; // in pixels
    Box world;
    Box strip; // of a legend below
};

Layout layOut(const View& view, const Rectangle& world)
{
    Layout layout;
    layout.width = view.width;
    const bool hasStrip = view.legend == LegendPlace::below && view.content == Content::scalar;
    const double shape = static_cast<double>(world.height()) / static_cast<double>(world.width());
    int strip = 0;
    if (view.height > 0)
    {
        layout.height = view.height;
        strip = hasStrip
                    ? std::min(legendStripHeight(pointOf(view.width, view.height)), view.height - 1)
                    : 0;
    }
    else
    {
        const double wanted = std::clamp(view.width * shape, 1.0, double(kMaxPictureSize));
        const int lines = static_cast<int>(std::lround(wanted));
        strip = hasStrip ? legendStripHeight(pointOf(view.width, lines)) : 0;
        layout.height = std::min(lines + strip, kMaxPictureSize);
    }
    layout.point = pointOf(layout.width, layout.height - strip);
    const int room = layout.height - strip;
    // As large as fits, in the middle.
    const double scale = std::min(layout.width * 1.0, room / shape);
    Box& box = layout.world;
    box.width = std::clamp(static_cast<int>(std::lround(scale)), 1, layout.width);
    box.height = std::clamp(static_cast<int>(std::lround(scale * shape)), 1, room);
    box.left = (layout.width - box.width) / 2;
    box.top = (room - box.height) / 2;
    layout.strip = {0, room, layout.width, strip};
    return layout;
}

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
        check(view_, frame);
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
    check(view);
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
